// The parts of a ratio study: which flats are under test, and what the model that values them may
// have seen.
import { dayOfIso, firstDayOfMonth, isoOfDay, monthOfDay } from '../../calendar.ts'
import { hashShare } from '../../numbers/random.ts'
import type { Comparable } from '../comparables/comparable.ts'
import type { Evidence } from '../market/cleaning.ts'

export type Split =
  /**
   * All flats from a date on: valued by one model of everything before it or, walking forward,
   * month by month by a model each.
   */
  | { readonly kind: 'time'; readonly testFrom: string; readonly walkForward: boolean }
  /** Each of K parts, of flats or of whole buildings, is valued by a model of the others. */
  | { readonly kind: 'folds'; readonly folds: number; readonly by: 'row' | 'building' }
  /** One part, of about this share. */
  | { readonly kind: 'holdout'; readonly share: number; readonly by: 'row' | 'building' }

export interface Part {
  readonly train: Comparable[]
  readonly test: Comparable[]
  /** ISO date: the last that the model may have seen. */
  readonly until: string
  /** Whether the model has seen days later than those that it values flats on. */
  readonly modelMayBeLater: boolean
}

/**
 * Cuts cleaned evidence into parts. Hashes of content and seed draw the flats under test, so that
 * neither the order of rows nor other rows move a flat to another part.
 */
export function partsOf(evidence: readonly Evidence[], split: Split, seed: number): Part[] {
  const comparables = evidence.map(({ comparable }) => comparable)
  const dates = comparables.map(({ date }) => date).sort()
  const [earliest = '9999'] = dates
  const latest = dates.at(-1) ?? '0000'
  if (split.kind === 'time') {
    const { testFrom, walkForward } = split
    const ranges = walkForward
      ? // Before the earliest there is nothing to walk through.
        monthsFrom(testFrom > earliest ? testFrom : earliest, latest)
      : [{ from: testFrom, to: latest }]
    return ranges
      .map(({ from, to }) => ({
        train: comparables.filter(({ date }) => date < from),
        test: comparables.filter(({ date }) => date >= from && date <= to),
        until: isoOfDay((dayOfIso(from) ?? 0) - 1),
        modelMayBeLater: false,
      }))
      .filter(({ test }) => test.length > 0)
  }
  const drawn = evidence.map(({ comparable: one, building }) => {
    const flat = `${building}/${one.floor}/${one.areaM2}/${one.rooms}`
    const key = split.by === 'building' ? building : `${flat}/${one.date}/${one.sourceId}`
    return hashShare(key, seed * 7919 + 5)
  })
  const folds = split.kind === 'folds' ? split.folds : 1
  const size = split.kind === 'folds' ? 1 / folds : split.share
  return Array.from({ length: folds }, (_, k) => {
    const isTest = (i: number): boolean =>
      (drawn[i] as number) >= k * size && (drawn[i] as number) < (k + 1) * size
    return {
      train: comparables.filter((_, i) => !isTest(i)),
      test: comparables.filter((_, i) => isTest(i)),
      until: latest,
      modelMayBeLater: true,
    }
  })
}

/** Dates month by month, the first of them from `from` on. */
function monthsFrom(from: string, latest: string): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = []
  let start = from
  while (start <= latest) {
    const next = firstDayOfMonth(monthOfDay(dayOfIso(start) ?? 0) + 1)
    months.push({ from: start, to: isoOfDay(next - 1) })
    start = isoOfDay(next)
  }
  return months
}
