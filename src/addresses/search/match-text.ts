// From a text as it stands to one place, several candidates, or nothing. What else a text may be,
// if that leads to no house, is resolve.ts's.
import type { AddressIndex } from '../index/address-index.ts'
import type { Kind, Resolution, Suggestion } from '../table/address.ts'
import { HOUSE_COST } from '../words/house-match.ts'
import { type BestReading, bestReading, costOf } from './best-reading.ts'
import { describeRow } from './describe-row.ts'
import type { FoundRow } from './found-row.ts'
import { type NamedRow, namedRow } from './named-row.ts'
import {
  isAsWritten,
  isCityWhole,
  isNamed,
  isOfOtherName,
  isTypedWhole,
  typosIn,
  unreadWords,
} from './naming.ts'
import { hasOwnNumberBehind, isOfOtherNumber } from './own-number.ts'
import { pageRows } from './page-rows.ts'
import { isOfOtherKind, otherKinds } from './typed-kinds.ts'
import { OTHER_FORM_COST } from './word-cost.ts'

/** The key of "б" behind a house's number, or behind the mark before its letter. */
const COMMA_OF_HOUSE = /(?<=\d\s?|[a-z]\s),\s*$/iu
/** Candidates given back when several places fit. */
export const MAX_CANDIDATES = 10
/** A first row dearer than this is no match: it has about two typos, or a word that nothing has. */
const WORST_MATCH_COST = 2.2
/**
 * Rows nearer in cost than this fit as well as each other: less than a typo, more than a city's
 * size.
 */
const AS_GOOD = 0.25
/** Letters of the text a match may leave unread. */
const MAX_UNREAD = 2
/** Two typos in a word of four letters may be a page's last hope, but no match. */
const MAX_EDITS_PER_LETTER = 0.3
/** A place is taken in spite of a typo; with more it is offered, for another may be meant. */
const MAX_TYPOS = 1

/**
 * The house that a text names, or else its street or city; see `resolveAddress`. Where the number
 * behind a name may be a house or the street's own, the houses of that number are offered as well;
 * so is the house with a "б" where the comma at the end may be one, on the wrong layout.
 */
export function matchText(index: AddressIndex, text: string): Resolution {
  const any = matchedBy(index, text, null)
  if (any === null) return { outcome: 'not_found' }
  const found = matchRows(index, text, any)
  const places = placesOf(found)
  if (any.best.corrections.includes('layout') && COMMA_OF_HOUSE.test(text)) {
    const lettered = matchText(index, text.replace(COMMA_OF_HOUSE, 'б'))
    const isOther = lettered.outcome === 'match' && lettered.match.kind === 'house'
    if (isOther && places.every(({ id }) => id !== lettered.match.id)) {
      return { outcome: 'ambiguous', candidates: [lettered.match, ...places] }
    }
  }
  const [first] = any.rows
  if (first?.row.kind !== 'street' || !hasOwnNumberBehind(first)) return found
  const houses = any.rows
    .filter((named) => named.row.houseMatch === 'exact' && !isOfOtherKind(named))
    .map(({ row }) => describeRow(index, any.best.result.read, row))
    .filter(({ id }) => places.every((place) => place.id !== id))
  if (houses.length === 0) return found
  return { outcome: 'ambiguous', candidates: [...houses, ...places].slice(0, MAX_CANDIDATES) }
}

/** The places that a text names, or may name. */
export function placesOf(found: Resolution): readonly Suggestion[] {
  if (found.outcome === 'match') return [found.match]
  return found.outcome === 'ambiguous' ? found.candidates : []
}

function matchRows(index: AddressIndex, text: string, any: Matched): Resolution {
  const [first] = any.rows
  const { read, rows, houseTyped } = any.best.result
  if (first?.row.kind !== 'house' && !houseTyped) return answer(index, any)
  // A house of this number on a street that is farther from what was typed is another house; so is
  // one on a street that only holds the typed name: "Арбат, 25" is not on the "Новый Арбат".
  const nearest = Math.min(...rows.map(costOfName))
  const hasTyped = rows.some((row) => isTypedWhole(namedRow(index, read, row)))
  const houses = any.rows.filter(
    (named) =>
      named.row.kind === 'house' &&
      costOfName(named.row) - nearest < AS_GOOD &&
      (!hasTyped || isTypedWhole(named)),
  )
  const meeting = (...ways: readonly FoundRow['houseMatch'][]) =>
    houses.filter(({ row }) => ways.includes(row.houseMatch))
  const own = meeting(null, 'exact')
  const exact = own.length > 0 ? own : meeting('same_signs')
  if (exact.length > 0) return answer(index, { ...any, rows: exact })
  const near = meeting('other_marks', 'begun')
  if (near.length > 0) return offer(index, { ...any, rows: near })
  const street = matchedBy(index, text, 'street')
  if (street !== null) return answer(index, { ...street, rows: byName(street.rows) })
  return first?.row.kind === 'city' ? answer(index, any) : { outcome: 'not_found' }
}

