// The address index: what is kept of an address table, how it is built, carried between threads and read.
// Never ranks and never sees a query; all it holds is typed arrays, so it clones and transfers whole.

import { KM_PER_DEGREE } from '../geometry/earth.ts'
import type { Address } from './address.ts'
import { canonicalHouse, isHouseWord } from './house-form.ts'
import { buildLexicon, type Lexicon } from './lexicon.ts'
import { cityWords, fold, MAX_TEXT, spellingKey, streetWords, tokenise } from './normalise.ts'
import {
  GrowingNumbers,
  invertLists,
  Numbering,
  type PackedLists,
  type PackedStrings,
  packLists,
  packStrings,
  stringCount,
} from './packed.ts'
import { skeleton } from './readings.ts'

/** Degrees are kept as whole ten-millionths (about a centimetre); this value is "no coordinate". */
export const NO_COORDINATE = -0x80000000
const DEGREE = 1e7

/** Two rows of one address further apart than this are two places; nearer ones are one row twice. */
const SAME_PLACE_KM = 1

/**
 * The whole index as a structured-cloneable object. Streets are in order of city and name, houses in
 * order of street and number: houses of street s are houseStarts[s]..houseStarts[s + 1].
 * `streetOneBuilding` marks a street entry that is itself one building with a name for a number.
 */
export interface AddressIndexData {
  version: 1
  lexicon: Lexicon
  skeletons: Lexicon
  skeletonWords: PackedLists
  wordStreets: PackedLists
  wordCities: PackedLists
  cityNames: PackedStrings
  cityWords: PackedLists
  cityPopulation: Float64Array<ArrayBuffer>
  cityLat: Int32Array<ArrayBuffer>
  cityLon: Int32Array<ArrayBuffer>
  cityFias: PackedStrings
  cityPostalCodes: PackedStrings
  streetCity: Uint32Array<ArrayBuffer>
  streetName: Uint32Array<ArrayBuffer>
  streetNames: PackedStrings
  streetType: Uint8Array<ArrayBuffer>
  streetOneBuilding: Uint8Array<ArrayBuffer>
  streetWords: PackedLists
  streetLat: Int32Array<ArrayBuffer>
  streetLon: Int32Array<ArrayBuffer>
  houseStarts: Uint32Array<ArrayBuffer>
  houseForm: Uint32Array<ArrayBuffer>
  houseLat: Int32Array<ArrayBuffer>
  houseLon: Int32Array<ArrayBuffer>
  housePostalCode: Uint32Array<ArrayBuffer>
  houseFias: Uint8Array<ArrayBuffer>
  formWritten: PackedStrings
  formCanonical: PackedStrings
  postalCodes: PackedStrings
}

/** An index ready for queries: the data, and room to work in that queries reuse. One thread at a time. */
export interface AddressIndex {
  data: AddressIndexData
  largestPopulation: number
  /** Whether any word of the index is in Latin letters. */
  hasLatin: boolean
  streetGain: Float32Array
  streetQuery: Uint32Array
  streetWord: Uint8Array
  formQuery: Uint32Array
  formMatch: Uint8Array
  queryNumber: number
}

/** Takes addresses one by one; `finish` gives the index and must be the last call. */
export interface AddressIndexBuilder {
  add(address: Address): void
  finish(): AddressIndexData
}

/** Builds the index from any run of addresses. Order does not matter; repeated addresses become one. */
export function buildAddressIndex(addresses: Iterable<Address>): AddressIndexData {
  const builder = addressIndexBuilder()
  for (const address of addresses) builder.add(address)
  return builder.finish()
}

/** The buffers of an index, for the transfer list of postMessage; the sender's copy is empty afterwards. */
export function transferables(data: AddressIndexData): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer)
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(data)
  return [...buffers]
}

/** Bytes held by the index's arrays. */
export function indexBytes(data: AddressIndexData): number {
  return transferables(data).reduce((sum, buffer) => sum + buffer.byteLength, 0)
}

