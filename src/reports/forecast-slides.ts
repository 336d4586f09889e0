// A sales forecast told in eight slides for people who decide: what it earns, what limits it, what it
// hangs on. Only words, order and rounding are decided here; numbers come from the forecast as they
// stand, headline figures from forecast-figures.ts as every format prints them.
import type { Constraint, Forecast, Sensitivity } from '../siteplan/forecast.ts'
import { BINDING_RULE } from '../siteplan/rule-words.ts'
import { type Figure, forecastFigures, formatMillions } from './forecast-figures.ts'
import { chartPeriodsOf, cumulativeCash } from './forecast-periods.ts'
import { forecastTitle } from './forecast-report.ts'
import { verdictOf } from './forecast-verdict.ts'
import {
  ASSUMPTION,
  COMPARABLE_KIND,
  SCENARIO,
  SENSITIVITY_INPUT,
  UNIT_TYPE,
} from './forecast-words.ts'
import { RULE, ruleValue } from './norm-words.ts'
import { DEMO_MARK } from './page.ts'
import { outsideText } from './plain-text.ts'
import {
  formatDate,
  formatNumber,
  formatPercent,
  formatRub,
  formatRubPerM2,
  formatShort,
  formatWholeM2,
  NO_BREAK_SPACE,
} from './russian-format.ts'
import type { Slide, SlideChart, SlidePart, SlideShow, SlideTable, Tiles } from './slides.ts'

const ADDRESS_LETTERS = 110
const SOURCE_LETTERS = 160
const COMPARABLES = 4

export function forecastSlides(forecast: Forecast): SlideShow {
  const { report_id, generated_at, is_demo } = forecast
  return {
    id: report_id,
    title: forecastTitle(forecast),
    language: 'ru',
    createdAt: generated_at,
    footer: `Отчёт ${report_id}`,
    ...(is_demo ? { mark: DEMO_MARK } : {}),
    slides: [
      verdictSlide,
      siteSlide,
      massingSlide,
      programmeSlide,
      priceSlide,
      cashSlide,
      sensitivitySlide,
      risksSlide,
    ].map((slideOf) => slideOf(forecast)),
  }
}

function verdictSlide(forecast: Forecast): Slide {
  const { parcel, scenario, generated_at, metrics, method, horizon_months } = forecast
  const figures = forecastFigures(forecast)
  return {
    title: forecastTitle(forecast),
    parts: [
      { kind: 'text', text: outsideText(parcel.address, ADDRESS_LETTERS, 'Адрес не указан') },
      { kind: 'text', tone: 'verdict', text: verdictOf(forecast).join(' ') },
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
          `Сценарий: ${SCENARIO[scenario]}. Горизонт: ${horizon_months}${NO_BREAK_SPACE}мес. ` +
          `Дата прогноза: ${formatDate(generated_at)}. P10–P90: границы, за которые выходит лишь ` +
          `каждый десятый прогон снизу и сверху.`,
      },
    ],
    notes: [
      `Прогонов Монте-Карло: ${formatNumber(metrics.draws)}.`,
      `Метод ${method.version}, модель цен ${outsideText(method.model_version, 40)}, данные по ` +
        `${formatDate(method.data_until)}.`,
    ],
  }
}

function siteSlide({ parcel, constraints, rule_set, envelope }: Forecast): Slide {
  const facts: [string, string | null][] = [
    ['Площадь', formatWholeM2(parcel.area_m2)],
    ['Категория', parcel.category],
    ['Использование', parcel.permitted_use],
    ['Кадастровая стоимость', formatRub(parcel.cadastral_value_rub)],
    [
      'Координаты',
      parcel.centroid
        .map((degrees) => formatNumber(degrees, 5))
        .toReversed()
        .join('; '),
    ],
  ]
  return {
    title: 'Участок и ограничения',
    parts: [
      {
        kind: 'columns',
        ratio: 0.42,
        left: [
          {
            kind: 'table',
            columns: [
              { title: 'Участок', align: 'left', share: 4 },
              { title: parcel.cadastral_number, align: 'left', share: 6 },
            ],
            rows: facts.map(([label, value]) => ({ cells: [label, outsideText(value, 60)] })),
          },
          {
            kind: 'text',
            tone: 'verdict',
            text: `Площадь ограничивает ${BINDING_RULE[envelope.binding_rule]}.`,
          },
          { kind: 'text', tone: 'quiet', text: `Нормы: ${outsideText(rule_set.title, 90)}` },
        ],
        right: [
          {
            kind: 'table',
            columns: [
              { title: 'Ограничение', align: 'left', share: 66 },
              { title: 'Норма', align: 'right', share: 34 },
            ],
            rows: constraints.toSorted(byBinding).map((constraint) => ({
              cells: [RULE[constraint.rule], ruleValue(constraint.rule, constraint.value)],
              strong: constraint.binding,
            })),
          },
        ],
      },
    ],
    notes: [
      'Выделено ограничение, которое определяет площадь. Источники норм:',
      ...constraints.map(
        ({ rule, source }) => `${RULE[rule]}: ${outsideText(source, SOURCE_LETTERS)}`,
      ),
    ],
  }
}

