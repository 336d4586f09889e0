// From the text of a whole address to one place: one match, several candidates, or nothing. A text
// that leads to no house as it stands is read in other ways, each believed less than the one
// before. Never guesses: where two places fit as well, it hands back both.
import { type AddressIndex, hasNamelessCity } from './index/address-index.ts'
import { MAX_CANDIDATES, matchText, placesOf } from './search/match-text.ts'
import { isMicrodistrictBeforeStreet, partsBehindHouse } from './search/needless-parts.ts'
import { rewritings, withoutMainBuilding } from './search/rewritings.ts'
import type { Resolution } from './table/address.ts'
import { fold, tokenise } from './words/normalise.ts'
import { isCityWord } from './words/place-names.ts'
import { placeTypesOf, SETTLEMENT_TYPES } from './words/place-types.ts'

/** Parts between commas of an address that is tried without each: every try is a search. */
const MAX_PARTS = 8

/**
 * The place an address names. A house is matched only by its own number; where the table has no
 * such house but one that begins with it ("34" and there is a 34к1), those are the candidates.
 * Otherwise the match is the street or the city, which its `geo_precision` says: the caller decides
 * whether that is precise enough. Reads at most 300 characters and throws nothing.
 */
export function resolveAddress(index: AddressIndex, text: string): Resolution {
  const found = matchText(index, text)
  if (isHouse(found) || isBetweenHouses(found)) return found
  for (const rewritten of rewritings(text)) {
    const again = matchText(index, rewritten)
    if (isHouse(again)) return again
  }
  const main = matchMainBuilding(index, text)
  if (main.outcome !== 'not_found') return main
  const house = matchWithoutNeedlessParts(index, text)
  if (house.outcome !== 'not_found') return house
  if (found.outcome !== 'not_found') return /\d/u.test(text) ? found : offerIfCorrected(found)
  const elsewhere = matchWithoutCity(index, text)
  return elsewhere.outcome === 'not_found' ? offerWithoutPart(index, text) : elsewhere
}

/**
 * "Москва" alone is hardly the street of "Москва А101 ЖК", which it begins; "Химки" no Химкинский
 * бульвар.
 */
function offerIfCorrected(found: Resolution): Resolution {
  if (found.outcome !== 'match' || found.match.kind !== 'street' || found.isAsWritten) return found
  return { outcome: 'ambiguous', candidates: [found.match] }
}

/**
 * The house without the letter of its main building. Never as written: the table may lack that
 * house.
 */
function matchMainBuilding(index: AddressIndex, text: string): Resolution {
  const main = withoutMainBuilding(text)
  if (main === text) return { outcome: 'not_found' }
  for (const one of [main, ...rewritings(main)]) {
    const found = matchText(index, one)
    if (found.outcome === 'match' && isHouse(found)) return { ...found, isAsWritten: false }
  }
  return { outcome: 'not_found' }
}

/**
 * The house that is found without the microdistrict before its street and without parts behind the
 * house that the table does not know. It is never as written: a part left out may name another
 * place. The text must name the house's city too, since a part behind the house may be a city as
 * well.
 */
function matchWithoutNeedlessParts(index: AddressIndex, text: string): Resolution {
  const parts = partsOf(text)
  const behind = partsBehindHouse(parts)
  if (behind.length > MAX_PARTS) return { outcome: 'not_found' }
  const isUnknown = (part: string) => matchText(index, part).outcome === 'not_found'
  const needless = behind.filter((i) => isUnknown(parts[i] ?? ''))
  const kept = parts.filter(
    (_, i) => !needless.includes(i) && !isMicrodistrictBeforeStreet(parts, i),
  )
  if (kept.length === parts.length) return { outcome: 'not_found' }
  const rest = kept.join(',')
  for (const one of [rest, ...rewritings(rest)]) {
    const found = matchText(index, one)
    if (found.outcome !== 'match' || !isHouse(found) || found.match.street === null) continue
    if (needless.length > 0 && !isNamedByItself(found.match.city, rest)) continue
    return { ...found, isAsWritten: false }
  }
  return { outcome: 'not_found' }
}

