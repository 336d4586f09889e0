// From the text of a whole address to one place: one match, several candidates, or nothing.
// Never guesses: where two places fit as well, it hands back both.
import { type AddressIndex, hasNamelessCity } from './index/address-index.ts'
import { explain } from './search/assign-words.ts'
import { type BestReading, bestReading, costOf } from './search/best-reading.ts'
import { describeRow } from './search/describe-row.ts'
import type { FoundRow } from './search/found-row.ts'
import {
  isAsWritten,
  isCityWhole,
  isNamed,
  isOfOtherKind,
  isTypedWhole,
  typosIn,
  unreadWords,
} from './search/naming.ts'
import { isMicrodistrictBeforeStreet, partsBehindHouse } from './search/needless-parts.ts'
import { pageRows } from './search/page-rows.ts'
import type { ReadQuery } from './search/read-query.ts'
import { rewritings } from './search/rewritings.ts'
import type { Kind, Resolution, Suggestion } from './table/address.ts'
import { HOUSE_COST } from './words/house-match.ts'
import { fold, tokenise } from './words/normalise.ts'
import { placeTypesOf, SETTLEMENT_TYPES } from './words/place-types.ts'

/** Candidates given back when several places fit. */
const MAX_CANDIDATES = 10
/** A first row dearer than this is no match: it has about two typos, or a word that nothing has. */
const WORST_MATCH_COST = 2.2
/**
 * Rows nearer in cost than this fit as well as each other: less than a typo, more than a city's
 * size.
 */
const AS_GOOD = 0.25
/** Parts between commas of an address that is tried without each: every try is a search. */
const MAX_PARTS = 8
/** Letters of the text a match may leave unread. */
const MAX_UNREAD = 2
/** Two typos in a word of four letters may be a page's last hope, but no match. */
const MAX_EDITS_PER_LETTER = 0.3
/** A place is taken in spite of a typo; with more it is offered, for another may be meant. */
const MAX_TYPOS = 1

/**
 * The place an address names. A house is matched only by its own number; where the table has no
 * such house but one that begins with it ("34" and there is a 34к1), those are the candidates.
 * Otherwise the match is the street or the city, which its `geo_precision` says: the caller decides
 * whether that is precise enough. Reads at most 300 characters and throws nothing.
 */
export function resolveAddress(index: AddressIndex, text: string): Resolution {
  const found = resolveAsWritten(index, text)
  if (isHouse(found) || isBetweenHouses(found)) return found
  for (const rewritten of rewritings(text)) {
    const again = resolveAsWritten(index, rewritten)
    if (isHouse(again)) return again
  }
  const house = resolveWithoutNeedlessParts(index, text)
  if (house.outcome !== 'not_found') return house
  if (found.outcome !== 'not_found') return found
  const elsewhere = resolveWithoutCity(index, text)
  return elsewhere.outcome === 'not_found' ? suggestWithoutPart(index, text) : elsewhere
}

/**
 * The house that is found without the microdistrict before its street, and without what stands behind
 * it and is nothing that the table knows. It is never as written: a part left out may name another
 * place. Only beside its city, since what stands behind the house may be a city as well.
 */
function resolveWithoutNeedlessParts(index: AddressIndex, text: string): Resolution {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  const behind = partsBehindHouse(parts)
  if (behind.length > MAX_PARTS) return { outcome: 'not_found' }
  const isUnknown = (part: string) => resolveAsWritten(index, part).outcome === 'not_found'
  const needless = behind.filter((i) => isUnknown(parts[i] ?? ''))
  const kept = parts.filter(
    (_, i) => !needless.includes(i) && !isMicrodistrictBeforeStreet(parts, i),
  )
  if (kept.length === parts.length) return { outcome: 'not_found' }
  const rest = kept.join(',')
  for (const one of [rest, ...rewritings(rest)]) {
    const found = resolveAsWritten(index, one)
    if (found.outcome !== 'match' || !isHouse(found) || found.match.street === null) continue
    if (needless.length > 0 && !isNamedByItself(found.match.city, rest)) continue
    return { ...found, isAsWritten: false }
  }
  return { outcome: 'not_found' }
}

/**
 * The house that is found when one unknown part is left out: "Москва, Аэропорт, Часовая улица, 5". Only
 * offered, as a candidate: the part may name a settlement whose street of that name is another.
 */
function suggestWithoutPart(index: AddressIndex, text: string): Resolution {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  if (parts.length > MAX_PARTS) return { outcome: 'not_found' }
  for (const [i, part] of parts.entries()) {
    if (/\d/u.test(part) || (saysStreet(part) && !saysSettlement(part))) continue
    const rest = parts.toSpliced(i, 1).join(',')
    const found = resolveAsWritten(index, rest)
    if (found.outcome !== 'match' || !isHouse(found)) continue
    if (isNamedByItself(found.match.city, rest))
      return { outcome: 'ambiguous', candidates: [found.match] }
  }
  return { outcome: 'not_found' }
}

function isHouse(found: Resolution): boolean {
  return found.outcome === 'match' && found.match.geo_precision === 'house'
}

function isBetweenHouses(found: Resolution): boolean {
  return found.outcome === 'ambiguous' && found.candidates.some(({ kind }) => kind === 'house')
}

/**
 * In a table that leaves the city out any city may be named. It stands between commas, without a
 * number, and what is found without it must be of no city. Which part that is may be in doubt.
 */
