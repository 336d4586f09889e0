// What a reader must know of the prices and the pace of a forecast, in Russian: too few sales and
// adverts, too far, too old, or far from what is paid around. Judges figures, changes none.
import { daysBetween } from '../../calendar.ts'
import { round } from '../../numbers/rounding.ts'
import {
  formatDate,
  formatDistanceM,
  formatNumber,
  formatShort,
  nounAfter,
} from '../../text/russian-format.ts'
import { STALE_ABOVE_DAYS } from '../../valuation/wire/evidence-bounds.ts'
import type { PriceEvidence } from '../price-evidence.ts'
import { isThin, thinText } from '../thin-prices.ts'
import { UNIT_TYPE_WORDS } from '../unit-words.ts'
import type { Absorption } from './absorption.ts'
import type { Warning } from './forecast.ts'
import type { Programme } from './programme.ts'
import { warning } from './warning-codes.ts'

export interface JudgedEvidence {
  readonly prices: PriceEvidence
  readonly valuationDate: string
  readonly programme: Pick<Programme, 'units'>
  readonly absorption: Pick<Absorption, 'basis'>
  /** What the scenario makes of the prices. */
  readonly priceFactor: number
  readonly isDemo: boolean
}

/**
 * The mean price may be up to this many times the median of new flats nearby, or down to 1 over it.
 */
const MAX_PRICE_GAP = 1.3

/** With fewer new flats nearby than this their median says too little. */
const MIN_NEW_FLATS = 5

/** Fewer sales and adverts a year around the site than this say hardly anything about the pace. */
const MIN_TURNOVER_PER_YEAR = 12

/** Reasons to doubt the prices and the pace. */
export function* evidenceWarnings(judged: JudgedEvidence): Generator<Warning> {
  const { prices, valuationDate, absorption, isDemo } = judged
  if (isDemo) {
    yield warning('demo_data', 'Расчёт на данных демонстрационного города, а не настоящего рынка.')
  }
  const gap = priceGap(judged)
  if (gap && gap.times > MAX_PRICE_GAP) {
    yield warning(
      'price_far_from_local',
      `Цена, ${thousands(gap.rubPerM2)}, в ${timesText(gap.times)} ${gap.isLower ? 'ниже' : 'выше'} медианы новостроек в радиусе ${formatDistanceM(prices.localTurnover.radiusM)} (${thousands(gap.medianRubPerM2)}, ${gap.sample} ${nounAfter(gap.sample, 'сделка или объявление', 'сделки и объявления', 'сделок и объявлений')}).`,
    )
  }
  if (prices.distantM !== null) {
    yield warning(
      'distant_comparables',
      `Цена опирается и на далёкие аналоги, до ${formatDistanceM(prices.distantM)} от участка.`,
    )
  }
  const thin = prices.prices
    .filter((price) => !prices.fromRatio.includes(price.type) && isThin(price))
    .map(({ type }) => type)
  if (thin.length > 0) yield warning('thin_evidence', thinText(thin))
  if (prices.fromRatio.length > 0) {
    yield warning(
      'price_from_ratio',
      `Своих аналогов нет, цена выведена из соседнего типа по площади: ${prices.fromRatio.map((type) => UNIT_TYPE_WORDS[type]).join(', ')}.`,
    )
  }
  if (daysBetween(prices.dataUntil, valuationDate) > STALE_ABOVE_DAYS) {
    yield warning('stale_evidence', `Последние рыночные данные от ${formatDate(prices.dataUntil)}.`)
  }
  if (prices.localTurnover.perYear < MIN_TURNOVER_PER_YEAR) {
    yield warning(
      'pace_default',
      absorption.basis === 'sector'
        ? 'Рядом почти не видно сделок и объявлений: базовый темп продаж принят средним по отрасли.'
        : 'Рядом почти не видно сделок и объявлений: базовый темп продаж принят ниже среднего по отрасли без опоры на местный рынок.',
    )
  } else if (absorption.basis === 'local_turnover') {
    yield warning(
      'pace_local',
      'Рынок рядом мал для проекта: базовый темп продаж принят ниже среднего по отрасли.',
    )
  }
}

/**
 * The programme's mean price against the median of new flats nearby, if there are enough of them.
 */
function priceGap({ prices, programme, priceFactor }: JudgedEvidence) {
  const { medianRubPerM2, sample } = prices.localNewBuilds
  if (medianRubPerM2 === null || sample < MIN_NEW_FLATS) return undefined
  let [worthRub, areaM2] = [0, 0]
  for (const { type, count, area_m2 } of programme.units) {
    const price = prices.prices.find((each) => each.type === type)
    worthRub += count * area_m2 * (price?.rub_per_m2 ?? 0)
    areaM2 += count * area_m2
  }
  const rubPerM2 = (worthRub / areaM2) * priceFactor
  const ratio = rubPerM2 / medianRubPerM2
  const isLower = ratio < 1
  return { rubPerM2, medianRubPerM2, sample, isLower, times: isLower ? 1 / ratio : ratio }
}

/** `1.42` → `1,4 раза`, `5` → `5 раз`. */
function timesText(times: number): string {
  const tenths = round(times, 1)
  const noun = Number.isInteger(tenths) ? nounAfter(tenths, 'раз', 'раза', 'раз') : 'раза'
  return `${formatShort(tenths, 1)} ${noun}`
}

/** `1515600` → `1 516 тыс. ₽/м²`. */
function thousands(rub: number): string {
  return `${formatNumber(rub / 1000)} тыс. ₽/м²`
}
