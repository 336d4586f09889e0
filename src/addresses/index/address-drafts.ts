// What is collected of addresses before they are ordered: cities, streets and houses as they come.
// Never orders or packs anything; every spelling of a city or street comes to one draft, at the
// latest once all are collected.
import { GrowingArray } from '../../datasets/growing-array.ts'
import { toFixedDegrees } from '../../geometry/fixed-degrees.ts'
import { byUnits } from '../../text/by-units.ts'
import { Numbering } from '../../text/numbering.ts'
import type { Address } from '../table/address.ts'
import { canonicalHouse } from '../words/house-form.ts'
import { HOUSE_WORDS } from '../words/house-marks.ts'
import { fold, MAX_TEXT, tokenise, withoutInvisible } from '../words/normalise.ts'
import { cityKind, cityWords, spellingKey, streetWords } from '../words/place-names.ts'
import { NO_TYPE, placeTypeWord } from '../words/place-types.ts'
import { citiesOfOne, MiddleOfHouses } from './cities-of-one.ts'
import { FIAS_BYTES, fiasBytes } from './fias-id.ts'
import { NO_COORDINATE } from './index-coordinates.ts'

export interface CityDraft {
  /** In its usual spelling, once that has been chosen; before, in the first. */
  name: string
  /** Drafts with the same key are one city, or one street. The key also gives their order. */
  readonly key: string
  readonly words: string[]
  /** The code of its kind; `NO_TYPE` while no spelling says it. */
  kind: number
  /** What the table says of the city itself. */
  fact: Address | null
  houses: number
  readonly middle: MiddleOfHouses
}

export interface StreetDraft {
  city: number
  key: string
  /** Its number in `streetNames`; spelt as a city is. */
  name: number
  readonly type: number
  readonly oneBuilding: boolean
  readonly words: string[]
}

/** A text of a city or street as it came, and how many addresses write it so. */
interface Spelling {
  readonly draft: number
  readonly name: string
  addresses: number
}

/**
 * One number a row in each column; `fias` has FIAS_BYTES a row, or none while no row has an id.
 */
export interface HouseColumns {
  readonly street: GrowingArray<Int32Array>
  readonly form: GrowingArray<Int32Array>
  readonly lat: GrowingArray<Int32Array>
  readonly lon: GrowingArray<Int32Array>
  readonly postalCode: GrowingArray<Int32Array>
  readonly fias: GrowingArray<Uint8Array>
}

/** Separates the parts of a key: no stored text contains it. */
const PART = '\u0000'

export class AddressDrafts {
  readonly cities: CityDraft[] = []
  readonly streets: StreetDraft[] = []
  readonly streetNames = new Numbering()
  readonly forms = new Numbering()
  /** The canonical form of each form, by its number. */
  readonly canonicalForms: string[] = []
  readonly postalCodes = new Numbering()
  readonly houses: HouseColumns = {
    street: new GrowingArray(Int32Array),
    form: new GrowingArray(Int32Array),
    lat: new GrowingArray(Int32Array),
    lon: new GrowingArray(Int32Array),
    postalCode: new GrowingArray(Int32Array),
    fias: new GrowingArray(Uint8Array),
  }
  /** By the text as it came, so that none is read twice. */
  #citySpellings = new Map<string, Spelling>()
  #streetSpellings = new Map<string, Spelling>()
  /** Numbers of drafts. */
  #cityByKey = new Map<string, number>()
  #streetByKey = new Map<string, number>()
  /** Drafts that have turned out to be another, and which: known once all are collected. */
  readonly joinedCities = new Map<number, number>()
  readonly joinedStreets = new Map<number, number>()

  add(address: Address): void {
    const city = this.#cityOf(address.city)
    const house = clean(address.house)
    if (house === '' && clean(address.street) === '') {
      this.#learnOfCity(city, address)
      return
    }
    const isNamed = house !== '' && isBuildingName(house)
    const street = this.#streetOf(city, address.street, isNamed ? house : '')
    if (house === '') return
    const draft = this.cities[city]
    if (draft) draft.houses += 1
    draft?.middle.add(address)
    this.#addHouse(street, house, address)
  }

  /**
   * Joins cities that are one, and spells each city and street as most of its addresses do, of
   * those that say the kind of a settlement: to be called after the last.
   */
  finish(): void {
    this.#joinCities()
    for (const { draft, name } of usualOf(this.#citySpellings.values())) {
      const city = this.cities[draft]
      if (city) city.name = name
    }
    for (const { draft, name } of usualOf(this.#streetSpellings.values())) {
      const street = this.streets[draft]
      if (street) street.name = this.streetNames.of(name)
    }
  }

  #joinCities(): void {
    const { cities, joinedCities } = this
    for (const [at, into] of citiesOfOne(cities)) {
      joinedCities.set(at, into)
      const [city, joined] = [cities[at], cities[into]]
      if (!city || !joined) continue
      joined.houses += city.houses
      if (city.fact) this.#learnOfCity(into, city.fact)
    }
    if (joinedCities.size > 0) this.#joinStreets()
  }

  #joinStreets(): void {
    for (const [at, street] of this.streets.entries()) {
      const into = this.joinedCities.get(street.city)
      const [city, joined] = [this.cities[street.city], this.cities[into ?? -1]]
      if (into === undefined || !city || !joined) continue
      street.city = into
      street.key = joined.key + street.key.slice(city.key.length)
      const same = this.#streetByKey.get(street.key)
      if (same === undefined) this.#streetByKey.set(street.key, at)
      else this.joinedStreets.set(at, same)
    }
  }