function resolveWithoutCity(index: AddressIndex, text: string): Resolution {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  if (parts.length > MAX_PARTS || !hasNamelessCity(index.data)) return { outcome: 'not_found' }
  const found = parts.flatMap((part, i) => {
    if (/\d/u.test(part) || parts.length === 1 || saysStreet(part)) return []
    const rest = resolveAsWritten(index, parts.toSpliced(i, 1).join(','))
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

function placesOf(found: Resolution): readonly Suggestion[] {
  if (found.outcome === 'match') return [found.match]
  return found.outcome === 'ambiguous' ? found.candidates : []
}

function saysStreet(part: string): boolean {
  return tokenise(fold(part)).some(({ text }) => placeTypesOf(text).length > 0)
}

function saysSettlement(part: string): boolean {
  const types = tokenise(fold(part)).flatMap(({ text }) => placeTypesOf(text))
  return types.some((type) => SETTLEMENT_TYPES.has(type))
}

/** Whether a part between commas is the city alone, with or without "г": no "Тверская область". */
function isNamedByItself(city: string, text: string): boolean {
  const named = fold(city)
  return text.split(',').some(
    (part) =>
      fold(part)
        .replace(/^\s*(?:г|город)\.?\s/u, '')
        .trim() === named,
  )
}

/** A text read in one way, and the rows that are good enough for a match. */
interface Matched {
  readonly best: BestReading
  readonly rows: FoundRow[]
}

function resolveAsWritten(index: AddressIndex, text: string): Resolution {
  const any = matchedBy(index, text, null)
  if (any === null) return { outcome: 'not_found' }
  const [first] = any.rows
  if (first?.kind !== 'house' && !any.best.result.houseTyped) return answer(index, any)
  // A house of this number on a street that is farther from what was typed is another house; so is
  // one on a street that only holds the typed name: "Арбат, 25" is not on the "Новый Арбат".
  const named = Math.min(...any.best.result.rows.map(costOfName))
  const { read, rows } = any.best.result
  const isTyped = (row: FoundRow) => isTypedWhole(index, read, row)
  const hasTyped = rows.some(isTyped)
  const houses = any.rows.filter(
    (row) =>
      row.kind === 'house' && costOfName(row) - named < AS_GOOD && (!hasTyped || isTyped(row)),
  )
  const own = houses.filter((row) => row.houseMatch === null || row.houseMatch === 'exact')
  const exact = own.length > 0 ? own : houses.filter((row) => row.houseMatch === 'same_signs')
  if (exact.length > 0) return answer(index, { ...any, rows: exact })
  const near = houses.filter(
    ({ houseMatch }) => houseMatch === 'other_marks' || houseMatch === 'begun',
  )
  if (near.length > 0) {
    const candidates = near.map((row) => describeRow(index, any.best.result.read, row))
    return { outcome: 'ambiguous', candidates }
  }
  const street = matchedBy(index, text, 'street')
  if (street !== null) return answer(index, { ...street, rows: byName(street.rows) })
  return first?.kind === 'city' ? answer(index, any) : { outcome: 'not_found' }
}

/** Streets by their names alone: one that has the house is no nearer to what was typed. */
function byName(rows: readonly FoundRow[]): FoundRow[] {
  return rows
    .map((row) => ({ ...row, cost: costOfName(row) }))
    .sort((a, b) => a.cost - b.cost || a.street - b.street)
}

/** What the row costs beside its house. */
function costOfName({ cost, houseMatch }: FoundRow): number {
  return cost - (houseMatch === null ? 0 : HOUSE_COST[houseMatch])
}

/** Null when nothing is found that comes near enough. */
function matchedBy(index: AddressIndex, text: string, kind: Kind | null): Matched | null {
  const scope = { cities: null, kind, lat: null, lon: null, limit: MAX_CANDIDATES }
  const best = bestReading(index, text, scope)
  if (best === null || costOf(best) - best.penalty > WORST_MATCH_COST) return null
  const rows = pageRows(index, best.result.rows, MAX_CANDIDATES).filter((row) => {
    if (row.unread > MAX_UNREAD) return false
    const uses = explain(index, best.result.read, row)
    return (
      isNamed(index, best.result.read, row, uses) &&
      uses.every(({ edits, token }) => edits <= token.text.length * MAX_EDITS_PER_LETTER)
    )
  })
  return rows.length === 0 ? null : { best, rows }
}

function answer(index: AddressIndex, { best, rows }: Matched): Resolution {
  const [first] = rows
  if (!first) return { outcome: 'not_found' }
  const { read } = best.result
  const asGood = rows.filter((row) => row.kind === first.kind && row.cost - first.cost < AS_GOOD)
  // "Тверская улица" is that street, though a "1-я Тверская-Ямская" is near it; "Уфа" is that city.
  const whole = asGood.filter((row) =>
    row.kind === 'city' ? isCityWhole(index, read, row) : isTypedWhole(index, read, row),
  )
  const fitting = whole.length > 0 ? whole : fewestUnread(index, read, asGood)
  const [only, ...others] = fitting
  if (only === undefined) return { outcome: 'not_found' }
  const isDoubtful = typosIn(index, read, only) > MAX_TYPOS || isOfOtherKind(index, read, only)
  if (others.length > 0 || isDoubtful) {
    return { outcome: 'ambiguous', candidates: fitting.map((row) => describeRow(index, read, row)) }
  }
  return {
    outcome: 'match',
    match: describeRow(index, read, only),
    isAsWritten: isAsWritten(index, read, only),
  }
}

/** Those that leave fewest words of the text unread: "Б. Лесная" is no other "Лесная". */
function fewestUnread(index: AddressIndex, read: ReadQuery, rows: readonly FoundRow[]): FoundRow[] {
  const unread = rows.map((row) => unreadWords(index, read, row))
  const fewest = Math.min(...unread)
  return rows.filter((_, i) => unread[i] === fewest)
}
