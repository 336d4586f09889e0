// A fitted model as bytes and back: columns packed, words once, so that a restart need not fit.
// Never here: where the bytes are kept, and anything that can be rebuilt from them (grid, codes).
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Numbering } from '../../numbering.ts'
import {
  CONDITIONS,
  type Comparable,
  HOUSE_MATERIALS,
  KINDS,
  MARKETS,
} from '../comparables/comparable.ts'
import { rowsByBuilding } from '../market/building-rows.ts'
import { buildingCodesOf, gridOf, METHOD, type Model } from './model.ts'

/**
 * Raised whenever the bytes change meaning; other numbers are refused, and so is another `METHOD`.
 */
const FORMAT = 3

/** The bytes are not a model of this version of the service. Fit one anew. */
export class ModelFileError extends Error {}

interface Packed {
  readonly sourceIds: string[]
  readonly words: string[]
  /** Per row: positions in `words` of date, address, city, district and class; −1 = unknown. */
  readonly texts: Int32Array
  /** Per row: codes of kind, material, condition and market; −1 = unknown. */
  readonly codes: Int8Array
  /** Per row: price, latitude, longitude and the eight measures below; NaN = unknown. */
  readonly numbers: Float64Array
}

const TEXTS = 5
const CODES = 4
const NUMBERS = 11

function pack(comparables: readonly Comparable[]): Packed {
  const words = new Numbering()
  const wordOf = (text: string | null): number => (text === null ? -1 : words.of(text))
  const n = comparables.length
  const packed: Packed = {
    sourceIds: comparables.map(({ sourceId }) => sourceId),
    words: words.strings,
    texts: new Int32Array(n * TEXTS),
    codes: new Int8Array(n * CODES),
    numbers: new Float64Array(n * NUMBERS),
  }
  comparables.forEach((one, i) => {
    packed.texts.set(
      [one.date, one.address, one.city, one.district, one.buildingClass].map(wordOf),
      i * TEXTS,
    )
    packed.codes.set(
      [
        KINDS.indexOf(one.kind),
        one.houseMaterial === null ? -1 : HOUSE_MATERIALS.indexOf(one.houseMaterial),
        one.condition === null ? -1 : CONDITIONS.indexOf(one.condition),
        one.market === null ? -1 : MARKETS.indexOf(one.market),
      ],
      i * CODES,
    )
    packed.numbers.set(
      [
        one.priceRub,
        one.lat,
        one.lon,
        one.areaM2,
        one.kitchenAreaM2,
        one.livingAreaM2,
        one.rooms,
        one.floor,
        one.floorsTotal,
        one.yearBuilt,
        one.ceilingHeightM,
      ].map((value) => value ?? Number.NaN),
      i * NUMBERS,
    )
  })
  return packed
}

function unpack(packed: Packed): Comparable[] {
  return packed.sourceIds.map((sourceId, i) => {
    const text = (k: number): string | null =>
      packed.words[packed.texts[i * TEXTS + k] as number] ?? null
    const code = (k: number): number => packed.codes[i * CODES + k] as number
    const number = (k: number): number => packed.numbers[i * NUMBERS + k] as number
    const maybe = (k: number): number | null => (Number.isNaN(number(k)) ? null : number(k))
    return {
      sourceId,
      kind: KINDS[code(0)] ?? 'listing',
      date: text(0) ?? '',
      priceRub: number(0),
      lat: number(1),
      lon: number(2),
      address: text(1),
      city: text(2),
      district: text(3),
      areaM2: number(3),
      kitchenAreaM2: maybe(4),
      livingAreaM2: maybe(5),
      rooms: number(6),
      floor: maybe(7),
      floorsTotal: maybe(8),
      yearBuilt: maybe(9),
      houseMaterial: HOUSE_MATERIALS[code(1)] ?? null,
      buildingClass: text(4),
      condition: CONDITIONS[code(2)] ?? null,
      market: MARKETS[code(3)] ?? null,
      ceilingHeightM: maybe(10),
    }
  })
}

/** A model as compressed bytes. */
export function serialiseModel(model: Model): Buffer {
  const { grid: _grid, buildingCodes: _codes, buildingRows: _rows, comparables, ...rest } = model
  return zstdCompressSync(
    serialize({ format: FORMAT, method: METHOD, rest, packed: pack(comparables) }),
  )
}

/**
 * The model that `serialiseModel` was given: it answers exactly as that one did.
 * Only for bytes this service wrote itself. @throws ModelFileError
 */
export function deserialiseModel(bytes: Buffer): Model {
  let read: { format: number; method: number; rest: Omit<Model, keyof Rebuilt>; packed: Packed }
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
  const { rest, packed } = read
  return {
    ...rest,
    grid: gridOf(rest.table),
    buildingCodes: buildingCodesOf(rest.table),
    buildingRows: rowsByBuilding(rest.table),
    comparables: unpack(packed),
  }
}

type Rebuilt = Pick<Model, 'grid' | 'buildingCodes' | 'buildingRows' | 'comparables'>
