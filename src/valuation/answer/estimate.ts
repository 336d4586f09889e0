// The answer to a valuation request as the wire has it: a value with its band, or why there is
// none. Never here: addresses, storage and the trade-in offer; and no number that the comparables
// shown do not add up to.
import { dayOfIso } from '../../calendar.ts'
import { round } from '../../numbers/rounding.ts'
import { sumOf } from '../../numbers/sum.ts'
import { UNSEEN } from '../attributes/attribute-model.ts'
import { marketIndexOf } from '../attributes/hedonic.ts'
import type { PriceBasis } from '../attributes/price-basis.ts'
import { driftSd } from '../attributes/time-index.ts'
import type { Dwelling } from '../comparables/comparable.ts'
import { confidenceOf } from '../evidence/evidence-quality.ts'
import { type Chosen, choose } from '../evidence/shown-comparables.ts'
import { PLACED_APART_KM } from '../market/building.ts'
import { nearestRowWithin, surroundings } from '../market/rows-within.ts'
import type { Model } from '../model/model.ts'
import type { EvidenceShape } from '../neighbours/expected-error.ts'
import { deviations, FSD_SHARE, halfWidth, MAX_FSD } from '../neighbours/interval.ts'
import { byInterval, type Interval } from '../neighbours/interval-shares.ts'
import { type LocalValue, valueLocally } from '../neighbours/local-value.ts'
import type { InsufficientReason, SubjectAttribute } from '../wire/estimate-codes.ts'
import { ESTIMATE_DEFAULTS, type EstimateOptions } from '../wire/estimate-options.ts'
import type {
  Confidence,
  EstimateValue,
  ImputedValues,
  MarketAround,
  ModelBlock,
  ShownComparable,
} from '../wire/estimate-schema.ts'
import { FEW_COMPARABLES_BELOW, MIN_COMPARABLES } from '../wire/evidence-bounds.ts'
import { describeComparable } from './describe-comparable.ts'
import { marketAround, type NewBuilds, newBuildsAround } from './market-around.ts'
import { type PlacedSubject, placeSubject } from './subject.ts'

interface Band {
  readonly low_rub: number
  readonly high_rub: number
}

interface AnswerFrame {
  /** Attributes that the request did not give, by their names on the wire. */
  readonly imputed: SubjectAttribute[]
  readonly imputed_values: ImputedValues
  /** Attributes that the value does not count, by their names on the wire. */
  readonly set_aside: SubjectAttribute[]
  /** `new_builds` is there only with `withNewBuilds`. */
  readonly market: MarketAround & { readonly new_builds?: NewBuilds }
  readonly model: ModelBlock
}

export interface OkEstimate extends AnswerFrame {
  readonly status: 'ok'
  readonly value: EstimateValue
  readonly confidence: Confidence
  readonly comparables: ShownComparable[]
  /** The band at every interval; `value` has that of the requested one. */
  readonly bands: Record<Interval, Band>
  /** Factor from a price on the requested basis to the price as a deal. */
  readonly toDeal: number
}

export type Estimate =
  | OkEstimate
  | (AnswerFrame & {
      readonly status: 'insufficient_data'
      readonly value: null
      readonly reasons: InsufficientReason[]
      readonly comparables: []
    })

/**
 * Whether a model has seen comparables later than a valuation date: such a model may not answer for
 * it. A replay of history needs a model fitted with `until` set to that date.
 */
export function knowsLaterThan(model: Model, valuationDate: string): boolean {
  return model.dataUntil > valuationDate
}

/** The question to the model, with defaults filled in. */
interface Asked {
  readonly subject: PlacedSubject
  readonly areaM2: number
  readonly day: number
  /** Radius around the flat, large enough to reach all within the radius of the request's point. */
  readonly searchKm: number
  /** True for the subject's own advert, and for a row too far from the request's point. */
  readonly isLeftOut: (row: number) => boolean
  readonly basis: PriceBasis
  readonly interval: Interval
  readonly maxComparables: number
}

/**
 * Values a dwelling.
 * @throws RangeError if the date is not one, or if the model has seen comparables later than it
 *   (see knowsLaterThan)
 */
