// From the text of a whole address to one place: one match, several candidates, or nothing.
// Never guesses: where two places fit as well, it hands back both.
import type { Kind, Resolution } from './address.ts'
import type { AddressIndex } from './address-index.ts'
import { explain } from './assign-words.ts'
import { type BestReading, bestReading, costOf } from './best-reading.ts'
import { describeRow } from './describe-row.ts'
import type { FoundRow } from './found-row.ts'
import { POSTAL_CODE } from './normalise.ts'
import { pageRows } from './page-rows.ts'
import type { ReadQuery } from './read-query.ts'

/** Candidates given back when several places fit. */
const MAX_CANDIDATES = 10
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

/**
 * The place an address names. A house is matched only by its own number; where the table has no
 * such house but one that begins with it ("34" and there is a 34к1), those are the candidates.
 * Otherwise the match is the street or the city, which its `geo_precision` says: the caller decides
 * whether that is precise enough. Reads at most 300 characters and throws nothing.
 */
export function resolveAddress(index: AddressIndex, text: string): Resolution {
  const found = resolveAsWritten(index, text)
  if (found.outcome !== 'not_found') return found
  const shorter = withoutRegions(text)
  return shorter === text ? found : resolveAsWritten(index, shorter)
}

/** A region's or district's name, its kind before or after it, the country. */
const REGION =
  /^(?:россия|рф|российская федерация|.*(?<![\p{L}\d-])(?:обл|область|край|респ|республика|р-н|район|округ|ао|[а-яё]{1,4}ао)(?![\p{L}\d-]).*)$/iu

/**
 * The text without the parts between its commas that only say in which region or district the rest
 * lies: the table knows none. A part with a digit beside its name is kept, as it may be a street
 * and its house.
 */
function withoutRegions(text: string): string {
  const parts = text.split(',').map((part) => part.trim())
  const kept = parts.filter((part) => {
    if (POSTAL_CODE.test(part)) return false
    return /\d/.test(part) || !REGION.test(part.replaceAll('.', ' ').trim())
  })
  return kept.length === parts.length ? text : kept.join(', ')
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
  const houses = any.rows.filter((row) => row.kind === 'house')
  const own = houses.filter((row) => row.houseMatch === null || row.houseMatch === 'exact')
  const exact = own.length > 0 ? own : houses.filter((row) => row.houseMatch === 'same_signs')
  if (exact.length > 0) return answer(index, { ...any, rows: exact })
  const begun = houses.filter((row) => row.houseMatch === 'begun')
  if (begun.length > 0) {
    const candidates = begun.map((row) => describeRow(index, any.best.result.read, row))
    return { outcome: 'ambiguous', candidates }
  }
  const street = matchedBy(index, text, 'street') ?? (first?.kind === 'city' ? any : null)
  return street === null ? { outcome: 'not_found' } : answer(index, street)
}

/** Null when nothing is found that comes near enough. */
function matchedBy(index: AddressIndex, text: string, kind: Kind | null): Matched | null {
  const scope = { cities: null, kind, lat: null, lon: null, limit: MAX_CANDIDATES }
  const best = bestReading(index, text, scope)
  if (best === null || costOf(best) - best.penalty > WORST_MATCH_COST) return null
  const rows = pageRows(index, best.result.rows, MAX_CANDIDATES).filter((row) => {
    if (row.unread > MAX_UNREAD) return false
    const uses = explain(index, best.result.read, row)
    return uses.every(({ edits, token }) => edits <= token.text.length * MAX_EDITS_PER_LETTER)
  })
  return rows.length === 0 ? null : { best, rows }
}

function answer(index: AddressIndex, { best, rows }: Matched): Resolution {
  const [first] = rows
  if (!first) return { outcome: 'not_found' }
  const { read } = best.result
  const asGood = rows.filter((row) => row.kind === first.kind && row.cost - first.cost < AS_GOOD)
  // "Тверская улица" is that street, though a "1-я Тверская-Ямская" is near it.
  const whole = asGood.filter((row) => isTypedWhole(index, read, row))
  const fitting = whole.length > 0 ? whole : asGood
  const [match, ...others] = fitting.map((row) => describeRow(index, read, row))
  if (match === undefined) return { outcome: 'not_found' }
  if (others.length === 0) return { outcome: 'match', match }
  return { outcome: 'ambiguous', candidates: [match, ...others] }
}

/** Whether every word of the street's name was typed, to its end and without a typo. */
function isTypedWhole(index: AddressIndex, read: ReadQuery, row: FoundRow): boolean {
  if (row.street < 0) return false
  const { starts } = index.data.streetWords
  const words = (starts[row.street + 1] ?? 0) - (starts[row.street] ?? 0)
  const named = explain(index, read, row).filter(({ as }) => as === 'name')
  return named.length === words && named.every(({ edits, begun }) => edits === 0 && !begun)
}
