// From the text of a whole address to one place: one match, several candidates, or nothing.
// Never guesses: where two places fit as well, it hands back both.

import type { Resolution } from './address.ts'
import type { AddressIndex } from './index.ts'
import { bestReading, choosePage, costOf, describe } from './suggest.ts'

/** Candidates given back when several places fit. */
const MAX_CANDIDATES = 10
/** A first row dearer than this is no match: about two typos, or a word nothing was found for. */
const WORST_MATCH_COST = 2.2
/** Rows nearer in cost than this fit as well as each other: less than a typo, more than a city's size. */
const AS_GOOD = 0.25

/**
 * The place an address names. A match whose `geo_precision` is `street` or `city` means that the text
 * said no house or that the table does not have it; the caller decides whether that is precise enough.
 */
export function resolveAddress(index: AddressIndex, text: string): Resolution {
  const scope = { cities: null, kind: null, lat: null, lon: null, limit: MAX_CANDIDATES }
  const best = bestReading(index, text, scope)
  if (best === null || costOf(best) - best.penalty > WORST_MATCH_COST) {
    return { outcome: 'not_found' }
  }
  const page = choosePage(index, best, MAX_CANDIDATES)
  const first = page[0]
  if (!first || first.unread >= 3) return { outcome: 'not_found' }
  const asGood = page.filter((row) => row.cost - first.cost < AS_GOOD && row.kind === first.kind)
  const rows = first.houseMatch === 'exact' ? asGood.filter(isExact) : asGood
  const [match, ...others] = rows.map((row) => describe(index, best.result.read, row))
  if (match === undefined) return { outcome: 'not_found' }
  if (others.length === 0) return { outcome: 'match', match }
  return { outcome: 'ambiguous', candidates: [match, ...others] }
}

function isExact({ houseMatch }: { houseMatch: string | null }): boolean {
  return houseMatch === 'exact'
}