function byBinding(a: Constraint, b: Constraint): number {
  return Number(b.binding) - Number(a.binding)
}

function massingSlide({ parcel, envelope, programme, rule_set }: Forecast): Slide {
  const areas: [string, number][] = [
    ['Участок', parcel.area_m2],
    ['Внутри отступов', envelope.buildable_area_m2],
    ['Пятно застройки', envelope.max_footprint_m2],
    ['Предельная общая', envelope.max_gfa_m2],
    ['В программе', programme.gfa_m2],
  ]
  const floors = programme.storeys > 0 ? programme.gfa_m2 / programme.storeys : null
  return {
    title: 'Объём застройки',
    parts: [
      tiles(4, [
        { label: 'Этажей', value: formatNumber(programme.storeys) },
        { label: 'Предел площади', value: formatWholeM2(envelope.max_gfa_m2) },
        { label: 'Наибольшее пятно', value: formatWholeM2(envelope.max_footprint_m2) },
        { label: 'В среднем на этаж', value: formatWholeM2(floors) },
      ]),
      drawn({
        kind: 'chart',
        caption: 'Площади, м²',
        bars: 'across',
        decimals: 0,
        labels: areas.map(([label]) => label),
        series: [{ name: 'Площадь, м²', values: areas.map(([, area]) => Math.round(area)) }],
        labelled: true,
      }),
      {
        kind: 'text',
        tone: 'quiet',
        text: `Больше построить не даёт ${BINDING_RULE[envelope.binding_rule]}.`,
      },
    ],
    notes: [
      `Предел посчитан по набору норм «${outsideText(rule_set.title, SOURCE_LETTERS)}».`,
      'Пятно застройки и этажность взяты при том числе этажей, которое даёт наибольшую площадь.',
    ],
  }
}

function programmeSlide(forecast: Forecast): Slide {
  const { programme, assumptions } = forecast
  const figures = forecastFigures(forecast)
  return {
    title: 'Программа: какие квартиры',
    parts: [
      tiles(4, [
        figures.units,
        figures.gfa,
        figures.saleable,
        { label: 'Машино-мест', value: formatNumber(programme.parking_spaces) },
      ]),
      {
        kind: 'columns',
        ratio: 0.52,
        left: [
          {
            kind: 'table',
            columns: [
              { title: 'Тип', align: 'left', share: 34 },
              { title: 'Доля', align: 'right', share: 20 },
              { title: 'Средняя площадь', align: 'right', share: 26 },
              { title: 'Квартир', align: 'right', share: 20 },
            ],
            rows: programme.units.map(({ type, share, area_m2, count }) => ({
              cells: [
                UNIT_TYPE[type],
                formatPercent(share, 0),
                `${formatShort(area_m2, 1)}${NO_BREAK_SPACE}м²`,
                formatNumber(count),
              ],
            })),
          },
          {
            kind: 'text',
            tone: 'quiet',
            text: `Продаётся ${formatPercent(programme.saleable_share)} общей площади.`,
          },
        ],
        right: [
          drawn({
            kind: 'chart',
            caption: 'Квартир по типам',
            bars: 'up',
            decimals: 0,
            labels: programme.units.map(({ type }) => UNIT_TYPE[type]),
            series: [{ name: 'Квартир', values: programme.units.map(({ count }) => count) }],
            labelled: true,
          }),
        ],
      },
    ],
    notes: ['Откуда взято:', ...assumptions.map(assumptionNote)],
  }
}

