// What a value loses where a flat's attribute is not stated: how far stating it moves f in this
// market. Never here: gaps that other flats fill (market/gaps.ts, market/settled-attributes.ts).
import { memoized } from '../../made-once.ts'
import { sum, sumOf } from '../../numbers/sum.ts'
import { MARKETS } from '../comparables/comparable.ts'
import { attributeAt, FLAT, flatOf } from '../market/flat-vector.ts'
import { fillShare } from '../market/gaps.ts'
import type { MarketTable } from '../market/market-table.ts'
import { isShare, isStated, STATEABLE } from '../market/stated-attributes.ts'
import { type AttributeModel, attributeLn, UNSEEN } from './attribute-model.ts'

/**
 * By code of `MARKETS`, last for flats of an unknown market, then by position among STATEABLE: the
 * variance, ln², that the lack of the attribute adds to an error.
 */
export type UnstatedVariances = readonly (readonly number[])[]

/** Flats on which an attribute is left out, of those that state it; each takes milliseconds. */
const SAMPLE = 200

/**
 * The mean square of how far f moves when a flat that states an attribute no longer does. Of a
 * segment of which few flats state it, only their share counts: f was learnt, and its error tried,
 * on flats without it there.
 */
export function unstatedVariances(
  table: MarketTable,
  attribute: AttributeModel,
): UnstatedVariances {
  const counts = countStated(table)
  const moved = meanSquareMoves(table, attribute, counts)
  return sharesStating(counts).map((shares) =>
    shares.map((share, k) => share * (moved[k] as number)),
  )
}

interface StatedCounts {
  /** Flats by segment, as in UnstatedVariances. */
  readonly flats: Float64Array
  /** Of those the flats that state an attribute, by segment, then by position among STATEABLE. */
  readonly stating: readonly Float64Array[]
}

function countStated(table: MarketTable): StatedCounts {
  const flats = new Float64Array(MARKETS.length + 1)
  const stating = Array.from(flats, () => new Float64Array(STATEABLE.length))
  for (let row = 0; row < table.n; row += 1) {
    const segment = segmentOf(attributeAt(table, row, FLAT.market))
    const ofSegment = stating[segment] as Float64Array
    flats[segment] = (flats[segment] as number) + 1
    for (const [k, position] of STATEABLE.entries()) {
      if (isStated(table, row, position)) ofSegment[k] = (ofSegment[k] as number) + 1
    }
  }
  return { flats, stating }
}

/** Of a segment without flats, as where a file does not tell segments apart, those of all flats. */
function sharesStating({ flats, stating }: StatedCounts): number[][] {
  const all = Math.max(1, sum(flats))
  return stating.map((ofSegment, segment) => {
    const rows = flats[segment] as number
    return Array.from(ofSegment, (count, k) =>
      rows > 0 ? count / rows : sumOf(stating, (each) => each[k] as number) / all,
    )
  })
}

/** ln², by position among STATEABLE; 0 where no flat states the attribute. */
function meanSquareMoves(
  table: MarketTable,
  attribute: AttributeModel,
  counts: StatedCounts,
): number[] {
  const f = (row: number, flat: Float64Array) =>
    attributeLn(attribute, flat, table.day[row] as number, UNSEEN)
  const statedF = memoized((row: number) => f(row, flatOf(table, row)))
  return sampleStating(table, counts).map((rows, k) => {
    const position = STATEABLE[k] as number
    const squares = rows.map((row) => {
      const without = flatOf(table, row).with(position, Number.NaN)
      if (isShare(position)) fillShare(table, without, position)
      return (f(row, without) - statedF(row)) ** 2
    })
    return sum(squares) / Math.max(1, squares.length)
  })
}

/**
 * Rows that state an attribute, spread over all that do, by position among STATEABLE. None of a
 * segment that has it alike: of those flats it is never unstated.
 */
function sampleStating(table: MarketTable, { stating }: StatedCounts): number[][] {
  const isSettled = (segment: number, k: number) =>
    table.settled[segment]?.has(STATEABLE[k] as number) === true
  const steps = STATEABLE.map((_, k) => {
    const all = stating.reduce(
      (sum, counts, segment) => sum + (isSettled(segment, k) ? 0 : (counts[k] as number)),
      0,
    )
    return Math.max(1, Math.floor(all / SAMPLE))
  })
  const met = steps.map(() => 0)
  const sample = steps.map((): number[] => [])
  for (let row = 0; row < table.n; row += 1) {
    const segment = segmentOf(attributeAt(table, row, FLAT.market))
    for (const [k, position] of STATEABLE.entries()) {
      if (!isStated(table, row, position) || isSettled(segment, k)) continue
      if ((met[k] as number) % (steps[k] as number) === 0) sample[k]?.push(row)
      met[k] = (met[k] as number) + 1
    }
  }
  return sample
}

const segmentOf = (market: number): number => (Number.isNaN(market) ? MARKETS.length : market)

/** The standard deviation, ln, that a flat's unstated attributes add. @param unstated positions */
export function unstatedSd(
  variances: UnstatedVariances,
  flat: Float64Array,
  unstated: readonly number[],
): number {
  const ofSegment = variances[segmentOf(flat[FLAT.market] as number)]
  const variance = unstated.reduce(
    (sum, position) => sum + (ofSegment?.[STATEABLE.indexOf(position)] ?? 0),
    0,
  )
  return Math.sqrt(variance)
}