/**
 * Where rows of the table leave the city out, a text may name any city. It stands between commas,
 * without a number, and what is found without it must be of no city. Several parts may qualify.
 */
function matchWithoutCity(index: AddressIndex, text: string): Resolution {
  const parts = partsOf(text)
  if (parts.length > MAX_PARTS || !hasNamelessCity(index.data)) return { outcome: 'not_found' }
  const found = parts.flatMap((part, i) => {
    if (/\d/u.test(part) || parts.length === 1 || saysPlaceType(part)) return []
    const rest = matchText(index, parts.toSpliced(i, 1).join(','))
    return placesOf(rest).every(({ city }) => city === '') ? [rest] : []
  })
  const houses = found.filter(isHouse)
  const several = houses.length > 0 ? houses : found.filter(isBetweenHouses)
  const places = new Map(several.flatMap(placesOf).map((place) => [place.id, place]))
  if (places.size > 1 || (houses.length === 0 && places.size > 0)) {
    return { outcome: 'ambiguous', candidates: [...places.values()].slice(0, MAX_CANDIDATES) }
  }
  const streets = found.filter(({ outcome }) => outcome !== 'not_found')
  return (
    houses[0] ??
    // A street that was only begun may be called after the city: the "Москва Сити".
    streets.find((street) => street.outcome === 'match' && street.isAsWritten) ??
    streets.find(({ outcome }) => outcome === 'ambiguous') ??
    streets[0] ?? { outcome: 'not_found' }
  )
}

/**
 * The house that is found when one unknown part is left out: "Москва, Аэропорт, Часовая улица, 5".
 * Only offered, as a candidate: the part may name a settlement whose street of that name is
 * another.
 */
function offerWithoutPart(index: AddressIndex, text: string): Resolution {
  const parts = partsOf(text)
  if (parts.length > MAX_PARTS) return { outcome: 'not_found' }
  for (const [i, part] of parts.entries()) {
    if (/\d/u.test(part) || (saysPlaceType(part) && !saysSettlement(part))) continue
    const rest = parts.toSpliced(i, 1).join(',')
    const found = matchText(index, rest)
    if (found.outcome !== 'match' || !isHouse(found)) continue
    if (isNamedByItself(found.match.city, rest)) {
      return { outcome: 'ambiguous', candidates: [found.match] }
    }
  }
  return { outcome: 'not_found' }
}

/** What stands between the commas. */
function partsOf(text: string): string[] {
  return text.split(',').filter((part) => part.trim() !== '')
}

function isHouse(found: Resolution): boolean {
  return found.outcome === 'match' && found.match.geo_precision === 'house'
}

function isBetweenHouses(found: Resolution): boolean {
  return found.outcome === 'ambiguous' && found.candidates.some(({ kind }) => kind === 'house')
}

function saysPlaceType(part: string): boolean {
  return placeTypesIn(part).length > 0
}

function saysSettlement(part: string): boolean {
  return placeTypesIn(part).some((type) => SETTLEMENT_TYPES.has(type))
}

function placeTypesIn(part: string): number[] {
  return tokenise(fold(part)).flatMap(({ text }) => placeTypesOf(text))
}

/**
 * Whether a part between commas is the city's name alone, with its place type or without ("п.
 * Шушары"), unlike "Тверская область".
 */
function isNamedByItself(city: string, text: string): boolean {
  const named = ownName(city)
  return text.split(',').some((part) => ownName(part) === named)
}

/** A city's name without what kind of city or settlement it is. */
function ownName(city: string): string {
  return tokenise(fold(city))
    .filter(
      ({ text }) =>
        !isCityWord(text) && !placeTypesOf(text).some((type) => SETTLEMENT_TYPES.has(type)),
    )
    .map(({ text }) => text)
    .join(' ')
}