function assumptionNote({ key, source }: Forecast['assumptions'][number]): string {
  return `${ASSUMPTION[key] ?? outsideText(key, 40)}: ${outsideText(source, SOURCE_LETTERS)}`
}

function priceSlide({ price, comparables, method }: Forecast): Slide {
  const nearest = comparables.toSorted((a, b) => a.distance_m - b.distance_m).slice(0, COMPARABLES)
  const thousands = (rub: number) => Math.round(rub / 100) / 10
  const chart: SlideChart = {
    kind: 'chart',
    caption: 'Цена и её границы, тыс. ₽/м²',
    bars: 'up',
    decimals: 0,
    labels: price.map(({ type }) => UNIT_TYPE[type]),
    series: [
      { name: 'Нижняя', values: price.map(({ low }) => thousands(low)) },
      { name: 'Цена', values: price.map(({ rub_per_m2 }) => thousands(rub_per_m2)) },
      { name: 'Верхняя', values: price.map(({ high }) => thousands(high)) },
    ],
  }
  return {
    title: 'На чём держится цена',
    parts: [
      {
        kind: 'columns',
        ratio: 0.6,
        left: [
          {
            kind: 'table',
            columns: [
              { title: 'Тип', align: 'left', share: 27 },
              { title: 'Цена, ₽/м²', align: 'right', share: 21 },
              { title: 'От и до, ₽/м²', align: 'right', share: 33 },
              { title: 'Аналогов', align: 'right', share: 19 },
            ],
            rows: price.map(({ type, rub_per_m2, low, high, n_comparables }) => ({
              cells: [
                UNIT_TYPE[type],
                formatNumber(rub_per_m2),
                `${formatNumber(low)} – ${formatNumber(high)}`,
                formatNumber(n_comparables),
              ],
            })),
          },
          {
            kind: 'text',
            tone: 'heading',
            text: nearest.length > 0 ? 'Ближайшие аналоги' : 'Аналоги в отчёт не вошли',
            maxLines: 1,
          },
          {
            kind: 'table',
            columns: [
              { title: 'Адрес', align: 'left', share: 43 },
              { title: 'Вид', align: 'left', share: 20 },
              { title: 'Площадь', align: 'right', share: 16 },
              { title: '₽/м²', align: 'right', share: 17 },
            ],
            rows: nearest.map(({ address, kind, area_m2, rub_per_m2 }) => ({
              cells: [
                outsideText(address, 44),
                COMPARABLE_KIND[kind],
                `${formatShort(area_m2, 1)}${NO_BREAK_SPACE}м²`,
                formatNumber(rub_per_m2),
              ],
            })),
          },
        ],
        right: [drawn(chart)],
      },
    ],
    notes: [
      `Модель цен ${outsideText(method.model_version, 40)}, данные по ${formatDate(method.data_until)}.`,
      ...nearest.map(
        ({ address, date, rub_per_m2 }) =>
          `${formatDate(date)}: ${outsideText(address, 80)}, ${formatRubPerM2(rub_per_m2)}`,
      ),
    ],
  }
}

function cashSlide(forecast: Forecast): Slide {
  const figures = forecastFigures(forecast)
  const periods = chartPeriodsOf(forecast)
  const cash = cumulativeCash(forecast)
  let total = 0
  const totals = periods.map(({ cashRub }) => {
    total += cashRub
    return millions(total)
  })
  return {
    title: 'Денежный поток',
    parts: [
      tiles(4, [figures.cost, figures.sellout, figures.payback, figures.soldAtCommissioning]),
      drawn({
        kind: 'chart',
        caption: 'По месяцам проекта, млн ₽',
        bars: 'up',
        decimals: 0,
        labels: periods.map(({ label }) => label),
        series: [
          { name: 'Продажи', values: periods.map(({ revenueRub }) => millions(revenueRub)) },
          { name: 'Затраты', values: periods.map(({ costRub }) => millions(-costRub)) },
        ],
        line: { name: 'Денежный поток нарастающим итогом', values: totals },
      }),
      {
        kind: 'text',
        tone: 'quiet',
        text:
          `Пик вложений: ${formatRub(Math.max(0, -Math.min(0, ...cash)))}. Деньги покупателей до ввода дома ждут на счетах ` +
          'эскроу.',
      },
    ],
    notes: [
      'Продажи показаны по месяцу договора, денежный поток — по раскрытию счетов эскроу.',
      ...forecast.assumptions.map(assumptionNote),
    ],
  }
}

