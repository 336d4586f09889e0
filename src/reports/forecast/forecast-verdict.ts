// What a forecast comes to, in a sentence or two: the same words in every format.
// Judges the numbers of the forecast alone; makes none.
import type { Forecast } from '../../siteplan/forecast.ts'
import { GOOD_SOLD, LENDERS_WANT_SOLD } from '../../siteplan/presales.ts'
import { formatPercent } from '../russian-format.ts'

/** Sentences, the most important first. */
export function verdictOf({ metrics, warnings }: Forecast): string[] {
  const isCutOff = warnings.some(({ code }) => code === 'horizon_before_commissioning')
  return [
    // Money put in and a house not built: a loss on paper that tells nothing of the project.
    isCutOff
      ? 'Горизонт расчёта короче срока до ввода: окупится ли проект, он не показывает.'
      : payVerdict(metrics.npv_rub),
    soldVerdict(metrics.sold_at_commissioning),
  ]
}

function payVerdict({ p10, p50, p90 }: Forecast['metrics']['npv_rub']): string {
  if (p10 >= 0) return 'Проект окупается: NPV не отрицательна в девяти исходах модели из десяти.'
  if (p50 > 0) {
    return 'Проект окупается в среднем исходе, но запас невелик: в худших NPV отрицательна.'
  }
  if (p90 > 0) return 'Проект окупается только в лучших исходах: в среднем NPV отрицательна.'
  return 'Проект не окупается: NPV отрицательна даже в лучших исходах модели.'
}

function soldVerdict(sold: number): string {
  const share = formatPercent(sold, 0)
  if (sold >= GOOD_SOLD) return `К вводу дома будет продано ${share} квартир — это хороший темп.`
  if (sold >= LENDERS_WANT_SOLD) {
    return `К вводу дома будет продано ${share} квартир — не меньше, чем ждут банки.`
  }
  return `К вводу дома будет продано ${share} квартир — меньше половины, которой ждут банки.`
}
