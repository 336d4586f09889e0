// A sales forecast as a document: whether the site pays, what limits it, and from what it follows.
// Only words, order and rounding are decided here; numbers come from the forecast as they stand.
import { BINDING_RULE } from '../../norms/rule-words.ts'
import {
  formatDate,
  formatNumber,
  formatPercent,
  formatRub,
  formatShort,
  formatWholeM2,
  NO_BREAK_SPACE,
  percentInText,
} from '../../russian-format.ts'
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { GOOD_SOLD, LENDERS_WANT_SOLD, SOLD_IN_COUNTRY } from '../../siteplan/forecast/presales.ts'
import type { Block, Facts, ReportDocument } from '../document.ts'
import { ruleValue } from '../norm-words.ts'
import { DEMO_MARK } from '../page.ts'
import { outsideText } from '../plain-text.ts'
import {
  absorptionChart,
  cashChart,
  cumulativeChart,
  priceDrawing,
  programmeChart,
  salesChart,
  tornadoDrawing,
} from './forecast-charts.ts'
import { type Figure, forecastFigures, formatMonths } from './forecast-figures.ts'
import { activeMonths, cumulativeCash } from './forecast-periods.ts'
import {
  assumptionsGrid,
  comparablesGrid,
  constraintsGrid,
  LONGEST_SOURCE,
  LONGEST_WARNING,
  MOST_COMPARABLES,
  monthlyGrid,
  priceGrid,
  programmeGrid,
  sensitivityGrid,
  uncertaintyGrid,
  warningsGrid,
  yearlyGrid,
} from './forecast-tables.ts'
import { verdictOf } from './forecast-verdict.ts'
import { SCENARIO } from './forecast-words.ts'

const LONGEST_ADDRESS = 300
const LONGEST_TEXT = 600
const RISKS_IN_SUMMARY = 3

/** The report of one forecast. Same forecast, same document. */
export function forecastReport(forecast: Forecast): ReportDocument {
  const { parcel, report_id, generated_at, is_demo } = forecast
  return {
    id: report_id,
    title: forecastTitle(forecast),
    language: 'ru',
    createdAt: generated_at,
    header: `Прогноз на ${formatDate(generated_at)}`,
    footer: `Отчёт ${report_id} · участок ${parcel.cadastral_number}`,
    ...(is_demo ? { mark: DEMO_MARK } : {}),
    blocks: [
      ...summarySection(forecast),
      ...parcelSection(forecast),
      ...constraintsSection(forecast),
      ...programmeSection(forecast),
      ...priceSection(forecast),
      ...salesSection(forecast),
      ...cashSection(forecast),
      ...uncertaintySection(forecast),
      ...comparablesSection(forecast),
      ...risksSection(forecast),
      ...assumptionsSection(forecast),
      ...methodSection(forecast),
      ...monthlySection(forecast),
    ],
  }
}

export function forecastTitle({ parcel }: Forecast): string {
  return `Прогноз продаж: участок ${parcel.cadastral_number}`
}

function summarySection(forecast: Forecast): Block[] {
  const figures = forecastFigures(forecast)
  return [
    { kind: 'heading', level: 1, text: forecastTitle(forecast) },
    {
      kind: 'paragraph',
      tone: 'subtitle',
      text: outsideText(forecast.parcel.address, LONGEST_ADDRESS, 'Адрес не указан'),
    },
    { kind: 'paragraph', tone: 'subtitle', lead: 'Вывод.', text: verdictOf(forecast).join(' ') },
    {
      kind: 'beside',
      ratio: 0.5,
      left: [{ kind: 'figures', items: [figures.revenue, figures.irr, figures.margin].map(item) }],
      right: [{ kind: 'figures', items: [figures.npv, figures.units, figures.gfa].map(item) }],
    },
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
        ].map(fact),
        { label: 'Сценарий', value: SCENARIO[forecast.scenario] },
        { label: 'Горизонт расчёта', value: formatMonths(forecast.horizon_months) },
        { label: 'Прогонов модели', value: formatNumber(forecast.metrics.draws) },
        { label: 'Данные рынка по', value: formatDate(forecast.method.data_until) },
        { label: 'Составлено на', value: formatDate(forecast.generated_at) },
      ],
    },
    { kind: 'paragraph', lead: 'Что ограничивает.', text: limitSentence(forecast) },
    ...forecast.warnings.slice(0, RISKS_IN_SUMMARY).map(
      ({ text }, index): Block => ({
        kind: 'paragraph',
        lead: `Риск ${index + 1}.`,
        text: outsideText(text, LONGEST_WARNING),
      }),
    ),
    cumulativeChart(forecast),
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        'P50 — расчётный случай, середина исходов модели. P10 — хуже лишь один исход из десяти, ' +
        'P90 — лучше лишь один из десяти. NPV — сумма денежного потока, приведённая к началу ' +
        'проекта; IRR — годовая ставка, при которой она равна нулю. Маржа — доля выручки сверх ' +
        'затрат.',
    },
  ]
}

