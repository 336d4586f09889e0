// Tries the whole method on flats of the market, as if each were asked about. Never here: which
// flats may be tried (market/trials.ts), and what is learnt from the trials (calibration.ts).
import { listAt, type PackedLists } from '../../numbers/packed-lists.ts'
import { sum } from '../../numbers/sum.ts'
import { UNSEEN } from '../attributes/attribute-model.ts'
import { lnPriceAs } from '../attributes/price-basis.ts'
import { choose } from '../evidence/shown-comparables.ts'
import { flatOf } from '../market/flat-vector.ts'
import { flatWithoutFilled } from '../market/gaps.ts'
import { fillSettled } from '../market/settled-attributes.ts'
import { isFilled, unstatedIn } from '../market/stated-attributes.ts'
import { buildingNumber, type Trial } from '../market/trials.ts'
import type { EvidenceShape } from '../neighbours/expected-error.ts'
import { type LocalMarket, valueLocally } from '../neighbours/local-value.ts'
import { DEFAULT_RADIUS_KM } from '../neighbours/neighbours.ts'
import { FEW_COMPARABLES_BELOW, MIN_COMPARABLES } from '../wire/evidence-bounds.ts'
import type { UntunedMarket } from './prepared-trials.ts'
import { scalesForTrial, type TrialScales } from './tuning.ts'

/** A trial that got an answer: ln roubles as a deal, estimated and paid. */
export interface TrialResult {
  readonly shape: EvidenceShape
  readonly estimatedLn: number
  readonly paidLn: number
  readonly building: number
  /** Mean |error| by the trees of one fold alone; absent where only one fold's trees valued it. */
  readonly missByOneFold?: number
}

/**
 * Tries the whole method on flats as they stand. A building counts as known if another of its flats
 * was known by the trial's last known day.
 */
export function tryKnown(
  market: UntunedMarket,
  buildingRows: PackedLists,
  trials: readonly Trial[],
  scales: TrialScales,
): TrialResult[] {
  return trials.flatMap(
    (trial) => valueKnown(scaledFor(market, scales, trial), buildingRows, trial) ?? [],
  )
}

/**
 * Tries the whole method on flats whose buildings are taken for unknown: neither their other flats
 * nor attributes imputed from them are used. The error is by the scales of a trial, the evidence as
 * the scales of requests see it: distances by other scales would be in another unit.
 */
export function tryUnknown(
  market: UntunedMarket,
  trials: readonly Trial[],
  scales: TrialScales,
): TrialResult[] {
  const asAsked: LocalMarket = { ...market, scales }
  return trials.flatMap((trial) => {
    const result = valueUnknown(scaledFor(market, scales, trial), trial)
    if (!result) return []
    return { ...result, shape: (valueUnknown(asAsked, trial) ?? result).shape }
  })
}

function scaledFor(market: UntunedMarket, scales: TrialScales, { row }: Trial): LocalMarket {
  return { ...market, scales: scalesForTrial(market.table, scales, row) }
}

function valueKnown(
  market: LocalMarket,
  buildingRows: PackedLists,
  trial: Trial,
): TrialResult | undefined {
  const { table } = market
  const building = table.building[trial.row] as number
  const isKnown = listAt(buildingRows, building).some(
    (row) => row !== trial.row && (table.day[row] as number) <= trial.knownDay,
  )
  return tryOne(market, trial, {
    flat: isKnown ? flatOf(table, trial.row).slice() : flatWithoutFilled(table, trial.row),
    building: isKnown ? building : -1,
    isLeftOut: (row) => row === trial.row,
  })
}

function valueUnknown(market: LocalMarket, trial: Trial): TrialResult | undefined {
  const { table } = market
  const building = table.building[trial.row] as number
  return tryOne(market, trial, {
    flat: flatWithoutFilled(table, trial.row),
    building: -1,
    isLeftOut: (row) => table.building[row] === building,
  })
}

/**
 * @returns undefined without enough comparables: such a flat gets no answer, and its error must not
 *   widen the intervals of others
 */
function tryOne(
  market: LocalMarket,
  { row, day, knownDay, knownMonth }: Trial,
  /** Its flat is changed. */
  subject: { flat: Float64Array; building: number; isLeftOut: (row: number) => boolean },
): TrialResult | undefined {
  const { table } = market
  const { flat, building, isLeftOut } = subject
  const where = { radiusKm: DEFAULT_RADIUS_KM, building, knownDay, isLeftOut }
  const fold = market.foldOfRow[row] as number
  fillSettled(table, flat)
  const unstated = unstatedIn(flat, (share) => isFilled(table, row, share))
  const value = valueLocally(market, { ...where, flat, unstated, fold, day, knownMonth })
  const asked = table.listing[row] === 1
  const shown = choose({ market, value, flat, day, basis: asked ? 'ask' : 'deal' }, where, {
    ln: value.ln + (asked ? market.attribute.hedonic.lnAskOverDeal : 0),
    most: FEW_COMPARABLES_BELOW,
  })
  if (shown.length < MIN_COMPARABLES) return undefined
  const paidLn = lnPriceAs(market, row, 'deal')
  const misses = value.byFold.map((f) => Math.abs(value.ln - value.f + f - paidLn))
  return {
    shape: { ...value.shape, fitsFew: shown.length < FEW_COMPARABLES_BELOW },
    estimatedLn: value.ln,
    paidLn,
    building: buildingNumber(table, row),
    ...(fold === UNSEEN ? { missByOneFold: sum(misses) / misses.length } : {}),
  }
}
