// A fitted model as bytes and back: columns packed, words once, so that a restart need not fit.
// Never here: where the bytes are kept, and anything that can be rebuilt from them (grid, codes).
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Numbering } from '../../text/numbering.ts'
import { FIXED } from '../attributes/hedonic-columns.ts'
import { FEATURE } from '../attributes/tree-features.ts'
import { CONDITIONS, type Comparable, HOUSE_MATERIALS, MARKETS } from '../comparables/comparable.ts'
import { FLAT } from '../market/flat-vector.ts'
import { buildingCodesOf, buildingRowsOf, gridOf, METHOD, type Model } from './model.ts'

/**
 * Raised whenever the bytes change meaning; other numbers are refused, and so is another `METHOD`.
 */
const FORMAT = 9

/**
 * What the positions and the codes of words in a model stand for, as text. A model is numbers by
 * position: with one word or column more they would silently mean something else.
 */
const MEANINGS = JSON.stringify({ FLAT, FIXED, FEATURE, HOUSE_MATERIALS, CONDITIONS, MARKETS })

/** The bytes are not a model of this version of the service. Fit one anew. */
export class ModelFileError extends Error {}

/** What each field of a comparable is kept as. */
const FIELDS: Readonly<Record<keyof Comparable, 'word' | 'number'>> = {
  sourceId: 'word',
  kind: 'word',
  date: 'word',
  priceRub: 'number',
  lat: 'number',
  lon: 'number',
  address: 'word',
  city: 'word',
  district: 'word',
  areaM2: 'number',
  kitchenAreaM2: 'number',
  livingAreaM2: 'number',
  rooms: 'number',
  floor: 'number',
  floorsTotal: 'number',
  yearBuilt: 'number',
  houseMaterial: 'word',
  buildingClass: 'word',
  condition: 'word',
  market: 'word',
  ceilingHeightM: 'number',
}

interface Packed {
  readonly rows: number
  readonly words: readonly string[]
  /** By field: positions in `words`, −1 = unknown, or numbers, NaN = unknown. */
  readonly columns: ReadonlyMap<string, Int32Array | Float64Array>
}

function pack(comparables: readonly Comparable[]): Packed {
  const words = new Numbering()
  const columns = new Map<string, Int32Array | Float64Array>()
  for (const [name, kind] of Object.entries(FIELDS) as [keyof Comparable, 'word' | 'number'][]) {
    const column =
      kind === 'word'
        ? Int32Array.from(comparables, ({ [name]: word }) =>
            word === null ? -1 : words.of(String(word)),
          )
        : Float64Array.from(comparables, ({ [name]: number }) => Number(number ?? Number.NaN))
    columns.set(name, column)
  }
  return { rows: comparables.length, words: words.strings, columns }
}

function unpack({ rows, words, columns }: Packed): Comparable[] {
  // All fields from the start: objects that get them one by one take thrice the memory.
  const blank = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, null]))
  const unpacked = Array.from({ length: rows }, (): Record<string, unknown> => ({ ...blank }))
  for (const [name, column] of columns) {
    const isOfWords = column instanceof Int32Array
    unpacked.forEach((one, row) => {
      const value = column[row] as number
      if (isOfWords) one[name] = words[value] ?? null
      else if (!Number.isNaN(value)) one[name] = value
    })
  }
  return unpacked as unknown as Comparable[]
}

interface StoredForm {
  readonly format: number
  readonly method: number
  readonly meanings: string
  readonly rest: Omit<Model, keyof Rebuilt>
  readonly packed: Packed
}

/** A model as compressed bytes. */
export function serialiseModel(model: Model): Buffer {
  const { grid: _grid, buildingCodes: _codes, buildingRows: _rows, comparables, ...rest } = model
  return zstdCompressSync(
    serialize({
      format: FORMAT,
      method: METHOD,
      meanings: MEANINGS,
      rest,
      packed: pack(comparables),
    } satisfies StoredForm),
  )
}

/**
 * The model that `serialiseModel` was given: it answers exactly as that one did.
 * Only for bytes this service wrote itself. @throws ModelFileError
 */
export function deserialiseModel(bytes: Buffer): Model {
  let read: StoredForm
  try {
    read = deserialize(zstdDecompressSync(bytes))
  } catch (error) {
    throw new ModelFileError('The stored model cannot be read. Fit a new one.', { cause: error })
  }
  if (read.format !== FORMAT) {
    throw new ModelFileError(
      `The stored model has format ${read.format}, this service reads ${FORMAT}. Fit a new one.`,
    )
  }
  if (read.method !== METHOD) {
    throw new ModelFileError(
      `The stored model was fitted by method ${read.method}, this service has ${METHOD}. Fit a new one.`,
    )
  }
  if (read.meanings !== MEANINGS) {
    throw new ModelFileError(
      'The stored model knows other attributes of flats than this service. Fit a new one.',
    )
  }
  const { rest, packed } = read
  return {
    ...rest,
    grid: gridOf(rest.table),
    buildingCodes: buildingCodesOf(rest.table),
    buildingRows: buildingRowsOf(rest.table),
    comparables: unpack(packed),
  }
}

type Rebuilt = Pick<Model, 'grid' | 'buildingCodes' | 'buildingRows' | 'comparables'>