  #cityOf(written: string): number {
    const known = this.#citySpellings.get(written)
    if (known) {
      known.addresses += 1
      return known.draft
    }
    const name = clean(written)
    const words = cityWords(name).map((token) => token.text)
    const kind = cityKind(name)
    // A town has no word in it: "г Москва" and "Москва" are one.
    const key = [words.join(' '), placeTypeWord(kind)].join(PART)
    let city = this.#cityByKey.get(key)
    if (city === undefined) {
      city = this.cities.length
      this.cities.push({
        name,
        key,
        words,
        kind,
        fact: null,
        houses: 0,
        middle: new MiddleOfHouses(),
      })
      this.#cityByKey.set(key, city)
    }
    const draft = this.cities[city]
    if (draft && kind !== NO_TYPE) draft.kind = kind
    this.#citySpellings.set(written, { draft: city, name, addresses: 1 })
    return city
  }

  /** Two spellings may be one city: the larger population is believed, then the first in order. */
  #learnOfCity(at: number, fact: Address): void {
    const city = this.cities[at]
    if (!city) return
    const known = city.fact
    const isLarger = (fact.population ?? 0) > (known?.population ?? 0)
    if (known === null || isLarger) city.fact = fact
  }

  /** A building with a name for a number is a street of its own, found by the words of both. */
  #streetOf(city: number, written: string, building: string): number {
    const text = [city, written, building].join(PART)
    const known = this.#streetSpellings.get(text)
    if (known) {
      known.addresses += 1
      return known.draft
    }
    const name = clean(written)
    const parts = streetWords(name)
    const cityDraft = this.cities[city]
    const key = [
      cityDraft?.key ?? '',
      spellingKey(parts),
      building === '' ? '' : spellingKey(building),
    ].join(PART)
    let street = this.#streetByKey.get(key)
    if (street === undefined) {
      street = this.streets.length
      const words = parts.tokens.map((token) => token.text)
      if (name === '') words.push(...(cityDraft?.words ?? []))
      if (building !== '') words.push(...tokenise(fold(building)).map((token) => token.text))
      this.streets.push({
        city,
        key,
        name: this.streetNames.of(name),
        type: parts.type,
        oneBuilding: building !== '',
        words,
      })
      this.#streetByKey.set(key, street)
    }
    this.#streetSpellings.set(text, { draft: street, name, addresses: 1 })
    return street
  }

  #addHouse(street: number, house: string, { lat, lon, postalCode, fiasId }: Address): void {
    const { houses } = this
    const hasPlace = lat !== null && lon !== null
    houses.street.push(street)
    houses.form.push(this.#formOf(house))
    houses.lat.push(hasPlace ? toFixedDegrees(lat) : NO_COORDINATE)
    houses.lon.push(hasPlace ? toFixedDegrees(lon) : NO_COORDINATE)
    houses.postalCode.push(this.postalCodes.of(clean(postalCode ?? '')))
    const fias = fiasBytes(fiasId)
    if (fias === null && houses.fias.length === 0) return
    const before = (houses.street.length - 1) * FIAS_BYTES
    while (houses.fias.length < before) houses.fias.push(0)
    for (let at = 0; at < FIAS_BYTES; at += 1) houses.fias.push(fias?.[at] ?? 0)
  }

  #formOf(written: string): number {
    const form = this.forms.of(written)
    if (form === this.canonicalForms.length) this.canonicalForms.push(canonicalHouse(written))
    return form
  }
}

/** Of each draft the spelling that most of its addresses have; of equals the first in order. */
function usualOf(spellings: Iterable<Spelling>): Iterable<Spelling> {
  const usual = new Map<number, Spelling>()
  for (const spelling of spellings) {
    const best = usual.get(spelling.draft)
    const isMoreUsual =
      best === undefined ||
      spelling.addresses > best.addresses ||
      (spelling.addresses === best.addresses && byUnits(spelling.name, best.name) < 0)
    if (isMoreUsual) usual.set(spelling.draft, spelling)
  }
  return usual.values()
}

function clean(text: string): string {
  const visible = withoutInvisible(text)
  return visible.normalize('NFC').toWellFormed().replace(/\s+/gu, ' ').trim().slice(0, MAX_TEXT)
}

/** Shorter words beside a number are letters of it, or marks nobody listed. */
const MIN_NAME_LETTERS = 3

/** "Символ ЖК" in the place of a number: words that are not marks of a house. */
function isBuildingName(house: string): boolean {
  return tokenise(fold(house)).some(
    ({ kind, text }) =>
      kind === 'word' && text.length >= MIN_NAME_LETTERS && !HOUSE_WORDS.has(text),
  )
}
