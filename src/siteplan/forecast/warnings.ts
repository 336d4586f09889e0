// What a reader must know before trusting a forecast, in Russian: thin evidence, unknown or unfit
// land, money that has not come back. Judges figures, changes none.
import { daysBetween } from '../../calendar.ts'
import { leastFootprintM2, TYPOLOGIES } from '../../norms/house-sizes.ts'
import type { RuleName, RuleSet } from '../../norms/rule-set.ts'
import { BINDING_RULE } from '../../norms/rule-words.ts'
import { round } from '../../numbers/rounding.ts'
import type { Parcel } from '../../parcels/table/parcel.ts'
import {
  formatDate,
  formatDistanceM,
  formatNumber,
  formatShort,
  nounAfter,
  percentInText,
} from '../../text/russian-format.ts'
import {
  DISPERSED_ABOVE_FSD,
  FEW_COMPARABLES_BELOW,
  STALE_ABOVE_DAYS,
} from '../../valuation/evidence/evidence-quality.ts'
import { areaWarnings, landGaps, landWarnings, ownershipWarnings } from '../land-warnings.ts'
import type { PriceEvidence } from '../price-evidence.ts'
import { UNIT_TYPE_WORDS } from '../unit-words.ts'
import type { Absorption } from './absorption.ts'
import { commissioningMonth } from './cash-flow.ts'
import type { Warning } from './forecast.ts'
import { LENDERS_WANT_SOLD } from './presales.ts'
import type { Programme } from './programme.ts'
import type { Project, ProjectRun } from './project.ts'

export interface Judged {
  readonly parcel: Pick<
    Parcel,
    'permittedUse' | 'category' | 'status' | 'ownership' | 'declaredAreaM2' | 'areaM2'
  >
  readonly ruleSet: Pick<RuleSet, 'isDefault'>
  readonly prices: PriceEvidence
  readonly valuationDate: string
  readonly programme: Pick<Programme, 'units_total' | 'units'>
  readonly doubtedBy: RuleName | null
  readonly smallerHousesM2: number | null
  readonly leastStoreysMissed: number | null
  readonly isThin: boolean
  readonly project: Pick<
    Project,
    'preparationMonths' | 'constructionMonths' | 'horizonMonths' | 'phases'
  >
  readonly absorption: Pick<Absorption, 'basis'>
  readonly run: Pick<
    ProjectRun,
    'revenueRub' | 'costRub' | 'loanLeftRub' | 'unitsSold' | 'unitsBegun' | 'phasesBegun'
  >
  /** What the scenario makes of the prices. */
  readonly priceFactor: number
  readonly npvRub: number
  readonly soldAtCommissioning: number
  readonly isDemo: boolean
}

/**
 * The mean price may be up to this many times the median of new flats nearby, or down to 1 over it.
 */
const MAX_PRICE_GAP = 1.3

/** With fewer new flats nearby than this their median says too little. */
const MIN_NEW_FLATS = 5

/** The floor of the smallest house that a forecast knows. */
const MIN_FLOOR_M2 = leastFootprintM2(TYPOLOGIES)

/** Fewer sales and adverts a year around the site than this say hardly anything about the pace. */
const MIN_TURNOVER_PER_YEAR = 12

/**
 * With a larger share of flats unsold at the horizon, the horizon causes a loss, not the project.
 */
export const MAX_UNSOLD_SHARE = 0.1

/**
 * The weightiest first, since some formats have room for three: what forbids the house, what may
 * leave it no room, thin evidence, poor results, and last what is merely unknown.
 */
export function warningsOf(judged: Judged): Warning[] {
  return [
    ...ofLaw(judged),
    ...ofGround(judged),
    ...ofEvidence(judged),
    ...ofProject(judged),
    ...ofGaps(judged),
  ]
}

/** Reasons why such a house is forbidden on such land, whatever it would earn. */
function* ofLaw({ parcel, leastStoreysMissed }: Judged): Generator<Warning> {
  yield* landWarnings(parcel)
  if (leastStoreysMissed !== null) {
    yield warning(
      'below_min_storeys',
      `Здесь разрешены дома не ниже ${leastStoreysMissed} ${nounAfter(leastStoreysMissed, 'этажа', 'этажей', 'этажей')}, но такие не помещаются. Показан дом ниже: для него нужен другой вид использования или отклонение от предельных параметров (ст. 40 ГрК РФ).`,
    )
  }
  yield* ownershipWarnings(parcel)
}