/** A text read in one way, and the rows that are good enough for a match. */
interface Matched {
  readonly best: BestReading
  readonly rows: readonly NamedRow[]
}

/** Null when nothing is found that comes near enough. */
function matchedBy(index: AddressIndex, text: string, kind: Kind | null): Matched | null {
  const scope = { cities: null, kind, lat: null, lon: null, limit: MAX_CANDIDATES }
  const best = bestReading(index, text, scope)
  if (best === null || costOf(best) - best.penalty > WORST_MATCH_COST) return null
  const rows = pageRows(index, best.result.rows, MAX_CANDIDATES)
    .filter(({ unread }) => unread <= MAX_UNREAD)
    .map((row) => namedRow(index, best.result.read, row))
    .filter((named) => isNamed(named) && !isOfOtherNumber(named) && isOfLikelyWords(named))
  return rows.length === 0 ? null : { best, rows }
}

/** "50 летия" is no typo for "50 лет", however many letters differ: it is another form. */
function isOfLikelyWords({ uses, words }: NamedRow): boolean {
  return uses.every(
    ({ edits, token, word }, i) =>
      edits <= token.text.length * MAX_EDITS_PER_LETTER ||
      words[i]?.matchOf.get(word)?.cost === OTHER_FORM_COST,
  )
}

/** Streets by their names alone: one that has the house is no nearer to what was typed. */
function byName(rows: readonly NamedRow[]): NamedRow[] {
  return rows
    .map((named) => ({ ...named, row: { ...named.row, cost: costOfName(named.row) } }))
    .sort((a, b) => a.row.cost - b.row.cost || a.row.street - b.row.street)
}

/** What the row costs beside its house. */
function costOfName({ cost, houseMatch }: FoundRow): number {
  return cost - (houseMatch === null ? 0 : HOUSE_COST[houseMatch])
}

/** The one place that fits best, or all that fit as well as each other. */
function answer(index: AddressIndex, matched: Matched): Resolution {
  const [first] = matched.rows
  if (!first) return { outcome: 'not_found' }
  const asGood = matched.rows.filter(
    ({ row }) => row.kind === first.row.kind && row.cost - first.row.cost < AS_GOOD,
  )
  // "Тверская улица" is that street, though a "1-я Тверская-Ямская" is near it; "Уфа" is that city.
  const typedWhole = asGood.filter((named) =>
    named.row.kind === 'city' ? isCityWhole(named) : isTypedWhole(named),
  )
  // "д. Новая" is that village, though a "Новая Деревня" has both words.
  const inWholeCity = typedWhole.filter(isCityWhole)
  const whole = inWholeCity.length > 0 ? inWholeCity : typedWhole
  // An "улица Новая Дорога" is no "Новая улица", which has no use for "дорога"; a "Б. Лесная" is no
  // "Лесная", which leaves a word unread.
  const fitting = whole.length > 0 ? withFewest(whole, otherKinds) : withFewest(asGood, unreadWords)
  const [only, ...others] = fitting
  if (only === undefined) return { outcome: 'not_found' }
  const isDoubtful = typosIn(only) > MAX_TYPOS || isOfOtherKind(only) || isOfOtherName(only)
  if (others.length > 0 || isDoubtful) return offer(index, { ...matched, rows: fitting })
  return {
    outcome: 'match',
    match: describeRow(index, matched.best.result.read, only.row),
    isAsWritten: isAsWritten(only),
  }
}

function offer(index: AddressIndex, { best, rows }: Matched): Resolution {
  const candidates = rows.map(({ row }) => describeRow(index, best.result.read, row))
  return { outcome: 'ambiguous', candidates }
}

function withFewest(rows: readonly NamedRow[], countOf: (row: NamedRow) => number): NamedRow[] {
  const counts = rows.map(countOf)
  const fewest = Math.min(...counts)
  return rows.filter((_, i) => counts[i] === fewest)
}