export function openAddressIndex(data: AddressIndexData): AddressIndex {
  const streets = data.streetCity.length
  const forms = stringCount(data.formCanonical)
  return {
    data,
    largestPopulation: data.cityPopulation.reduce((most, people) => Math.max(most, people), 1),
    hasLatin: data.lexicon.words.units.some((unit) => unit >= 0x61 && unit <= 0x7a),
    streetGain: new Float32Array(streets),
    streetQuery: new Uint32Array(streets),
    streetWord: new Uint8Array(streets),
    formQuery: new Uint32Array(forms),
    formMatch: new Uint8Array(forms),
    queryNumber: 0,
  }
}

interface CityDraft {
  name: string
  key: string
  words: string[]
  /** What the table says of the city itself. */
  fact: Address | null
  houses: number
}
interface StreetDraft {
  city: number
  key: string
  name: number
  type: number
  oneBuilding: boolean
  words: string[]
}

export function addressIndexBuilder(): AddressIndexBuilder {
  const cities: CityDraft[] = []
  const cityByName = new Map<string, number>()
  const cityByKey = new Map<string, number>()
  const streets: StreetDraft[] = []
  const streetByName = new Map<string, number>()
  const streetByKey = new Map<string, number>()
  const streetNames = new Numbering()
  const forms = new Numbering()
  const postalCodes = new Numbering()
  postalCodes.of('')
  const canonicalForms: string[] = []
  const rows = {
    street: new GrowingNumbers(),
    form: new GrowingNumbers(),
    lat: new GrowingNumbers(),
    lon: new GrowingNumbers(),
    postal: new GrowingNumbers(),
    fias: new GrowingNumbers(),
  }
  let anyFias = false

  const cityOf = (written: string): number => {
    const known = cityByName.get(written)
    if (known !== undefined) return known
    const name = clean(written)
    const words = cityWords(name).map((token) => token.text)
    const key = words.join(' ')
    let city = cityByKey.get(key)
    if (city === undefined) {
      city = cities.length
      cities.push({ name, key, words, fact: null, houses: 0 })
      cityByKey.set(key, city)
    }
    cityByName.set(written, city)
    return city
  }

  const streetOf = (city: number, writtenStreet: string, buildingName: string): number => {
    const nameKey = `${city}\u0000${writtenStreet}\u0000${buildingName}`
    const known = streetByName.get(nameKey)
    if (known !== undefined) return known
    const written = clean(writtenStreet)
    const building = clean(buildingName)
    const parts = streetWords(written)
    const { type, tokens } = parts
    const words = tokens.map((token) => token.text)
    if (written === '') words.push(...(cities[city]?.words ?? []))
    if (building !== '') words.push(...tokenise(fold(building)).map((token) => token.text))
    const cityKey = cities[city]?.key ?? ''
    const key = `${cityKey}\u0000${spellingKey(parts)}\u0000${building === '' ? '' : spellingKey(building)}`
    let street = streetByKey.get(key)
    if (street === undefined) {
      street = streets.length
      const name = streetNames.of(written)
      streets.push({ city, key, name, type, oneBuilding: building !== '', words })
      streetByKey.set(key, street)
    }
    streetByName.set(nameKey, street)
    return street
  }

  const formOf = (written: string): number => {
    const form = forms.of(written)
    if (form === canonicalForms.length) canonicalForms.push(canonicalHouse(written))
    return form
  }

  /** Two spellings may be one city: the larger population is believed, then the first in order. */
  const learnOf = (at: number, fact: Address): void => {
    const city = cities[at]
    if (!city) return
    const known = city.fact
    const isLarger = (fact.population ?? 0) > (known?.population ?? 0)
    if (known === null || isLarger) city.fact = fact
  }

  return {
    add(address) {
      const city = cityOf(address.city)
      if (clean(address.street) === '' && clean(address.house) === '') {
        learnOf(city, address)
        return
      }
      const house = clean(address.house)
      const named = house !== '' && isBuildingName(house)
      const street = streetOf(city, address.street, named ? house : '')
      if (house === '') return
      const draft = cities[city]
      if (draft) draft.houses++
      const hasPlace = address.lat !== null && address.lon !== null
      rows.street.push(street)
      rows.form.push(formOf(house))
      rows.lat.push(hasPlace ? toUnits(address.lat ?? 0) : NO_COORDINATE)
      rows.lon.push(hasPlace ? toUnits(address.lon ?? 0) : NO_COORDINATE)
      rows.postal.push(postalCodes.of(clean(address.postalCode ?? '')))
      const fias = fiasParts(address.fiasId)
      if (fias !== null && !anyFias) {
        anyFias = true
        for (let i = 0; i < (rows.street.length - 1) * 4; i++) rows.fias.push(0)
      }
      if (anyFias) for (let i = 0; i < 4; i++) rows.fias.push(fias?.[i] ?? 0)
    },

    finish() {
      const cityOrder = orderBy(cities, (city) => city.key)
      const cityPlace = places(cityOrder)
      const streetOrder = orderBy(streets, (street) => street.key)
      const streetPlace = places(streetOrder)
      const sortedCities = pick(cities, cityOrder)
      const sortedStreets = pick(streets, streetOrder)

      const wordSet = new Set<string>()
      for (const city of sortedCities) for (const word of city.words) wordSet.add(word)
      for (const street of sortedStreets) for (const word of street.words) wordSet.add(word)
      const words = [...wordSet].sort(byUnits)
      const wordNumber = new Map(words.map((word, i) => [word, i]))
      const numbers = (list: readonly string[]) => list.map((word) => wordNumber.get(word) ?? 0)
      const streetWordLists = packLists(sortedStreets.map((street) => numbers(street.words)))
      const cityWordLists = packLists(sortedCities.map((city) => numbers(city.words)))

      const wordsBySkeleton = new Map<string, number[]>()
      for (const [i, word] of words.entries()) {
        const bones = skeleton(word)
        const list = wordsBySkeleton.get(bones)
        if (list) list.push(i)
        else wordsBySkeleton.set(bones, [i])
      }
      const skeletons = [...wordsBySkeleton.keys()].sort(byUnits)

      const houses = orderedHouses(rows, streetPlace, sortedStreets.length, canonicalForms)
      const total = houses.order.length
      const take = (column: GrowingNumbers): Int32Array<ArrayBuffer> => {
        const taken = new Int32Array(total)
        for (let i = 0; i < total; i++) taken[i] = column.at(houses.order[i] ?? 0)
        return taken
      }
      const houseLat = take(rows.lat)
      const houseLon = take(rows.lon)
      const houseFias = new Uint8Array(anyFias ? total * 16 : 0)
      if (anyFias) {
        const view = new DataView(houseFias.buffer)
        for (let i = 0; i < total; i++) {
          for (let part = 0; part < 4; part++) {
            view.setInt32(i * 16 + part * 4, rows.fias.at((houses.order[i] ?? 0) * 4 + part))
          }
        }
      }
      const streetCity = Uint32Array.from(sortedStreets, (street) => cityPlace[street.city] ?? 0)
      const streetMeans = meanPlaces(houses.starts, houseLat, houseLon)
      const cityMeans = meanOfGroups(streetCity, sortedCities.length, streetMeans)
      const factPlaces = sortedCities.map(({ fact }) => {
        return fact !== null && fact.lat !== null && fact.lon !== null
          ? { lat: toUnits(fact.lat), lon: toUnits(fact.lon) }
          : null
      })

      return {
        version: 1,
        lexicon: buildLexicon(words),
        skeletons: buildLexicon(skeletons),
        skeletonWords: packLists(skeletons.map((bones) => wordsBySkeleton.get(bones) ?? [])),
        wordStreets: invertLists(streetWordLists, words.length),
        wordCities: invertLists(cityWordLists, words.length),
        cityNames: packStrings(sortedCities.map((city) => city.name)),
        cityWords: cityWordLists,
        cityPopulation: Float64Array.from(sortedCities, (city) => {
          return city.fact?.population ?? city.houses
        }),
        cityLat: Int32Array.from(factPlaces, (place, i) => place?.lat ?? cityMeans.lat[i] ?? 0),
        cityLon: Int32Array.from(factPlaces, (place, i) => place?.lon ?? cityMeans.lon[i] ?? 0),
        cityFias: packStrings(sortedCities.map((city) => city.fact?.fiasId ?? '')),
        cityPostalCodes: packStrings(sortedCities.map((city) => city.fact?.postalCode ?? '')),
        streetCity,
        streetName: Uint32Array.from(sortedStreets, (street) => street.name),
        streetNames: packStrings(streetNames.strings),
        streetType: Uint8Array.from(sortedStreets, (street) => street.type),
        streetOneBuilding: Uint8Array.from(sortedStreets, (street) => Number(street.oneBuilding)),
        streetWords: streetWordLists,
        streetLat: streetMeans.lat,
        streetLon: streetMeans.lon,
        houseStarts: houses.starts,
        houseForm: Uint32Array.from(take(rows.form)),
        houseLat,
        houseLon,
        housePostalCode: Uint32Array.from(take(rows.postal)),
        houseFias,
        formWritten: packStrings(forms.strings),
        formCanonical: packStrings(canonicalForms),
        postalCodes: packStrings(postalCodes.strings),
      }
    },
  }
}

