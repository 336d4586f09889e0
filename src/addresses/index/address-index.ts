// The address index: what is kept of an address table, how it is opened and what it holds for a
// row. Never ranks and never sees a query; all its data is typed arrays, so it clones and transfers
// whole.
import { lengthAt, type PackedLists } from '../../numbers/packed-lists.ts'
import { fiasIdAt } from './fias-id.ts'
import type { Lexicon } from './lexicon.ts'
import { type PackedStrings, stringAt, stringCount } from './packed.ts'

/**
 * The whole index as a structured-cloneable object. Streets are in order of city and name, houses
 * in order of street and number: houses of street s are houseStarts[s]..houseStarts[s + 1]. A
 * house's form is its number as written, kept once for all streets. Coordinates are in fixed
 * degrees.
 */
export interface AddressIndexData {
  /** All words of streets and cities; a word is its number here. */
  readonly lexicon: Lexicon
  /** The words' skeletons in Latin letters, and which words have each. */
  readonly skeletons: Lexicon
  readonly skeletonWords: PackedLists
  readonly wordStreets: PackedLists
  readonly wordCities: PackedLists
  readonly cityNames: PackedStrings
  readonly cityWords: PackedLists
  /** Codes of kinds of settlements; 0 where no row says it. */
  readonly cityKind: Uint8Array<ArrayBuffer>
  readonly cityPopulation: Float64Array<ArrayBuffer>
  readonly cityLat: Int32Array<ArrayBuffer>
  readonly cityLon: Int32Array<ArrayBuffer>
  readonly cityFias: PackedStrings
  readonly cityPostalCodes: PackedStrings
  readonly streetCity: Uint32Array<ArrayBuffer>
  /** Which of `streetNames` a street bears: many cities have streets of one name. */
  readonly streetName: Uint32Array<ArrayBuffer>
  readonly streetNames: PackedStrings
  readonly streetType: Uint8Array<ArrayBuffer>
  /** 1 for a street that is itself one building, with a name for a number. */
  readonly streetOneBuilding: Uint8Array<ArrayBuffer>
  readonly streetWords: PackedLists
  readonly streetLat: Int32Array<ArrayBuffer>
  readonly streetLon: Int32Array<ArrayBuffer>
  readonly houseStarts: Uint32Array<ArrayBuffer>
  readonly houseForm: Uint32Array<ArrayBuffer>
  readonly houseLat: Int32Array<ArrayBuffer>
  readonly houseLon: Int32Array<ArrayBuffer>
  readonly housePostalCode: Uint32Array<ArrayBuffer>
  /** Packed ids; empty when no house has one. */
  readonly houseFias: Uint8Array<ArrayBuffer>
  readonly formWritten: PackedStrings
  readonly formCanonical: PackedStrings
  readonly postalCodes: PackedStrings
}

/**
 * An index ready for queries: the data, and working space that queries reuse, so one thread at a
 * time. A value in that space counts only if the number of the running query stands beside it.
 */
export interface AddressIndex {
  readonly data: AddressIndexData
  readonly largestPopulation: number
  /** Whether any word of the index is in Latin letters. */
  readonly hasLatin: boolean
  /**
   * By street: its rough gain, the query that counted it, and the query's word that did so last.
   */
  readonly streetGain: Float32Array
  readonly streetQuery: Uint32Array
  readonly streetWord: Uint8Array
  /** By form: how it meets the typed house, and the query that compared them. */
  readonly formMatch: Uint8Array
  readonly formQuery: Uint32Array
  /** Of the running query: see `beginQuery`. */
  queryNumber: number
}

const LATIN_A = 0x61
const LATIN_Z = 0x7a

export function openAddressIndex(data: AddressIndexData): AddressIndex {
  const streets = data.streetCity.length
  const forms = stringCount(data.formCanonical)
  return {
    data,
    largestPopulation: data.cityPopulation.reduce((most, people) => Math.max(most, people), 1),
    hasLatin: data.lexicon.words.units.some((unit) => unit >= LATIN_A && unit <= LATIN_Z),
    streetGain: new Float32Array(streets),
    streetQuery: new Uint32Array(streets),
    streetWord: new Uint8Array(streets),
    formMatch: new Uint8Array(forms),
    formQuery: new Uint32Array(forms),
    queryNumber: 0,
  }
}

/** The working space has 32 bits for the number of a query. */
const LAST_QUERY = 2 ** 32 - 1

/** Gives the working space to a new query: nothing that stands in it counts any more. */
export function beginQuery(index: AddressIndex): void {
  if (index.queryNumber >= LAST_QUERY) {
    index.streetQuery.fill(0)
    index.formQuery.fill(0)
    index.queryNumber = 0
  }
  index.queryNumber += 1
}

export function streetNameAt(data: AddressIndexData, street: number): string {
  return stringAt(data.streetNames, data.streetName[street] ?? 0)
}

/**
 * True for the houses of a city that stand on no street; they are kept as a street without a name.
 */
export function isNameless(data: AddressIndexData, street: number): boolean {
  return lengthAt(data.streetNames, data.streetName[street] ?? 0) === 0
}

/** True where rows of the table leave the city out. */
export function hasNamelessCity({ cityNames }: AddressIndexData): boolean {
  return cityNames.starts.some((start, i, starts) => start === starts[i + 1])
}

export function writtenHouseAt(data: AddressIndexData, house: number): string {
  return stringAt(data.formWritten, data.houseForm[house] ?? 0)
}

export function canonicalHouseAt(data: AddressIndexData, house: number): string {
  return stringAt(data.formCanonical, data.houseForm[house] ?? 0)
}

export function housePostalCodeAt(data: AddressIndexData, house: number): string {
  return stringAt(data.postalCodes, data.housePostalCode[house] ?? 0)
}

export function houseFiasAt(data: AddressIndexData, house: number): string | null {
  return fiasIdAt(data.houseFias, house)
}