/** Reasons to doubt that the ground has room for the house. */
function* ofGround({ parcel, doubtedBy, isThin }: Judged): Generator<Warning> {
  if (doubtedBy) {
    yield warning(
      'house_doubtful',
      `Дом может не поместиться на участке, мешает ${BINDING_RULE[doubtedBy]}: рассчитайте варианты застройки.`,
    )
  } else if (isThin) {
    yield warning(
      'thin_site',
      'Участок узок или изрезан: домам с проездами не хватит глубины, и построить удастся заметно меньше, чем допускают нормы. Рассчитайте варианты застройки.',
    )
  }
  yield* areaWarnings(parcel)
}

function* ofEvidence(judged: Judged): Generator<Warning> {
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
  // Thin where the valuation itself reports few or dispersed comparables.
  const thin = prices.prices.filter(
    ({ type, n_comparables, fsd }) =>
      !prices.fromRatio.includes(type) &&
      (n_comparables < FEW_COMPARABLES_BELOW || fsd > DISPERSED_ABOVE_FSD),
  )
  if (thin.length > 0) {
    yield warning(
      'thin_evidence',
      `Аналогов мало или их цены сильно расходятся, цена этих квартир ненадёжна: ${thin.map(({ type }) => UNIT_TYPE_WORDS[type]).join(', ')}.`,
    )
  }
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

function* ofProject(judged: Judged): Generator<Warning> {
  const { project, run, programme } = judged
  const { phases, horizonMonths } = project
  const isUnbuilt = horizonMonths < commissioningMonth(project)
  if (phases.length > 1) {
    yield warning(
      'phased',
      `Все квартиры сразу рынок не примет: проект разбит на очереди (${phases.length}), каждая начинается через ${phases[1]?.startMonth} мес. после начала предыдущей; участок оплачивается по очередям.`,
    )
  }
  if (run.phasesBegun < phases.length && !isUnbuilt) {
    yield warning(
      'phases_beyond_horizon',
      `До конца горизонта вводятся и продаются очереди: ${run.phasesBegun} из ${phases.length}. Остальные квартиры (${formatNumber(programme.units_total - run.unitsBegun)}) и затраты на них в итоги не вошли.`,
    )
  }
  if (isUnbuilt) {
    yield warning(
      'horizon_before_commissioning',
      'Горизонт короче срока до ввода: расчёты по эскроу и кредиту условно закрыты в его последнем месяце, стройка не окончена, итоги неполны.',
    )
  } else if (run.loanLeftRub > 0) {
    yield warning(
      'loan_outstanding',
      'Выручка не погасит кредит банка к концу горизонта: остаток вернёт застройщик.',
    )
  }
  const unsold = run.unitsBegun - run.unitsSold
  if (unsold > 0 && !isUnbuilt) {
    yield warning(
      'unsold_at_horizon',
      `Горизонт обрывает продажи: не продано квартир ${formatNumber(unsold)} из ${formatNumber(run.unitsBegun)}; затраты на них учтены, а выручка — нет.`,
    )
  }
  if (judged.soldAtCommissioning < LENDERS_WANT_SOLD) {
    yield warning(
      'slow_presales',
      `К вводу будет продано меньше ${percentInText(LENDERS_WANT_SOLD)} квартир, а банки обычно ждут не меньше этой доли.`,
    )
  }
  if (judged.npvRub < 0 && unsold <= MAX_UNSOLD_SHARE * run.unitsBegun) {
    yield warning(
      'negative_npv',
      run.costRub > run.revenueRub
        ? 'Проект убыточен: при принятых ценах затраты больше выручки.'
        : 'При принятых ставке дисконтирования и затратах проект не даёт требуемой доходности (NPV < 0).',
    )
  }
}

/**
 * Facts about the land that no source gives, and houses that the norms know and a forecast does
 * not.
 */
function* ofGaps({ parcel, ruleSet, smallerHousesM2 }: Judged): Generator<Warning> {
  yield* landGaps(parcel, ruleSet)
  if (smallerHousesM2 !== null) {
    yield warning(
      'house_too_small',
      `При большей этажности нормы допускают до ${formatNumber(Math.floor(smallerHousesM2))} м² площади этажей, но этаж был бы меньше наименьшего в расчёте (${MIN_FLOOR_M2} м²): такие дома не рассматриваются.`,
    )
  }
}

/**
 * The programme's mean price against the median of new flats nearby, if there are enough of them.
 */
function priceGap({ prices, programme, priceFactor }: Judged) {
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

function warning(code: Warning['code'], text: string): Warning {
  return { code, text }
}
