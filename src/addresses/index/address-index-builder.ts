// Builds the address index in three steps: collect addresses as they come, order them, pack them.
// Never sees a query, and never depends on the order in which addresses came.
import type { GrowingArray } from '../../datasets/growing-array.ts'
import { toFixedDegrees } from '../../geometry/fixed-degrees.ts'
import { invertLists, packLists } from '../../numbers/packed-lists.ts'
import { byUnits } from '../../text/by-units.ts'
import type { Address } from '../table/address.ts'
import { skeleton } from '../words/transliteration.ts'
import { AddressDrafts, type CityDraft, type StreetDraft } from './address-drafts.ts'
import type { AddressIndexData } from './address-index.ts'
import { FIAS_BYTES } from './fias-id.ts'
import { orderHouses } from './house-order.ts'
import { buildLexicon } from './lexicon.ts'
import { middlesOfGroups, middlesOfRuns, type Places } from './middle-places.ts'
import { packStrings } from './packed.ts'

/**
 * Takes addresses one by one, repeated ones too; `finish` gives the index and must be the last
 * call.
 */
interface AddressIndexBuilder {
  add(address: Address): void
  finish(): AddressIndexData
}

export function addressIndexBuilder(): AddressIndexBuilder {
  const drafts = new AddressDrafts()
  return {
    add: (address) => drafts.add(address),
    finish: () => {
      drafts.finish()
      return pack(drafts, orderNames(drafts))
    },
  }
}

/** Cities and streets in order, and the number there of each that was collected. */
interface NameOrder {
  readonly cities: readonly CityDraft[]
  readonly cityNumber: Uint32Array
  readonly streets: readonly StreetDraft[]
  readonly streetNumber: Uint32Array
}

function orderNames(drafts: AddressDrafts): NameOrder {
  const cities = sortByKey(drafts.cities, drafts.joinedCities)
  const streets = sortByKey(drafts.streets, drafts.joinedStreets)
  return {
    cities: cities.sorted,
    cityNumber: cities.numbers,
    streets: streets.sorted,
    streetNumber: streets.numbers,
  }
}

function sortByKey<T extends { key: string }>(
  items: readonly T[],
  joined: ReadonlyMap<number, number>,
) {
  const entries = [...items.entries()]
    .filter(([collected]) => !joined.has(collected))
    .sort(([, a], [, b]) => byUnits(a.key, b.key))
  const numbers = new Uint32Array(items.length)
  for (const [number, [collected]] of entries.entries()) numbers[collected] = number
  for (const [collected, into] of joined) numbers[collected] = numbers[into] ?? 0
  return { sorted: entries.map(([, item]) => item), numbers }
}

function pack(drafts: AddressDrafts, names: NameOrder): AddressIndexData {
  const { cities, cityNumber, streets } = names
  const houses = packHouses(drafts, names)
  const streetMiddles = middlesOfRuns(houses.houseStarts, {
    lat: houses.houseLat,
    lon: houses.houseLon,
  })
  const streetCity = Uint32Array.from(streets, (street) => cityNumber[street.city] ?? 0)
  const cityMiddles = middlesOfGroups(streetCity, cities.length, streetMiddles)
  return {
    ...packWords(names),
    ...packCities(cities, cityMiddles),
    streetCity,
    streetName: Uint32Array.from(streets, (street) => street.name),
    streetNames: packStrings(drafts.streetNames.strings),
    streetType: Uint8Array.from(streets, (street) => street.type),
    streetOneBuilding: Uint8Array.from(streets, (street) => Number(street.oneBuilding)),
    streetLat: streetMiddles.lat,
    streetLon: streetMiddles.lon,
    ...houses,
    formWritten: packStrings(drafts.forms.strings),
    formCanonical: packStrings(drafts.canonicalForms),
    postalCodes: packStrings(drafts.postalCodes.strings),
  }
}

function packWords({ cities, streets }: NameOrder) {
  const wordSet = new Set<string>()
  for (const city of cities) for (const word of city.words) wordSet.add(word)
  for (const street of streets) for (const word of street.words) wordSet.add(word)
  const words = [...wordSet].sort(byUnits)
  const numberOfWord = new Map(words.map((word, i) => [word, i]))
  const packWordsOf = (drafts: readonly { words: readonly string[] }[]) =>
    packLists(drafts.map((draft) => draft.words.map((word) => numberOfWord.get(word) ?? 0)))
  const streetWords = packWordsOf(streets)
  const cityWords = packWordsOf(cities)
  return {
    lexicon: buildLexicon(words),
    ...packSkeletons(words),
    wordStreets: invertLists(streetWords, words.length),
    wordCities: invertLists(cityWords, words.length),
    streetWords,
    cityWords,
  }
}

function packSkeletons(words: readonly string[]) {
  const wordsBySkeleton = Map.groupBy(words.keys(), (i) => skeleton(words[i] as string))
  const skeletons = [...wordsBySkeleton.keys()].sort(byUnits)
  return {
    skeletons: buildLexicon(skeletons),
    skeletonWords: packLists(skeletons.map((bones) => wordsBySkeleton.get(bones) ?? [])),
  }
}

/**
 * What the table says of a city itself goes before what its houses tell: their number and their
 * middle.
 */
function packCities(cities: readonly CityDraft[], middles: Places) {
  const places = cities.map(({ fact }) =>
    fact !== null && fact.lat !== null && fact.lon !== null
      ? { lat: toFixedDegrees(fact.lat), lon: toFixedDegrees(fact.lon) }
      : null,
  )
  return {
    cityNames: packStrings(cities.map((city) => city.name)),
    cityKind: Uint8Array.from(cities, (city) => city.kind),
    cityPopulation: Float64Array.from(cities, (city) => city.fact?.population ?? city.houses),
    cityLat: Int32Array.from(places, (place, i) => place?.lat ?? middles.lat[i] ?? 0),
    cityLon: Int32Array.from(places, (place, i) => place?.lon ?? middles.lon[i] ?? 0),
    cityFias: packStrings(cities.map((city) => city.fact?.fiasId ?? '')),
    cityPostalCodes: packStrings(cities.map((city) => city.fact?.postalCode ?? '')),
  }
}

function packHouses({ houses, canonicalForms }: AddressDrafts, names: NameOrder) {
  const { order, starts } = orderHouses(
    houses,
    names.streetNumber,
    names.streets.length,
    canonicalForms,
  )
  const taken = (column: GrowingArray<Int32Array>) =>
    Int32Array.from(order, (row) => column.at(row))
  return {
    houseStarts: starts,
    houseForm: Uint32Array.from(taken(houses.form)),
    houseLat: taken(houses.lat),
    houseLon: taken(houses.lon),
    housePostalCode: Uint32Array.from(taken(houses.postalCode)),
    houseFias: fiasInOrder(houses.fias.view(), order),
  }
}

function fiasInOrder(fias: Uint8Array, order: Uint32Array): Uint8Array<ArrayBuffer> {
  if (fias.length === 0) return new Uint8Array()
  const ordered = new Uint8Array(order.length * FIAS_BYTES)
  order.forEach((row, i) => {
    ordered.set(fias.subarray(row * FIAS_BYTES, (row + 1) * FIAS_BYTES), i * FIAS_BYTES)
  })
  return ordered
}