export function estimate(model: Model, dwelling: Dwelling, options: EstimateOptions): Estimate {
  const day = dayToValueOn(model, options)
  const subject = placeSubject(model, dwelling, day, options.isPointNearby)
  const asked = askedOf(dwelling, subject, day, options)
  const local = localValueOf(model, asked)
  const frame = frameOf(model, asked, options.withNewBuilds === true)
  const insufficient = (reason: InsufficientReason): Estimate => ({
    ...frame,
    status: 'insufficient_data',
    value: null,
    reasons: [reason],
    comparables: [],
  })
  if (local.neighbours.count === 0) return insufficient('no_comparables_in_radius')
  const chosen = chosenFor(model, asked, local)
  if (chosen.length < MIN_COMPARABLES) return insufficient('too_few_comparables')
  const fitsFew = fitFew(model, asked, local, chosen)
  const { shapes, doubtLn } = doubtsOf(model, asked, local, fitsFew)
  const drift = driftSd(marketIndexOf(model.attribute.hedonic, subject.flat), day)
  const halfAt = (share: number, by = model.interval): number => {
    const halves = shapes.map((shape) => halfWidth(by, shape, share))
    return Math.hypot(Math.max(...halves), doubtLn, drift * deviations(share))
  }
  const fsd = halfAt(FSD_SHARE)
  const isTooWide = Math.max(fsd, halfAt(FSD_SHARE, model.refusal)) > MAX_FSD
  if (isTooWide) return insufficient('too_dispersed')

  const comparables = chosen.map((one) => describeComparable(model, subject, day, one))
  const marketRub = Math.round(
    sumOf(comparables, ({ weight, adjusted_price_rub: price }) => weight * price),
  )
  const bands = byInterval((share) => bandAround(marketRub, halfAt(share)))
  const nEffective = 1 / sumOf(chosen, ({ weight }) => weight * weight)
  return {
    ...frame,
    status: 'ok',
    value: inRoubles(model, asked, marketRub, bands[asked.interval]),
    confidence: confidenceOf(
      { fsd, nEffective, comparables },
      {
        dwelling,
        isUnusual: subject.isUnusual,
        contradictsBuilding: subject.contradictsBuilding,
      },
    ),
    comparables: options.withoutComparables ? [] : comparables,
    bands,
    toDeal: asked.basis === 'deal' ? 1 : Math.exp(-model.attribute.hedonic.lnAskOverDeal),
  }
}

/** What is asked of the model, with the defaults for what the caller leaves open. */
function askedOf(
  { areaM2 }: Dwelling,
  subject: PlacedSubject,
  day: number,
  options: EstimateOptions,
): Asked {
  const radiusKm = (options.radiusM ?? ESTIMATE_DEFAULTS.radiusM) / 1000
  return {
    subject,
    areaM2,
    day,
    searchKm: radiusKm + subject.movedKm,
    isLeftOut: (row) => subject.isOwnAdvert(row) || subject.kmTo(row) > radiusKm,
    basis: options.priceBasis ?? ESTIMATE_DEFAULTS.priceBasis,
    interval: options.interval ?? ESTIMATE_DEFAULTS.interval,
    maxComparables: options.maxComparables ?? ESTIMATE_DEFAULTS.maxComparables,
  }
}

/** What an answer says with a value or without. */
function frameOf(
  model: Model,
  { subject, day, basis }: Asked,
  withNewBuilds: boolean,
): AnswerFrame {
  const { flat } = subject
  return {
    imputed: subject.imputed,
    imputed_values: subject.imputedValues,
    set_aside: subject.setAside,
    market: {
      ...marketAround(model, flat, day, basis),
      ...(withNewBuilds ? { new_builds: newBuildsAround(model, flat, day, basis) } : {}),
    },
    model: { version: model.version, data_until: model.dataUntil, backtest: model.backtest },
  }
}