function clean(text: string): string {
  return text.normalize('NFC').toWellFormed().replace(/\s+/gu, ' ').trim().slice(0, MAX_TEXT)
}

/** "Символ ЖК" in the place of a number: words that are not marks of a house. */
function isBuildingName(house: string): boolean {
  return tokenise(fold(house)).some(
    (token) => token.kind === 'word' && token.text.length >= 3 && !isHouseWord(token.text),
  )
}

function toUnits(degrees: number): number {
  return Math.round(degrees * DEGREE)
}

export function toDegrees(units: number): number | null {
  return units === NO_COORDINATE ? null : units / DEGREE
}

const FIAS_ID =
  /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})([0-9a-f]{8})$/iu

/** A FIAS id as four 32-bit numbers, or null for what is no such id. */
function fiasParts(id: string | null): number[] | null {
  const match = FIAS_ID.exec(id?.trim() ?? '')
  if (!match) return null
  const [, a, b, c, d, e, f] = match
  return [a, `${b}${c}`, `${d}${e}`, f].map((hex) => Number.parseInt(hex ?? '0', 16) | 0)
}

/** The FIAS id of a house, or null. */
export function fiasOfHouse(data: AddressIndexData, house: number): string | null {
  if (data.houseFias.length === 0) return null
  const bytes = data.houseFias.subarray(house * 16, house * 16 + 16)
  const hex = Buffer.from(bytes).toString('hex')
  if (/^0+$/u.test(hex)) return null
  return [0, 8, 12, 16, 20].map((at, i) => hex.slice(at, [8, 12, 16, 20, 32][i])).join('-')
}

