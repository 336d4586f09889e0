// Opens a file to import as a stream of unpacked bytes, never more than a bound, and reads the
// features of a GeoJSON one by one. What a row means stands with its dataset.
import { createReadStream } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { gen, none } from 'stream-chain'
import { parser as jsonParser } from 'stream-json'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { streamValues } from 'stream-json/streamers/stream-values.js'
import type { WatchSource } from './file-position.ts'
import { gunzipped, isGzip, PACKED_AT_ONCE } from './gzip.ts'

/** Refused as a whole: unreadable, of no known form, or too large. */
export class DataFileError extends Error {
  override name = 'DataFileError'
}

/** The rest of the file cannot be read. All rows before the break have been given. */
export class FileBrokenOff extends DataFileError {
  override name = 'FileBrokenOff'
}

/** The beginning of a file, as text: enough to see its form and what stands before the rows. */
const HEAD_CHARACTERS = 4096

/**
 * Hands the unpacked bytes of the file to `read` and closes the file when `read` has ended.
 * @param maxBytes once unpacked: a small gzip may unpack to a very large file
 * @param read gives all rows that it can make of the bytes before it passes on what they throw
 * @param watch is called with the stream that reads the file itself
 * @throws DataFileError for whatever makes the rest of the file unreadable
 */
export async function* readDataFile<Row>(
  path: string,
  maxBytes: number,
  read: (bytes: AsyncIterable<Buffer>, head: string) => AsyncIterable<Row>,
  watch?: WatchSource,
): AsyncGenerator<Row> {
  const gzip = await isGzip(path)
  const head = await headOf(path, gzip)
  if (head === '') {
    throw new DataFileError(gzip ? 'The file is empty, or no whole gzip.' : 'The file is empty.')
  }
  const source = createReadStream(path, gzip ? { highWaterMark: PACKED_AT_ONCE } : {})
  watch?.(source)
  try {
    yield* read(boundedBytes(gzip ? gunzipped(source) : source, maxBytes), head)
  } catch (error) {
    if (error instanceof DataFileError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new FileBrokenOff(`The file cannot be read: ${message}.`, { cause: error })
  } finally {
    source.destroy()
  }
}

/** How the messages of the JSON parser begin. */
const PARSER_FAULT = 'Parser cannot parse input: '

/** One feature as it came; `line` counts features from 1. */
interface FileFeature {
  readonly line: number
  readonly feature: Readonly<Record<string, unknown>> | null
}

/**
 * The members of `features`, whatever stands around them; or, where there are none, features by
 * themselves: one, or one after the other as in newline-delimited GeoJSON.
 * @param head the beginning of the file
 */
export async function* geoJsonFeatures(
  bytes: AsyncIterable<Buffer>,
  head: string,
): AsyncGenerator<FileFeature> {
  let isEmpty = true
  try {
    for await (const { key, value } of parsedPieces(bytes, parserFor(head))) {
      isEmpty = false
      yield { line: key + 1, feature: asObject(value) }
    }
  } catch (error) {
    const { message } = error as Error
    if (!message.startsWith(PARSER_FAULT)) throw error
    const Fault = isEmpty ? DataFileError : FileBrokenOff
    throw new Fault(`The file is not GeoJSON: ${message.slice(PARSER_FAULT.length)}.`)
  }
  // Another kind of JSON would else pass for a file of no rows.
  if (isEmpty && !head.includes('"features"')) {
    throw new DataFileError('The file has no "features". GeoJSON features are read.')
  }
}

interface Parsed {
  readonly key: number
  readonly value: unknown
}

function isOfFeaturesAlone(head: string): boolean {
  if (/"type"\s*:\s*"FeatureCollection"/.test(head)) return false
  const [before = ''] = head.split('"features"', 1)
  return /"type"\s*:\s*"Feature"/.test(before)
}

/** Takes text piece by piece, and at the end `none`; gives the values that a piece has completed. */
type PieceParser = (piece: string | typeof none) => AsyncIterable<Parsed>

function parserFor(head: string): PieceParser {
  const stages = isOfFeaturesAlone(head)
    ? [jsonParser({ streamValues: false, jsonStreaming: true }), streamValues()]
    : // Without the pieces of each value, which nobody reads: three times as fast.
      [jsonParser({ streamValues: false }), pick({ filter: 'features' }), streamArray()]
  return gen(...stages) as PieceParser
}

/** Between two features, and wherever else one object follows another: first what is rarer. */
const BETWEEN_OBJECTS = /(?=\{)(?<=\}\s{0,99},?\s{0,99})/u

/**
 * The parser gives nothing of a piece in which it meets a fault. So a piece ends where an object
 * does: then all features before the fault have been given.
 */
async function* parsedPieces(
  bytes: AsyncIterable<Buffer>,
  parse: PieceParser,
): AsyncGenerator<Parsed> {
  const decoder = new StringDecoder('utf8')
  for await (const chunk of bytes) {
    for (const piece of decoder.write(chunk).split(BETWEEN_OBJECTS)) yield* parse(piece)
  }
  yield* parse(decoder.end())
  yield* parse(none)
}

export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

async function* boundedBytes(
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const chunk of bytes) {
    passed += chunk.length
    if (passed > maxBytes) {
      throw new DataFileError(
        `The file is larger than ${maxBytes} bytes once unpacked. Split it into several.`,
      )
    }
    yield chunk
  }
}

/** The beginning of the file, without a byte order mark and leading blanks. */
async function headOf(path: string, gzip: boolean): Promise<string> {
  const source = createReadStream(path, { end: 64 * 1024, highWaterMark: PACKED_AT_ONCE })
  let head = ''
  try {
    for await (const chunk of gzip ? gunzipped(source) : source) {
      head += chunk.toString('utf8')
      if (head.length > HEAD_CHARACTERS) break
    }
  } catch {
    // A gzip that is cut off ends in an error; what was unpacked before shows the form.
  } finally {
    source.destroy()
  }
  return head.replace(/^\uFEFF/u, '').trimStart()
}