function item({ label, value, band }: Figure) {
  return band === undefined ? { label, value } : { label, value, note: band }
}

function fact({ label, value }: Figure): Facts['rows'][number] {
  return { label, value }
}

/** Names the binding rule with its value, where it is among the constraints. */
export function limitSentence({ envelope, constraints }: Forecast): string {
  const constraint = constraints.find(({ rule }) => rule === envelope.binding_rule)
  const value = constraint ? ` (${ruleValue(constraint.rule, constraint.value)})` : ''
  return (
    `Площадь дома ограничивает ${BINDING_RULE[envelope.binding_rule]}${value}: ` +
    `не более ${formatWholeM2(envelope.max_gfa_m2)} при этажности ${envelope.storeys}.`
  )
}

function parcelSection({ parcel, rule_set }: Forecast): Block[] {
  const perM2 =
    parcel.cadastral_value_rub === null ? null : parcel.cadastral_value_rub / parcel.area_m2
  const [lon, lat] = parcel.centroid
  const rows: Facts['rows'] = [
    { label: 'Кадастровый номер', value: parcel.cadastral_number },
    {
      label: 'Площадь',
      value:
        `${formatWholeM2(parcel.area_m2)}, ` +
        `${formatShort(parcel.area_m2 / 10_000, 2)}${NO_BREAK_SPACE}га`,
    },
    { label: 'Кадастровая стоимость', value: formatRub(parcel.cadastral_value_rub) },
    { label: 'На 1 м² участка', value: formatRub(perM2) },
    { label: 'Координаты', value: `${formatNumber(lat, 5)}; ${formatNumber(lon, 5)}` },
  ]
  const texts: Facts['rows'] = [
    { label: 'Категория земель', value: outsideText(parcel.category, LONGEST_SOURCE) },
    {
      label: 'Разрешённое использование',
      value: outsideText(parcel.permitted_use, LONGEST_SOURCE),
    },
    { label: 'Набор норм', value: outsideText(rule_set.title, LONGEST_SOURCE) },
  ]
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Участок' },
    { kind: 'facts', columns: 2, rows },
    { kind: 'facts', columns: 1, rows: texts },
  ]
}

function constraintsSection(forecast: Forecast): Block[] {
  const { envelope } = forecast
  return [
    { kind: 'heading', level: 2, text: 'Ограничения' },
    constraintsGrid(forecast),
    { kind: 'paragraph', lead: 'Что ограничивает.', text: limitSentence(forecast) },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Внутри отступов', value: formatWholeM2(envelope.buildable_area_m2) },
        { label: 'Пятно застройки, не более', value: formatWholeM2(envelope.max_footprint_m2) },
        { label: 'Площадь дома, не более', value: formatWholeM2(envelope.max_gfa_m2) },
        { label: 'Этажность расчёта', value: formatNumber(envelope.storeys) },
      ],
    },
  ]
}

function programmeSection(forecast: Forecast): Block[] {
  const { programme } = forecast
  const { gfa, saleable } = forecastFigures(forecast)
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Программа' },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        fact(gfa),
        fact(saleable),
        { label: 'Доля продаваемой', value: formatPercent(programme.saleable_share) },
        { label: 'Этажей', value: formatNumber(programme.storeys) },
        { label: 'Очередей', value: formatNumber(programme.phases.count) },
        { label: 'Машино-мест', value: formatNumber(programme.parking_spaces) },
      ],
    },
    programmeGrid(forecast),
    programmeChart(forecast),
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        'Общая площадь — всех этажей по наружным стенам. Продаваемая — её доля; число квартир целое, ' +
        'поэтому сумма площадей квартир немного меньше неё.',
    },
  ]
}

function priceSection(forecast: Forecast): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Цены' },
    {
      kind: 'paragraph',
      text:
        'Каждый тип оценён как квартира в новом доме на этом участке: по сделкам и объявлениям рядом, ' +
        'приведённым к дате прогноза.' +
        (forecast.scenario === 'base'
          ? ''
          : ` Оценка изменена по сценарию, ${SCENARIO[forecast.scenario]}: см. «Допущения».`),
    },
    priceGrid(forecast),
    priceDrawing(forecast),
  ]
}

function salesSection(forecast: Forecast): Block[] {
  const { sellout, soldAtCommissioning } = forecastFigures(forecast)
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Темп продаж' },
    {
      kind: 'facts',
      columns: 2,
      rows: [fact(sellout), fact(soldAtCommissioning)],
    },
    salesChart(forecast),
    absorptionChart(forecast),
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        `Для сравнения: к вводу дома в среднем по стране продано около ${percentInText(SOLD_IN_COUNTRY)} ` +
        `квартир; банки ждут не меньше ${percentInText(LENDERS_WANT_SOLD)}, хорошим считается ${percentInText(GOOD_SOLD)}.`,
    },
  ]
}

