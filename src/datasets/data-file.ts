// Opens a file to import as a stream of unpacked bytes, never more than a bound, and reads the
// features of a GeoJSON one by one. What a row means stands with its dataset.
import { createReadStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { parser as jsonParser } from 'stream-json'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { streamValues } from 'stream-json/streamers/stream-values.js'
import type { WatchSource } from './file-position.ts'
import { isGzip } from './gzip.ts'

/** Refused as a whole: unreadable, of no known form, or too large. */
export class DataFileError extends Error {
  override name = 'DataFileError'
}

/** The beginning of a file, as text: enough to see its form and what stands before the rows. */
const HEAD_CHARACTERS = 4096

/**
 * Hands the unpacked bytes of the file to `read` and closes the file when `read` has ended.
 * @param maxBytes once unpacked: a small gzip may unpack to a very large file
 * @param watch is called with the stream that reads the file itself
 * @throws DataFileError for whatever makes the rest of the file unreadable
 */
export async function* readDataFile<Row>(
  path: string,
  maxBytes: number,
  read: (bytes: Readable, head: string) => AsyncIterable<Row>,
  watch?: WatchSource,
): AsyncGenerator<Row> {
  const gzip = await isGzip(path)
  const head = await headOf(path, gzip)
  if (head === '') {
    throw new DataFileError(gzip ? 'The file is empty, or no whole gzip.' : 'The file is empty.')
  }
  const bytes = boundedBytes(maxBytes)
  const source = createReadStream(path)
  watch?.(source)
  const stages = gzip ? [source, createGunzip(), bytes] : [source, bytes]
  const failed = pipeline(stages).catch((error: unknown) => {
    bytes.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    yield* read(bytes, head)
  } catch (error) {
    if (error instanceof DataFileError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new DataFileError(`The file cannot be read: ${message}`, { cause: error })
  } finally {
    source.destroy()
    bytes.destroy()
    await failed
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
export async function* geoJsonFeatures(bytes: Readable, head: string): AsyncGenerator<FileFeature> {
  let isEmpty = true
  try {
    for await (const { key, value } of isOfFeaturesAlone(head)
      ? singleFeatures(bytes)
      : collectedFeatures(bytes)) {
      isEmpty = false
      yield { line: key + 1, feature: asObject(value) }
    }
  } catch (error) {
    const { message } = error as Error
    if (!message.startsWith(PARSER_FAULT)) throw error
    throw new DataFileError(`The file is not GeoJSON: ${message.slice(PARSER_FAULT.length)}.`)
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

function collectedFeatures(bytes: Readable): AsyncIterable<Parsed> {
  return (
    bytes
      // Without the pieces of each value, which nobody reads: three times as fast.
      .compose(jsonParser.asStream({ streamValues: false }))
      .compose(pick.asStream({ filter: 'features' }))
      .compose(streamArray.asStream())
  )
}

function singleFeatures(bytes: Readable): AsyncIterable<Parsed> {
  return bytes
    .compose(jsonParser.asStream({ streamValues: false, jsonStreaming: true }))
    .compose(streamValues.asStream())
}

export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function boundedBytes(maxBytes: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > maxBytes) {
        done(new DataFileError(`The file is larger than ${maxBytes} bytes once unpacked.`))
      } else done(null, chunk)
    },
  })
}

/** The beginning of the file, without a byte order mark and leading blanks. */
async function headOf(path: string, gzip: boolean): Promise<string> {
  const source = createReadStream(path, { end: 64 * 1024 })
  const unpacked = gzip ? source.pipe(createGunzip()) : source
  let head = ''
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
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
