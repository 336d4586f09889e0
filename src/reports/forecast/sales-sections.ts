// Sections of a forecast about sales: what the flats cost and how fast they sell.
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { GOOD_SOLD, LENDERS_WANT_SOLD, SOLD_IN_COUNTRY } from '../../siteplan/forecast/presales.ts'
import { formatNumber, formatPercent, formatRub, percentInText } from '../../text/russian-format.ts'
import { type Block, cellsOf, type Grid, note } from '../document.ts'
import { absorptionChart, priceDrawing, salesChart } from './forecast-charts.ts'
import { factOf, forecastFigures } from './forecast-figures.ts'
import { SCENARIO, unitTypeLabel } from './forecast-words.ts'

export function priceSection(forecast: Forecast): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Цены' },
    {
      kind: 'paragraph',
      text:
        'Каждый тип оценён как квартира в новом доме на этом участке: по сделкам и объявлениям рядом, ' +
        'приведённым к дате прогноза.' +
        (forecast.scenario === 'base'
          ? ''
          : ` Цены пересчитаны под ${SCENARIO[forecast.scenario]} сценарий (см. «Допущения»).`),
    },
    priceGrid(forecast),
    priceDrawing(forecast),
  ]
}

function priceGrid({ price, programme }: Forecast): Grid {
  return {
    kind: 'grid',
    together: true,
    columns: [
      { head: 'Тип', align: 'start' },
      { head: 'Цена, ₽/м²', align: 'end', widthMm: 26 },
      { head: 'Диапазон 80 %, ₽/м²', align: 'end', widthMm: 42 },
      { head: 'Погрешность', align: 'end', widthMm: 24 },
      { head: 'Аналогов', align: 'end', widthMm: 20 },
      { head: 'Цена квартиры', align: 'end', widthMm: 34 },
    ],
    rows: price.map(({ type, rub_per_m2, low, high, fsd, n_comparables }) => {
      const area = programme.units.find((unit) => unit.type === type)?.area_m2
      return {
        cells: cellsOf(
          unitTypeLabel(type),
          formatNumber(rub_per_m2),
          `${formatNumber(low)} – ${formatNumber(high)}`,
          formatPercent(fsd),
          formatNumber(n_comparables),
          formatRub(area === undefined ? undefined : Math.round(area * rub_per_m2)),
        ),
      }
    }),
  }
}

export function salesSection(forecast: Forecast): Block[] {
  const { sellout, soldAtCommissioning } = forecastFigures(forecast)
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Темп продаж' },
    {
      kind: 'facts',
      columns: 2,
      rows: [factOf(sellout), factOf(soldAtCommissioning)],
    },
    salesChart(forecast),
    absorptionChart(forecast),
    note(
      `Для сравнения: к вводу дома в среднем по стране продано около ${percentInText(SOLD_IN_COUNTRY)} ` +
        `квартир; банки ждут не меньше ${percentInText(LENDERS_WANT_SOLD)}, хорошим считается ${percentInText(GOOD_SOLD)}.`,
    ),
  ]
}
