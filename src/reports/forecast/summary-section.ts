// The first page of a forecast: the verdict, the headline figures, the limit and the main risks.
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { formatDate, formatNumber } from '../../text/russian-format.ts'
import { type Block, note } from '../document.ts'
import { addressText } from '../flat-words.ts'
import { outsideText } from '../plain-text.ts'
import { cumulativeChart } from './forecast-charts.ts'
import { factOf, forecastFigures, formatMonths, itemOf } from './forecast-figures.ts'
import {
  MAX_ADDRESS_IN_SUMMARY_LENGTH,
  MAX_WARNING_LENGTH,
  RISKS_IN_SUMMARY,
} from './forecast-limits.ts'
import { limitSentence, verdictOf } from './forecast-verdict.ts'
import { FIGURES_EXPLAINED, forecastTitle, SCENARIO } from './forecast-words.ts'

export function summarySection(forecast: Forecast): Block[] {
  const figures = forecastFigures(forecast)
  return [
    { kind: 'heading', level: 1, text: forecastTitle(forecast) },
    {
      kind: 'paragraph',
      tone: 'subtitle',
      text: addressText(forecast.parcel.address, MAX_ADDRESS_IN_SUMMARY_LENGTH),
    },
    { kind: 'paragraph', tone: 'subtitle', lead: 'Вывод.', text: verdictOf(forecast).join(' ') },
    {
      kind: 'beside',
      ratio: 0.5,
      left: [
        { kind: 'figures', items: [figures.revenue, figures.irr, figures.margin].map(itemOf) },
      ],
      right: [{ kind: 'figures', items: [figures.npv, figures.units, figures.gfa].map(itemOf) }],
    },
    // Under the figures whose names it explains: last on the page, it might run over alone.
    note(FIGURES_EXPLAINED),
    { kind: 'heading', level: 2, text: 'Коротко' },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        ...[
          figures.cost,
          figures.saleable,
          figures.sellout,
          figures.payback,
          figures.soldAtCommissioning,
        ].map(factOf),
        { label: 'Сценарий', value: SCENARIO[forecast.scenario] },
        { label: 'Горизонт расчёта', value: formatMonths(forecast.horizon_months) },
        { label: 'Прогонов модели', value: formatNumber(forecast.metrics.draws) },
        { label: 'Данные рынка по', value: formatDate(forecast.method.data_until) },
        { label: 'По состоянию на', value: formatDate(forecast.generated_at) },
      ],
    },
    { kind: 'paragraph', lead: 'Что ограничивает.', text: limitSentence(forecast) },
    ...forecast.warnings.slice(0, RISKS_IN_SUMMARY).map(
      ({ text }, index): Block => ({
        kind: 'paragraph',
        lead: `Риск ${index + 1}.`,
        text: outsideText(text, MAX_WARNING_LENGTH),
      }),
    ),
    cumulativeChart(forecast),
  ]
}