function dayToValueOn(model: Model, { valuationDate, modelMayBeLater }: EstimateOptions): number {
  const day = dayOfIso(valuationDate)
  if (day === null) throw new RangeError(`valuationDate is not a date: ${valuationDate}`)
  if (modelMayBeLater !== true && knowsLaterThan(model, valuationDate)) {
    throw new RangeError(
      `The model holds comparables up to ${model.dataUntil}, later than ${valuationDate}. ` +
        'Fit one with until set to that date.',
    )
  }
  return day
}

function localValueOf(
  model: Model,
  { subject, day, searchKm, isLeftOut }: Asked,
  flat = subject.flat,
): LocalValue {
  return valueLocally(model, {
    flat,
    unstated: subject.unstated,
    building: subject.building,
    fold: foldFor(model, subject),
    day,
    knownDay: day,
    knownMonth: Infinity,
    radiusKm: searchKm,
    isLeftOut,
  })
}

interface Doubts {
  /** The evidence for the flat as requested and, where that differs, as its building has it. */
  readonly shapes: readonly EvidenceShape[]
  /** How much the attributes that none of the building's other flats has change the value, ln. */
  readonly doubtLn: number
}

/**
 * What floors or a year that none of the building's other flats has add to the error. An interval
 * is no narrower than for the flat as in its building, and widens as by an independent error.
 */
function doubtsOf(model: Model, asked: Asked, local: LocalValue, fitsFew: boolean): Doubts {
  const { asInBuilding } = asked.subject
  const shape = { ...local.shape, fitsFew }
  if (!asInBuilding) return { shapes: [shape], doubtLn: 0 }
  const other = localValueOf(model, asked, asInBuilding)
  return { shapes: [shape, { ...other.shape, fitsFew }], doubtLn: other.ln - local.ln }
}

/**
 * The fold whose trees value the subject: UNSEEN (all trees), or the fold of its own advert, whose
 * trees did not see it; of several that differ by rounding, that of the nearest.
 */
function foldFor(model: Model, { flat, isOwnAdvert }: PlacedSubject): number {
  const own = nearestRowWithin(model, surroundings(flat, PLACED_APART_KM), isOwnAdvert)
  return own < 0 ? UNSEEN : (model.foldOfRow[own] as number)
}

/**
 * The comparables shown. Their weights make them add up to the local value on the requested basis.
 */
function chosenFor(model: Model, asked: Asked, local: LocalValue): Chosen[] {
  const { subject, day, searchKm, isLeftOut, basis } = asked
  const lnBasis = basis === 'ask' ? model.attribute.hedonic.lnAskOverDeal : 0
  return choose(
    { market: model, value: local, flat: subject.flat, day, basis },
    { radiusKm: searchKm, building: subject.building, knownDay: day, isLeftOut },
    { ln: local.ln + lnBasis, most: asked.maxComparables },
  )
}

/** Whether so few comparables fit that a reason says so, however many are asked for. */
function fitFew(model: Model, asked: Asked, local: LocalValue, chosen: readonly Chosen[]): boolean {
  if (chosen.length >= FEW_COMPARABLES_BELOW) return false
  if (chosen.length < asked.maxComparables) return true
  const more = chosenFor(model, { ...asked, maxComparables: FEW_COMPARABLES_BELOW }, local)
  return more.length < FEW_COMPARABLES_BELOW
}

/** @param half of the band's width, ln */
function bandAround(marketRub: number, half: number): Band {
  return {
    low_rub: Math.min(marketRub, Math.round(marketRub * Math.exp(-half))),
    high_rub: Math.max(marketRub, Math.round(marketRub * Math.exp(half))),
  }
}

function inRoubles(model: Model, asked: Asked, marketRub: number, band: Band): EstimateValue {
  const { areaM2, basis, interval } = asked
  const bargaining = Math.exp(-model.attribute.hedonic.lnAskOverDeal) - 1
  return {
    market_rub: marketRub,
    market_rub_per_m2: Math.round(marketRub / areaM2),
    ...band,
    interval,
    ask_rub: basis === 'ask' ? marketRub : Math.round(marketRub / (1 + bargaining)),
    bargaining: round(bargaining, 6),
    basis,
  }
}
