// Reads the features of a GeoJSON as a stream, one by one. What a feature means is its dataset's.
import { StringDecoder } from 'node:string_decoder'
import { gen, none } from 'stream-chain'
import { parser as jsonParser } from 'stream-json'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { streamValues } from 'stream-json/streamers/stream-values.js'
import { asObject } from '../text/foreign-json.ts'
import { DataFileError, FETCH_WHOLE, FileBrokenOff } from './data-file.ts'

/**
 * UTF-16 units in which a feature must end: the largest real ones are of a few million. Each is put
 * together in memory, where its values take many times their text.
 */
const MAX_FEATURE = 8 * 2 ** 20

/** How the messages of the JSON parser begin. */
const PARSER_FAULT = 'Parser cannot parse input: '

/** How the reader of a list says that it met something else. */
const NO_LIST = 'Top-level object should be an array'

/** Of the file itself, or of a collection in its `data`, as the cadastre's map service answers. */
const FEATURES = /^(?:data\.)?features$/

/** Whether a file's head is that of GeoJSON, or of a list of its features. */
export function isGeoJson(head: string): boolean {
  return head.startsWith('{') || isArray(head)
}

/** One feature as it came; `line` counts features from 1. */
interface FileFeature {
  readonly line: number
  readonly feature: Readonly<Record<string, unknown>> | null
}

/**
 * The members of `features`, whatever stands around them; or, where there are none, features by
 * themselves: one, a list of them, or one after the other as in newline-delimited GeoJSON.
 * @param head the beginning of the file
 */
export async function* geoJsonFeatures(
  bytes: AsyncIterable<Buffer>,
  head: string,
): AsyncGenerator<FileFeature> {
  let last = 0
  let isReadToEnd = false
  async function* toEnd() {
    yield* bytes
    isReadToEnd = true
  }
  try {
    for await (const { key, value } of parsedPieces(toEnd(), parserFor(head))) {
      last = key + 1
      yield { line: last, feature: asObject(value) }
    }
  } catch (error) {
    const fault = faultOf(error as Error)
    if (fault === undefined) throw error
    if (last === 0) throw new DataFileError(fault)
    // All that is there was read without a fault: what is missing is the rest.
    const move = isReadToEnd ? FETCH_WHOLE : `Correct it after feature ${last} and run again.`
    throw new FileBrokenOff(fault, { move })
  }
  // Another kind of JSON would else pass for a file of no rows.
  if (last === 0 && !isArray(head) && !head.includes('"features"')) {
    throw new DataFileError('The file has no "features". GeoJSON features are read.')
  }
}

/** Thrown where a feature does not end. */
class EndlessFeature extends Error {}

/** What is wrong with the file; undefined for an error that is not about it. */
function faultOf(error: Error): string | undefined {
  if (error instanceof EndlessFeature) {
    return `No feature ends within ${MAX_FEATURE} characters of the file.`
  }
  if (error.message.startsWith(NO_LIST)) return 'The file is not GeoJSON: "features" is no list.'
  if (!error.message.startsWith(PARSER_FAULT)) return undefined
  return `The file is not GeoJSON: ${error.message.slice(PARSER_FAULT.length)}.`
}

interface Parsed {
  readonly key: number
  readonly value: unknown
}

function isOfFeaturesAlone(head: string): boolean {
  if (isArray(head) || /"type"\s*:\s*"FeatureCollection"/.test(head)) return false
  const [before = ''] = head.split(/"features"\s*:/, 1)
  return /"type"\s*:\s*"Feature"/.test(before)
}

/**
 * Takes text piece by piece, and at the end `none`; gives the values that a piece has completed.
 */
type PieceParser = (piece: string | typeof none) => AsyncIterable<Parsed>

function parserFor(head: string): PieceParser {
  // Without the pieces of each value, which nobody reads: three times as fast.
  if (isOfFeaturesAlone(head)) {
    return gen(
      jsonParser({ streamValues: false, jsonStreaming: true }),
      streamValues(),
    ) as PieceParser
  }
  const parser = jsonParser({ streamValues: false })
  const stages = isArray(head)
    ? [parser, streamArray()]
    : [parser, pick({ filter: FEATURES }), streamArray()]
  return gen(...stages) as PieceParser
}

function isArray(head: string): boolean {
  return head.startsWith('[')
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
  let unfinished = 0
  for await (const chunk of bytes) {
    for (const piece of decoder.write(chunk).split(BETWEEN_OBJECTS)) {
      unfinished += piece.length
      for await (const parsed of parse(piece)) {
        unfinished = 0
        yield parsed
      }
      if (unfinished > MAX_FEATURE) throw new EndlessFeature()
    }
  }
  yield* parse(decoder.end())
  yield* parse(none)
}