function cashSection(forecast: Forecast): Block[] {
  const { cost, payback } = forecastFigures(forecast)
  const cash = cumulativeCash(forecast)
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Денежный поток' },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        fact(cost),
        fact(payback),
        { label: 'Пик вложений', value: formatRub(Math.max(0, -Math.min(...cash, 0))) },
        { label: 'Итог к концу срока', value: formatRub(cash.at(-1)) },
      ],
    },
    yearlyGrid(forecast),
    cashChart(forecast),
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        'Продажи — договоры, заключённые за период. Денежный поток — собственные деньги ' +
        'застройщика: до ввода дома деньги покупателей лежат на счетах эскроу, стройку оплачивают ' +
        'свои деньги и кредит; после ввода эскроу раскрывается и сначала гасит кредит. По месяцам — ' +
        'в конце отчёта.',
    },
  ]
}

function uncertaintySection(forecast: Forecast): Block[] {
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Неопределённость' },
    {
      kind: 'paragraph',
      text:
        `Модель просчитана ${formatNumber(forecast.metrics.draws)} раз со случайными ценой, темпом ` +
        'продаж и стоимостью строительства в пределах их погрешности.',
    },
    uncertaintyGrid(forecast),
    { kind: 'heading', level: 2, text: 'Что сильнее всего меняет результат' },
    tornadoDrawing(forecast),
    sensitivityGrid(forecast),
  ]
}

function comparablesSection(forecast: Forecast): Block[] {
  const heading: Block = { kind: 'heading', level: 2, text: 'Аналоги' }
  if (forecast.comparables.length === 0) {
    return [heading, { kind: 'paragraph', text: 'Аналоги в отчёт не вошли.' }]
  }
  const count = forecast.comparables.length
  return [
    { kind: 'page-break' },
    heading,
    comparablesGrid(forecast),
    {
      kind: 'paragraph',
      tone: 'note',
      text: 'Приведено — к новой квартире на этом участке, того типа, на который аналог больше всего похож.',
    },
    ...(count <= MOST_COMPARABLES
      ? []
      : [
          {
            kind: 'paragraph',
            tone: 'note',
            text: `Показаны ${MOST_COMPARABLES} из ${count}; остальные — в формате JSON.`,
          } as const,
        ]),
  ]
}

function risksSection(forecast: Forecast): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Риски и недостающие данные' },
    forecast.warnings.length === 0
      ? { kind: 'paragraph', text: 'Модель не отметила ни рисков, ни пробелов в данных.' }
      : warningsGrid(forecast),
  ]
}

function assumptionsSection(forecast: Forecast): Block[] {
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Допущения' },
    assumptionsGrid(forecast),
    {
      kind: 'paragraph',
      tone: 'note',
      text: 'Допущения заданы настройками сервиса или нормами; уточнение меняет результат.',
    },
  ]
}

function methodSection({ method, generated_at, report_id, rule_set }: Forecast): Block[] {
  const paragraph = (lead: string, text: string): Block => ({ kind: 'paragraph', lead, text })
  return [
    { kind: 'heading', level: 2, text: 'Как получен прогноз' },
    paragraph(
      'Участок и нормы.',
      'Граница участка уменьшена на отступ; площадь дома — наименьшая из тех, что дают процент ' +
        'застройки, плотность и место внутри отступов, при выгоднейшей этажности.',
    ),
    paragraph(
      'Цены и темп.',
      'Цены квартир даёт модель оценки; темп — местный рынок; продажи распределены по S-образной ' +
        'кривой, цена растёт по стадиям стройки.',
    ),
    paragraph(
      'Деньги.',
      'Поток считается по месяцам: участок, подготовка, строительство, расходы на продажу и проценты; ' +
        'кредит и раскрытие эскроу. NPV и IRR — из потока собственных денег застройщика.',
    ),
    paragraph(
      'Диапазоны.',
      'P10 и P90 — из прогонов с постоянным начальным числом: те же данные дают тот же отчёт.',
    ),
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Номер отчёта', value: report_id },
        { label: 'Составлено на', value: formatDate(generated_at) },
        { label: 'Версия прогноза', value: outsideText(method.version, 40) },
        { label: 'Версия модели цен', value: outsideText(method.model_version, 40) },
        { label: 'Данные рынка по', value: formatDate(method.data_until) },
        { label: 'Набор норм', value: outsideText(rule_set.id, 60) },
      ],
    },
    {
      kind: 'paragraph',
      tone: 'warning',
      lead: 'Важно.',
      text: outsideText(method.disclaimer, LONGEST_TEXT),
    },
  ]
}

function monthlySection(forecast: Forecast): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Приложение: по месяцам' },
    monthlyGrid(forecast),
    ...(activeMonths(forecast) === forecast.schedule.length
      ? []
      : [
          {
            kind: 'paragraph',
            tone: 'note',
            text: 'В остальные месяцы горизонта продаж, затрат и денежного потока нет.',
          } as const,
        ]),
  ]
}