function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function orderBy<T>(items: readonly T[], key: (item: T) => string): number[] {
  const keys = items.map(key)
  return items.map((_, i) => i).sort((a, b) => byUnits(keys[a] ?? '', keys[b] ?? ''))
}

function places(order: readonly number[]): Uint32Array {
  const place = new Uint32Array(order.length)
  for (const [i, item] of order.entries()) place[item] = i
  return place
}

function pick<T>(items: readonly T[], order: readonly number[]): T[] {
  return order.flatMap((i) => {
    const item = items[i]
    return item === undefined ? [] : [item]
  })
}

type Rows = Record<'street' | 'form' | 'lat' | 'lon', GrowingNumbers>

/** Rows by street, then number, then place, with repeated addresses of one place left out. */
function orderedHouses(
  rows: Rows,
  streetPlace: Uint32Array,
  streetCount: number,
  canonicalForms: readonly string[],
): { order: Uint32Array; starts: Uint32Array<ArrayBuffer> } {
  const count = rows.street.length
  const keys = canonicalForms.map((form) => form.replace(/\d+/gu, (d) => d.padStart(6, '0')))
  const rank = new Uint32Array(keys.length)
  const formOrder = keys.map((_, i) => i).sort((a, b) => byUnits(keys[a] ?? '', keys[b] ?? ''))
  let ranks = 0
  for (const [i, form] of formOrder.entries()) {
    if (i > 0 && keys[form] !== keys[formOrder[i - 1] ?? 0]) ranks++
    rank[form] = ranks
  }
  const byStreet = new Uint32Array(streetCount + 1)
  const streetOfRow = (row: number) => streetPlace[rows.street.at(row)] ?? 0
  for (let row = 0; row < count; row++) {
    const next = streetOfRow(row) + 1
    byStreet[next] = (byStreet[next] ?? 0) + 1
  }
  for (let s = 0; s < streetCount; s++)
    byStreet[s + 1] = (byStreet[s + 1] ?? 0) + (byStreet[s] ?? 0)
  const next = byStreet.slice(0, streetCount)
  const sorted = new Uint32Array(count)
  for (let row = 0; row < count; row++) {
    const street = streetOfRow(row)
    const place = next[street] ?? 0
    sorted[place] = row
    next[street] = place + 1
  }
  const order = new Uint32Array(count)
  const starts = new Uint32Array(streetCount + 1)
  let kept = 0
  for (let s = 0; s < streetCount; s++) {
    const ofStreet = sorted.subarray(byStreet[s], byStreet[s + 1])
    ofStreet.sort(
      (a, b) =>
        (rank[rows.form.at(a)] ?? 0) - (rank[rows.form.at(b)] ?? 0) ||
        rows.lat.at(a) - rows.lat.at(b) ||
        rows.lon.at(a) - rows.lon.at(b),
    )
    const first = kept
    for (const row of ofStreet) {
      const formRank = rank[rows.form.at(row)]
      let repeated = false
      for (let k = kept - 1; k >= first; k--) {
        const other = order[k] ?? 0
        if (rank[rows.form.at(other)] !== formRank) break
        const hasPlace = rows.lat.at(row) !== NO_COORDINATE
        if (!hasPlace || rows.lat.at(other) === NO_COORDINATE) {
          if (hasPlace) order[k] = row
          repeated = true
        } else if (
          distanceKm(rows.lat.at(row), rows.lon.at(row), rows.lat.at(other), rows.lon.at(other)) <
          SAME_PLACE_KM
        ) {
          repeated = true
        }
        if (repeated) break
      }
      if (!repeated) order[kept++] = row
    }
    starts[s + 1] = kept
  }
  return { order: order.slice(0, kept), starts }
}

