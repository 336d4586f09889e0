// The first and the last slide of a forecast: what it comes to, what it does not know, what to do
// next.
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { formatDate, formatNumber } from '../../text/russian-format.ts'
import { addressText } from '../flat-words.ts'
import { outsideText } from '../plain-text.ts'
import type { Slide } from '../slides.ts'
import { forecastFigures, formatMonths } from './forecast-figures.ts'
import { MAX_RISK_ON_SLIDE_LENGTH, MAX_VERSION_LENGTH } from './forecast-limits.ts'
import { verdictOf } from './forecast-verdict.ts'
import { FIGURES_EXPLAINED, forecastTitle, SCENARIO } from './forecast-words.ts'
import { MAX_NOTE_LENGTH, tiles } from './slide-pieces.ts'

const MAX_ADDRESS_LENGTH = 110
/** On the slide, and in its notes. */
const MAX_DISCLAIMER_LENGTH = { slide: 300, notes: 500 }

export function verdictSlide(forecast: Forecast): Slide {
  const { parcel, scenario, generated_at, metrics, method, horizon_months } = forecast
  const figures = forecastFigures(forecast)
  return {
    title: forecastTitle(forecast),
    parts: [
      { kind: 'text', text: addressText(parcel.address, MAX_ADDRESS_LENGTH) },
      { kind: 'text', tone: 'verdict', text: verdictOf(forecast).join(' '), maxLines: 6 },
      tiles(3, [
        figures.revenue,
        figures.npv,
        figures.irr,
        figures.margin,
        figures.units,
        figures.gfa,
      ]),
      {
        kind: 'text',
        tone: 'quiet',
        text:
          `Сценарий: ${SCENARIO[scenario]}. Горизонт: ${formatMonths(horizon_months)} ` +
          `По состоянию на ${formatDate(generated_at)}. P10–P90: восемь исходов из десяти.`,
      },
    ],
    notes: [
      FIGURES_EXPLAINED,
      `Прогонов модели: ${formatNumber(metrics.draws)}.`,
      `Метод ${method.version}, модель цен ${outsideText(method.model_version, MAX_VERSION_LENGTH)}, данные по ` +
        `${formatDate(method.data_until)}.`,
    ],
  }
}

export function risksSlide({ warnings, method }: Forecast): Slide {
  return {
    title: 'Риски и следующие шаги',
    parts: [
      {
        kind: 'columns',
        ratio: 0.5,
        left: [
          { kind: 'text', tone: 'heading', text: 'Риски и недостающие данные', maxLines: 1 },
          {
            kind: 'bullets',
            items:
              warnings.length > 0
                ? warnings.map(({ text }) => outsideText(text, MAX_RISK_ON_SLIDE_LENGTH))
                : ['Замечаний к исходным данным нет.'],
          },
        ],
        right: [
          { kind: 'text', tone: 'heading', text: 'Следующие шаги', maxLines: 1 },
          { kind: 'bullets', items: NEXT_STEPS },
        ],
      },
      {
        kind: 'text',
        tone: 'quiet',
        text: outsideText(method.disclaimer, MAX_DISCLAIMER_LENGTH.slide),
      },
    ],
    notes: [
      ...warnings.map(({ text }) => outsideText(text, MAX_NOTE_LENGTH)),
      `Метод ${method.version}.`,
      outsideText(method.disclaimer, MAX_DISCLAIMER_LENGTH.notes),
    ],
  }
}

const NEXT_STEPS = [
  'Получить ГПЗУ и сверить с ним каждую норму.',
  'Запросить технические условия и стоимость присоединения к сетям.',
  'Рассчитать и сравнить варианты застройки этого участка.',
  'Уточнить цены по новостройкам, которые продаются рядом сейчас.',
  'Согласовать с банком ставку проектного финансирования и порядок раскрытия счетов эскроу.',
]