function sensitivitySlide({ sensitivity, metrics }: Forecast): Slide {
  const base = metrics.npv_rub.p50
  const table: SlideTable = {
    kind: 'table',
    columns: [
      { title: 'Что меняется', align: 'left', share: 42 },
      { title: 'NPV хуже, млн ₽', align: 'right', share: 29 },
      { title: 'NPV лучше, млн ₽', align: 'right', share: 29 },
    ],
    rows: sensitivity.map(({ input, change, npv_low_rub, npv_high_rub }) => ({
      cells: [
        `${SENSITIVITY_INPUT[input]}, ±${formatPercent(change, 0)}`,
        formatMillions(npv_low_rub),
        formatMillions(npv_high_rub),
      ],
    })),
  }
  const chart: SlideChart = {
    kind: 'chart',
    caption: 'Насколько сдвигается NPV, млн ₽',
    bars: 'across',
    decimals: 0,
    labels: sensitivity.map(({ input }) => SENSITIVITY_INPUT[input]),
    series: [
      { name: 'Хуже', values: sensitivity.map((row) => millions(row.npv_low_rub - base)) },
      { name: 'Лучше', values: sensitivity.map((row) => millions(row.npv_high_rub - base)) },
    ],
  }
  const strongest = sensitivity[0]
  return {
    title: 'От чего зависит результат',
    parts: [
      { kind: 'text', tone: 'verdict', text: strongestInput(strongest) },
      {
        kind: 'columns',
        ratio: 0.47,
        left: [
          table,
          { kind: 'text', tone: 'quiet', text: `NPV без изменений (P50): ${formatRub(base)}` },
        ],
        right: [drawn(chart)],
      },
    ],
    notes: [
      'Меняется один показатель, остальные остаются как в сценарии.',
      `NPV сценария, P50 из ${formatNumber(metrics.draws)} прогонов: ${formatRub(base)}.`,
    ],
  }
}

function strongestInput(strongest: Sensitivity | undefined): string {
  return strongest
    ? `Сильнее всего на NPV влияет показатель «${SENSITIVITY_INPUT[strongest.input].toLowerCase()}».`
    : 'Чувствительность NPV не посчитана.'
}

function risksSlide({ warnings, method }: Forecast): Slide {
  return {
    title: 'Риски и следующие шаги',
    parts: [
      {
        kind: 'columns',
        ratio: 0.5,
        left: [
          { kind: 'text', tone: 'heading', text: 'Чего прогноз не знает', maxLines: 1 },
          {
            kind: 'bullets',
            items:
              warnings.length > 0
                ? warnings.map(({ text }) => outsideText(text, 170))
                : ['Замечаний к исходным данным нет.'],
          },
        ],
        right: [
          { kind: 'text', tone: 'heading', text: 'Следующие шаги', maxLines: 1 },
          { kind: 'bullets', items: NEXT_STEPS },
        ],
      },
      { kind: 'text', tone: 'quiet', text: outsideText(method.disclaimer, 300) },
    ],
    notes: [
      ...warnings.map(({ text }) => outsideText(text, SOURCE_LETTERS)),
      `Метод ${method.version}.`,
      outsideText(method.disclaimer, 500),
    ],
  }
}

const NEXT_STEPS = [
  'Получить градостроительный план участка и сверить с ним каждую норму.',
  'Запросить технические условия и стоимость присоединения к сетям.',
  'Сравнить варианты посадки домов: расчёт планировок по этому участку.',
  'Уточнить цены по новостройкам, которые продаются рядом сейчас.',
  'Согласовать с банком ставку проектного кредита и график эскроу.',
]

/** A chart of nothing is no chart: Office would ask to repair the file. */
function drawn(chart: SlideChart): SlidePart {
  return chart.labels.length > 0
    ? chart
    : { kind: 'text', tone: 'quiet', text: `${chart.caption}: данных нет.` }
}

function tiles(across: number, figures: Figure[]): Tiles {
  return {
    kind: 'tiles',
    across,
    items: figures.map(({ label, value, band }) => ({
      label,
      value,
      ...(band === undefined ? {} : { note: band }),
    })),
  }
}

function millions(rub: number): number {
  return Math.round(rub / 1e5) / 10
}
