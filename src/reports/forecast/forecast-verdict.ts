// What a forecast comes to and what limits it, in a sentence or two: the same in every format.
// Judges the numbers of the forecast alone; makes none.
import { BINDING_RULE } from '../../norms/rule-words.ts'
import { sumOf } from '../../numbers/sum.ts'
import type { Forecast, Warning } from '../../siteplan/forecast/forecast.ts'
import { GOOD_SOLD, LENDERS_WANT_SOLD } from '../../siteplan/forecast/presales.ts'
import { MAX_UNSOLD_SHARE } from '../../siteplan/forecast/warnings.ts'
import { LAND_WARNING_CODES } from '../../siteplan/land-warnings.ts'
import {
  formatNumber,
  formatPercent,
  formatWholeM2,
  NO_BREAK_SPACE,
  nounAfter,
  percentInText,
} from '../../text/russian-format.ts'
import { constraintValue } from '../norm-words.ts'
import { forecastFigures } from './forecast-figures.ts'

/**
 * What may make all figures worthless: the warnings, any of which says so, and its sentence;
 * without one, how the warning begins.
 */
const OBSTACLES: readonly (readonly [codes: readonly Warning['code'][], sentence?: string])[] = [
  [
    LAND_WARNING_CODES.filter((code) => code !== 'parcel_not_current'),
    'Сейчас многоквартирный дом здесь строить нельзя.',
  ],
  [['parcel_not_current']],
  [['below_min_storeys'], 'Дом такой этажности здесь строить нельзя.'],
  [['house_doubtful'], 'Дом может не поместиться на участке.'],
  [['ground_crowded'], 'Всему посчитанному может не хватить земли.'],
  [['thin_site'], 'Форма участка не даст построить всё, что посчитано.'],
]

/** Sentences, the most important first. */
export function verdictOf(forecast: Forecast): string[] {
  const { metrics, warnings } = forecast
  const given = (codes: readonly Warning['code'][]) =>
    warnings.find(({ code }) => codes.includes(code))
  const obstacles = OBSTACLES.flatMap(([codes, sentence]) => {
    const found = given(codes)
    return found ? [sentence ?? `${found.text.split(':')[0]}.`] : []
  })
  if (given(['horizon_before_commissioning'])) {
    // Money is spent and no house is built yet: this loss says nothing about the project.
    const cut = 'Горизонт расчёта короче срока до ввода: окупится ли проект, прогноз не показывает.'
    return [...obstacles, ...supposing(obstacles), cut, soldVerdict(forecast)]
  }
  return [
    ...obstacles,
    ...supposing(obstacles),
    ...countedPhases(forecast),
    cutOffVerdict(forecast) ?? payVerdict(metrics),
    soldVerdict(forecast),
  ]
}

/** Without it, what follows would deny what stands before it. */
function supposing(obstacles: readonly string[]): string[] {
  return obstacles.length === 0
    ? []
    : ['Остальное — на случай, если построить удастся (см. риски).']
}

/**
 * All is paid for but much is not sold: the horizon causes such a loss. A gain still counts as one.
 */
function cutOffVerdict({ metrics, programme, schedule }: Forecast): string | undefined {
  const sold = sumOf(schedule, ({ units_sold }) => units_sold)
  // Phases that are not begun cost nothing either.
  const unsoldShare = 1 - sold / Math.max(1, programme.phases.units_counted)
  if (metrics.npv_rub.p50 > 0 || unsoldShare <= MAX_UNSOLD_SHARE) return undefined
  return (
    `Горизонт расчёта обрывает продажи: ${formatPercent(unsoldShare, 0)} квартир не продано, выручка от ` +
    'них не учтена. Окупится ли проект, прогноз на таком горизонте не показывает.'
  )
}

function payVerdict({ npv_rub: { p10, p50, p90 }, margin }: Forecast['metrics']): string {
  if (p10 >= 0)
    return 'Проект окупается: NPV не отрицательна не менее чем в девяти исходах модели из десяти.'
  if (p50 > 0) {
    return 'Проект окупается в расчётном случае, но запас невелик: в худших исходах NPV отрицательна.'
  }
  if (margin !== null && margin < 0) {
    const best = p90 > 0 ? ', окупается он только в лучших исходах' : ''
    return `Проект убыточен: затраты больше выручки${best}.`
  }
  // The simple payback stands beside it, and may well be within the horizon.
  const discounted = 'С учётом ставки дисконтирования проект'
  if (p90 > 0) {
    return `${discounted} окупается только в лучших исходах: в расчётном случае NPV отрицательна.`
  }
  return `${discounted} не окупается: NPV отрицательна даже в лучших исходах модели.`
}

/** That the figures are of some phases alone, if they are. */
function countedPhases({ programme }: Forecast): string[] {
  const { units_total } = programme
  const { count, counted, units_counted } = programme.phases
  if (counted === count) return []
  const ofPhases = `${counted} из ${count} ${nounAfter(count, 'очереди', 'очередей', 'очередей')}`
  const flats = nounAfter(units_total, 'квартиры', 'квартир', 'квартир')
  const ofUnits = `${formatNumber(units_counted)} из ${formatNumber(units_total)} ${flats}`
  return [`В итогах ${ofPhases} и ${ofUnits}: остальные не успевают до конца горизонта.`]
}

function soldVerdict(forecast: Forecast): string {
  const { metrics, programme } = forecast
  const sold = metrics.sold_at_commissioning
  const share = forecastFigures(forecast).soldAtCommissioning.value
  const ofWhat =
    programme.phases.count > 1
      ? `К вводу каждой очереди будет продано от ${share} её квартир`
      : `К вводу дома будет продано ${share} квартир`
  if (sold >= GOOD_SOLD) return `${ofWhat} — это хороший темп.`
  if (sold >= LENDERS_WANT_SOLD) return `${ofWhat} — не меньше, чем ждут банки.`
  return `${ofWhat} — меньше ${percentInText(LENDERS_WANT_SOLD)}, которых ждут банки.`
}

/** Names the binding rule, and ends without a mark. */
export function limitNamed({ envelope }: Forecast): string {
  const storeys = `При этажности${NO_BREAK_SPACE}${envelope.storeys}`
  return `${storeys} больше построить не даёт ${BINDING_RULE[envelope.binding_rule]}`
}

/** Names the binding rule with its value, where it is among the constraints. */
export function limitSentence(forecast: Forecast): string {
  const { envelope, constraints } = forecast
  const constraint = constraints.find(({ rule }) => rule === envelope.binding_rule)
  const value = constraint ? ` (${constraintValue(constraint)})` : ''
  return `${limitNamed(forecast)}${value}: предел — ${formatWholeM2(envelope.max_gfa_m2)}.`
}
