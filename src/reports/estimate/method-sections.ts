// Where an estimate comes from, in its report: the market around, the method, its accuracy on known
// prices, and the disclaimer.

import { dateOf } from '../../iso-time.ts'
import { byUnits } from '../../text/by-units.ts'
import {
  asSentence,
  formatDate,
  formatDistanceM,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRubPerM2,
  formatSignedPercent,
  type Maybe,
  percentInText,
  UNKNOWN,
  withUnit,
} from '../../text/russian-format.ts'
import { ESTIMATE_DEFAULTS } from '../../valuation/wire/estimate-options.ts'
import { type Block, cellsOf, note } from '../document.ts'
import { outsideText } from '../plain-text.ts'
import type { Backtest, EstimateMarket, ReportedEstimate } from './reported-estimate.ts'

const MAX_TEXT_LENGTH = 600
const MAX_TREND_MONTHS = 60

export function marketSection(market: Maybe<EstimateMarket>): Block[] {
  if (!market) return []
  const points = (market.trend ?? [])
    .filter(({ month, rub_per_m2: rub }) => formatMonth(month) !== UNKNOWN && Number.isFinite(rub))
    .toSorted((a, b) => byUnits(a.month, b.month))
    .slice(-MAX_TREND_MONTHS)
    .map(({ month, rub_per_m2: rub }) => ({ label: formatMonth(month), value: rub }))
  return [
    { kind: 'heading', level: 2, text: 'Рынок рядом' },
    {
      kind: 'facts',
      columns: 2,
      together: true,
      rows: [
        { label: 'Медиана цены за год', value: formatRubPerM2(market.median_rub_per_m2) },
        {
          label: 'Изменение цен за год',
          value: withUnit(formatSignedPercent(market.index_12m), '%'),
        },
        { label: 'Радиус', value: formatDistanceM(market.radius_m) },
        { label: 'Сделок и объявлений', value: formatNumber(market.sample) },
      ],
    },
    ...(points.length < 2
      ? []
      : [
          {
            kind: 'line-chart',
            caption:
              'Медианная цена рядом по месяцам, ₽/м²: каждая цена приведена к месяцу индексом рынка.',
            points,
          } as const,
        ]),
  ]
}

export function methodSection(estimate: ReportedEstimate): Block[] {
  const { model, value, comparables, valuation_date, created_at } = estimate
  const isAsk = value.basis === 'ask'
  const isPast = valuation_date < dateOf(created_at)
  // In a snapshot of a market nothing tells how prices moved since.
  const isUndated =
    comparables.some(({ date }) => date < valuation_date) &&
    !comparables.some(({ adjustments }) => adjustments.some(({ factor }) => factor === 'date'))
  return [
    { kind: 'heading', level: 2, text: 'Как получена оценка' },
    // Before the text: after it, their one line would begin a page by itself in some reports.
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Данные рынка по', value: formatDate(model.data_until) },
        { label: 'Версия модели', value: outsideText(model.version, 40) },
      ],
    },
    {
      kind: 'paragraph',
      lead: 'Отбор.',
      text:
        'Взяты сделки и объявления, по возможности близкие к объекту и похожие на него площадью, этажом, ' +
        `возрастом дома и состоянием. Сведений позже ${formatDate(valuation_date)} среди них нет; повторы одного ` +
        'объявления и объявление о самом объекте исключены.' +
        (isPast
          ? ' Для прошлой даты модель может строиться заново, только по сведениям до неё, поэтому ' +
            'оценки на разные даты могут различаться сильнее, чем изменились цены.'
          : ''),
    },
    {
      kind: 'paragraph',
      lead: 'Корректировки.',
      text:
        `Цена каждого аналога приведена ${isUndated ? '' : 'к дате оценки по индексу цен, '}к цене ` +
        `${isAsk ? 'предложения' : 'сделки'} — по обычному торгу, к свойствам объекта — по ` +
        'статистической модели рынка. ' +
        (isUndated
          ? 'К дате оценки цены не приводились: по этим данным не видно, как они менялись. '
          : '') +
        'Отброшены аналоги, которым нужна слишком большая корректировка, и ' +
        'те, чья скорректированная цена далека от оценки.',
    },
    {
      kind: 'paragraph',
      lead: 'Итог и диапазон.',
      text:
        `${isAsk ? 'Цена в объявлении' : 'Стоимость'} — средневзвешенное значение скорректированных цен: ` +
        'чем ближе аналог и чем больше он похож, тем больше вес. Ширина диапазона выверена по ошибкам ' +
        'модели на прошлых, уже известных ценах.',
    },
    ...backtestBlocks(model.backtest),
  ]
}

function backtestBlocks(backtest: Maybe<Backtest>): Block[] {
  if (!backtest || !(backtest.n > 0)) {
    return [{ kind: 'paragraph', text: 'Проверка модели на прошлых ценах ещё не проводилась.' }]
  }
  const measure = (title: string, meaning: string, value: string) => ({
    cells: cellsOf(title, meaning, value),
  })
  return [
    { kind: 'heading', level: 2, text: 'Проверка модели на прошлых ценах' },
    {
      kind: 'grid',
      together: true,
      columns: [
        { head: 'Показатель', align: 'start', widthMm: 34 },
        { head: 'Что значит', align: 'start' },
        { head: 'Значение', align: 'end', widthMm: 26 },
      ],
      rows: [
        measure('MdAPE', 'Половина ошибок меньше этой величины', formatPercent(backtest.mdape)),
        measure('PE10', 'Доля оценок с ошибкой до 10 %', formatPercent(backtest.pe10)),
        measure('PE20', 'Доля оценок с ошибкой до 20 %', formatPercent(backtest.pe20)),
        measure(
          'COD',
          'Средний разброс отношения оценки к цене около медианы',
          withUnit(formatNumber(backtest.cod, 1), '%'),
        ),
        measure(
          'Покрытие',
          // Also where the estimate itself was asked for with another probability.
          `Доля цен внутри своего диапазона, заявленная — ${percentInText(ESTIMATE_DEFAULTS.interval)}`,
          formatPercent(backtest.coverage),
        ),
        measure('Проверено', 'Число оценок, сверенных с ценой', formatNumber(backtest.n)),
      ],
    },
    note(
      'Проверены квартиры всего рынка, а не эта: её погрешность и надёжность названы рядом со ' +
        'стоимостью.',
    ),
  ]
}

export function disclaimerSection({ disclaimer }: ReportedEstimate): Block[] {
  return [
    {
      kind: 'paragraph',
      tone: 'warning',
      lead: 'Важно.',
      text: asSentence(outsideText(disclaimer, MAX_TEXT_LENGTH)),
    },
    note(
      'Расчёт выполнен без осмотра квартиры, проверки документов и обременений; перепланировка, ' +
        'вид из окон и срочность продажи не учтены. Стоимость указана на дату оценки.',
    ),
  ]
}