/** Kilometres between two points in index units, on a plane: right to a percent within a region. */
export function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const latKm = ((latA - latB) / DEGREE) * KM_PER_DEGREE
  const middle = (((latA + latB) / 2 / DEGREE) * Math.PI) / 180
  const lonKm = ((lonA - lonB) / DEGREE) * KM_PER_DEGREE * Math.cos(middle)
  return Math.hypot(latKm, lonKm)
}

interface Places {
  lat: Int32Array<ArrayBuffer>
  lon: Int32Array<ArrayBuffer>
}

function meanPlaces(starts: Uint32Array, lat: Int32Array, lon: Int32Array): Places {
  const group = new Uint32Array(lat.length)
  for (let s = 0; s + 1 < starts.length; s++) group.fill(s, starts[s], starts[s + 1])
  return meanOfGroups(group, starts.length - 1, { lat, lon })
}

function meanOfGroups(
  group: Uint32Array,
  groupCount: number,
  { lat, lon }: { lat: Int32Array; lon: Int32Array },
): Places {
  const sumLat = new Float64Array(groupCount)
  const sumLon = new Float64Array(groupCount)
  const counted = new Uint32Array(groupCount)
  for (let i = 0; i < group.length; i++) {
    const g = group[i] ?? 0
    if (lat[i] === NO_COORDINATE) continue
    sumLat[g] = (sumLat[g] ?? 0) + (lat[i] ?? 0)
    sumLon[g] = (sumLon[g] ?? 0) + (lon[i] ?? 0)
    counted[g] = (counted[g] ?? 0) + 1
  }
  const mean = (sums: Float64Array) =>
    Int32Array.from(sums, (sum, g) => {
      const n = counted[g] ?? 0
      return n === 0 ? NO_COORDINATE : Math.round(sum / n)
    })
  return { lat: mean(sumLat), lon: mean(sumLon) }
}
