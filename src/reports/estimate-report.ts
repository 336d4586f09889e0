// A stored estimate told as a document for a client: what it is worth, why, and on what terms.
// Only words, order and rounding are decided here; numbers come from the estimate as they stand.
import type { Block, Cell, Facts, Grid, ReportDocument } from './document.ts'
import {
  BASIS,
  CONDITION,
  FACTOR,
  FEE,
  KIND,
  LEVELS,
  MARKET,
  MATERIAL,
  OFFER,
  REASON,
  wordFor,
} from './estimate-words.ts'
import { DEMO_MARK } from './page.ts'
import { shorten } from './plain-text.ts'
import {
  capitalise,
  formatAreaM2,
  formatDate,
  formatDistanceM,
  formatInstant,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRub,
  formatRubPerM2,
  formatShort,
  formatSignedPercent,
  type Maybe,
  NO_BREAK_SPACE,
  UNKNOWN,
} from './russian-format.ts'
import { compassPoint, directionTo, drawSketchMap, type Place } from './sketch-map.ts'
import { drawConfidenceGauge, drawValueBand } from './value-drawings.ts'

/** The answer of `POST /api/v1/estimate` with status `ok`, as stored; fields as on the wire. */
export interface StoredEstimate {
  id: string
  created_at: string
  valuation_date: string
  /** Made-up data: every page says so. */
  demo?: boolean
  subject: EstimateSubject
  value: {
    market_rub: number
    market_rub_per_m2: number
    low_rub: number
    high_rub: number
    interval: number
    ask_rub?: Maybe<number>
    bargaining?: Maybe<number>
    basis: string
  }
  confidence: {
    fsd: number
    level: number
    n_comparables: number
    n_effective: number
    max_distance_m?: Maybe<number>
    median_age_days?: Maybe<number>
    reasons?: string[]
  }
  comparables: EstimateComparable[]
  market?: Maybe<EstimateMarket>
  trade_in?: Maybe<TradeIn>
  model: {
    version: string
    data_until: string
    backtest?: Maybe<Backtest>
  }
  disclaimer: string
}

/** Attributes of a flat that the estimate may or may not know. */
interface FlatAttributes {
  floors_total?: Maybe<number>
  kitchen_area_m2?: Maybe<number>
  living_area_m2?: Maybe<number>
  year_built?: Maybe<number>
  house_material?: Maybe<string>
  building_class?: Maybe<string>
  condition?: Maybe<string>
  market?: Maybe<string>
  ceiling_height_m?: Maybe<number>
}

export type EstimateSubject = FlatAttributes & {
  address?: Maybe<string>
  lat: number
  lon: number
  area_m2: number
  rooms: number
  floor: number
  /** Attributes the request did not give and the model filled in. */
  imputed?: string[]
}

export type EstimateComparable = FlatAttributes & {
  id: string
  kind: string
  date: string
  age_days?: Maybe<number>
  address?: Maybe<string>
  lat?: Maybe<number>
  lon?: Maybe<number>
  distance_m?: Maybe<number>
  same_building?: Maybe<boolean>
  price_rub: number
  price_rub_per_m2?: Maybe<number>
  area_m2: number
  rooms?: Maybe<number>
  floor?: Maybe<number>
  similarity?: Maybe<number>
  weight: number
  adjustments: { factor: string; fraction: number }[]
  net_adjustment: number
  gross_adjustment: number
  adjusted_price_rub: number
}

export interface EstimateMarket {
  index_12m?: Maybe<number>
  median_rub_per_m2?: Maybe<number>
  radius_m?: Maybe<number>
  sample?: Maybe<number>
  /** Roubles per m² by month (`2024-05`). */
  trend?: Maybe<{ month: string; rub_per_m2: number }[]>
}

export interface TradeIn {
  eligible: boolean
  reasons?: string[]
  options?: {
    kind: string
    payout_rub: number
    payout_low_rub?: Maybe<number>
    payout_high_rub?: Maybe<number>
    share_of_market?: Maybe<number>
    /** Days, or the fewest and the most of them. */
    days_to_money?: Maybe<number | [number, number]>
    /** Costs taken off the market value, as positive numbers. */
    fees?: { code: string; fraction?: Maybe<number>; rub?: Maybe<number> }[]
    expires_at?: Maybe<string>
  }[]
}

/** Fractions, but for `cod`, which is defined in per cent. */
export interface Backtest {
  mdape: number
  pe10: number
  pe20: number
  cod: number
  coverage: number
  n: number
}

const TITLE = 'Автоматическая оценка стоимости квартиры'
const LONGEST_ADDRESS = 300
/** Two to three lines of the table: twenty comparables must not grow the report past four pages. */
const LONGEST_ADDRESS_IN_TABLE = 64
const LONGEST_TEXT = 600
const MAX_COMPARABLES = 20
const MAX_TREND_MONTHS = 60
/** Nearer than this a side of the world says nothing: coordinates are not that exact. */
const LEAST_DISTANCE_WITH_SIDE_M = 10
/** What fits between the price and the net adjustment; more are multiplied into one column. */
const MAX_FACTOR_COLUMNS = 9

/**
 * The report of one estimate. Same estimate, same document.
 *
 * @param estimate with status `ok`; an `insufficient_data` outcome has no report
 */
export function estimateReport(estimate: StoredEstimate): ReportDocument {
  const comparables = estimate.comparables.slice(0, MAX_COMPARABLES)
  const date = formatDate(estimate.valuation_date)
  return {
    id: shorten(estimate.id, 64),
    title: TITLE,
    language: 'ru',
    createdAt: estimate.created_at,
    header: `Оценка на ${date}`,
    footer: `Оценка ${shorten(estimate.id, 64)}`,
    ...(estimate.demo ? { mark: DEMO_MARK } : {}),
    blocks: [
      ...valueSection(estimate),
      ...subjectSection(estimate),
      ...confidenceSection(estimate),
      ...tradeInSection(estimate),
      { kind: 'page-break' },
      ...mapSection(estimate.subject, comparables),
      ...comparablesSection(comparables),
      ...adjustmentsSection(estimate, comparables),
      ...marketSection(estimate.market),
      ...methodSection(estimate),
      ...disclaimerSection(estimate),
    ],
  }
}

function valueSection({ value, subject, confidence, comparables }: StoredEstimate): Block[] {
  const level = Math.min(LEVELS.length, Math.max(1, Math.round(confidence.level)))
  const range = [value.low_rub, value.high_rub].map((rub) => formatNumber(rub))
  const bargaining = formatSignedPercent(value.bargaining)
  return [
    { kind: 'heading', level: 1, text: TITLE },
    { kind: 'paragraph', tone: 'subtitle', text: addressOf(subject.address, LONGEST_ADDRESS) },
    {
      kind: 'beside',
      ratio: 0.58,
      left: [
        {
          kind: 'figures',
          items: [
            {
              label: 'Рыночная стоимость',
              value: formatRub(value.market_rub),
              note: `${formatRubPerM2(value.market_rub_per_m2)}, ${wordFor(BASIS, value.basis)}`,
            },
            {
              label: `Диапазон с вероятностью ${formatPercent(value.interval, 0)}`,
              value: `${range.join(`${NO_BREAK_SPACE}– `)}${NO_BREAK_SPACE}₽`,
            },
          ],
        },
      ],
      right: [
        {
          kind: 'figures',
          items: [
            {
              label: 'Надёжность оценки',
              value: `${level} из ${LEVELS.length}`,
              note: LEVELS[level - 1] ?? UNKNOWN,
            },
          ],
        },
        drawConfidenceGauge(level, LEVELS.length),
        {
          kind: 'paragraph',
          tone: 'note',
          text: `Ожидаемая погрешность ±${formatPercent(confidence.fsd)} в двух случаях из трёх.`,
        },
        ...(value.ask_rub === null || value.ask_rub === undefined
          ? []
          : [
              {
                kind: 'paragraph',
                tone: 'note',
                text:
                  `Цена для объявления — ${formatRub(value.ask_rub)}` +
                  (bargaining === UNKNOWN ? '.' : ` (торг ${bargaining}${NO_BREAK_SPACE}%).`),
              } as const,
            ]),
      ],
    },
    drawValueBand({
      lowRub: value.low_rub,
      marketRub: value.market_rub,
      highRub: value.high_rub,
      comparables: comparables.slice(0, MAX_COMPARABLES).map((comparable) => ({
        priceRub: comparable.adjusted_price_rub,
        weight: comparable.weight,
      })),
    }),
  ]
}

function subjectSection({ subject, id, valuation_date, created_at }: StoredEstimate): Block[] {
  const imputed = new Set(subject.imputed)
  const row = (field: string, label: string, value: string): Facts['rows'][number] => ({
    label,
    value,
    ...(imputed.has(field) ? { mark: '*' } : {}),
  })
  const rows = [
    row('area_m2', 'Общая площадь', formatAreaM2(subject.area_m2)),
    row('rooms', 'Комнат', formatRooms(subject.rooms)),
    row('kitchen_area_m2', 'Площадь кухни', formatAreaM2(subject.kitchen_area_m2)),
    row('living_area_m2', 'Жилая площадь', formatAreaM2(subject.living_area_m2)),
    row('floor', 'Этаж', formatFloor(subject)),
    row('ceiling_height_m', 'Высота потолков', formatHeight(subject.ceiling_height_m)),
    row('year_built', 'Год постройки', formatYear(subject.year_built)),
    row('house_material', 'Стены', codeWord(MATERIAL, subject.house_material)),
    row('condition', 'Ремонт', codeWord(CONDITION, subject.condition)),
    row('building_class', 'Класс дома', text(subject.building_class, 40)),
    row('market', 'Рынок', codeWord(MARKET, subject.market)),
    row('lat', 'Координаты', formatPlace(subject)),
    row('valuation_date', 'Дата оценки', formatDate(valuation_date)),
    row('created_at', 'Составлено', formatInstant(created_at)),
  ]
  return [
    { kind: 'heading', level: 2, text: 'Объект оценки' },
    { kind: 'facts', columns: 2, rows },
    ...(imputed.size === 0
      ? []
      : [
          {
            kind: 'paragraph',
            tone: 'note',
            text:
              '* В запросе не указано. В расчёте принято значение, типичное для похожих ' +
              'квартир рядом; уточнение может изменить оценку.',
          } as const,
        ]),
    {
      kind: 'paragraph',
      tone: 'note',
      text: `Идентификатор оценки: ${shorten(id, 64)}`,
    },
  ]
}

function confidenceSection({ confidence }: StoredEstimate): Block[] {
  const reasons = (confidence.reasons ?? []).slice(0, 8).map((code) => wordFor(REASON, code))
  const rows = [
    { label: 'Аналогов', value: formatNumber(confidence.n_comparables) },
    { label: 'Аналогов с учётом весов', value: formatShort(confidence.n_effective, 1) },
    { label: 'Самый дальний аналог', value: formatDistanceM(confidence.max_distance_m) },
    { label: 'Медианный возраст', value: formatDays(confidence.median_age_days) },
  ]
  return [
    { kind: 'heading', level: 2, text: 'На чём держится оценка' },
    { kind: 'facts', columns: 2, rows },
    ...(reasons.length === 0
      ? []
      : [
          {
            kind: 'paragraph',
            lead: 'Что снижает надёжность.',
            text: `${capitalise(reasons.join('; '))}.`,
          } as const,
        ]),
  ]
}

function mapSection(subject: EstimateSubject, comparables: EstimateComparable[]): Block[] {
  const directions = comparables.map((comparable, index) => ({
    number: index + 1,
    comparable,
    direction: directionOf(subject, comparable),
  }))
  const placed = directions.flatMap(({ number, direction }) =>
    direction ? [{ number, ...direction }] : [],
  )
  const legend: Grid = {
    kind: 'grid',
    columns: [
      { title: '№', align: 'end', widthMm: 8 },
      { title: 'Расстояние', align: 'end' },
      { title: 'Сторона', align: 'center' },
      { title: 'Сходство', align: 'end' },
    ],
    rows: directions.map(({ number, comparable, direction }) => ({
      cells: [
        { text: String(number) },
        { text: formatDistanceM(comparable.distance_m ?? direction?.distanceM) },
        { text: sideOf(comparable, direction) },
        { text: formatPercent(comparable.similarity, 0) },
      ],
    })),
  }
  const unplaced = comparables.length - placed.length
  return [
    { kind: 'heading', level: 2, text: 'Расположение аналогов' },
    placed.length === 0
      ? legend
      : { kind: 'beside', ratio: 0.6, left: [drawSketchMap(placed)], right: [legend] },
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        placed.length === 0
          ? 'У аналогов нет координат, поэтому схема не построена.'
          : 'Ромб — объект оценки, номера — аналоги. Расстояние и сторона света верны, улицы не ' +
            `показаны.${unplaced > 0 ? ` Аналогов без координат: ${unplaced}.` : ''}`,
    },
  ]
}

function comparablesSection(comparables: EstimateComparable[]): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Аналоги' },
    {
      kind: 'grid',
      columns: [
        { title: '№', align: 'end', widthMm: 7 },
        { title: 'Адрес', align: 'start' },
        { title: 'Дата', align: 'start', widthMm: 20 },
        { title: 'Площадь', align: 'end', widthMm: 17 },
        { title: 'Этаж', align: 'end', widthMm: 14 },
        { title: 'Год и стены', align: 'start', widthMm: 24 },
        { title: 'Ремонт', align: 'start', widthMm: 24 },
        { title: 'Цена', align: 'end', widthMm: 24 },
      ],
      rows: comparables.map((comparable, index) => ({
        cells: [
          { text: String(index + 1) },
          withSub(
            addressOf(comparable.address, LONGEST_ADDRESS_IN_TABLE),
            comparable.same_building ? 'в том же доме' : '',
          ),
          withSub(formatDate(comparable.date), wordFor(KIND, comparable.kind)),
          withSub(formatAreaM2(comparable.area_m2), formatRoomsShort(comparable.rooms)),
          { text: formatFloorShort(comparable) },
          withSub(
            formatYear(comparable.year_built),
            comparable.house_material ? wordFor(MATERIAL, comparable.house_material) : '',
          ),
          { text: codeWord(CONDITION, comparable.condition) },
          withSub(
            formatRub(comparable.price_rub),
            formatRubPerM2(
              comparable.price_rub_per_m2 ?? comparable.price_rub / comparable.area_m2,
            ),
          ),
        ],
      })),
    },
  ]
}

function adjustmentsSection(estimate: StoredEstimate, comparables: EstimateComparable[]): Block[] {
  const { columns: factors, fractionOf } = factorColumns(comparables)
  return [
    { kind: 'heading', level: 2, text: 'Корректировки цен аналогов, %' },
    {
      kind: 'grid',
      together: true,
      columns: [
        { title: '№', align: 'end', widthMm: 7 },
        { title: 'Цена, ₽', align: 'end', widthMm: 20 },
        ...factors.map((factor) => ({ title: factor.title, align: 'end' as const })),
        { title: 'Итого', align: 'end', widthMm: 12 },
        { title: 'По модулю', align: 'end', widthMm: 13 },
        { title: 'Скорр. цена, ₽', align: 'end', widthMm: 20 },
        { title: 'Вес, %', align: 'end', widthMm: 11 },
      ],
      rows: [
        ...comparables.map((comparable, index) => ({
          cells: [
            { text: String(index + 1) },
            { text: formatNumber(comparable.price_rub) },
            ...factors.map(
              ({ codes }): Cell => ({
                text: formatSignedPercent(fractionOf(comparable, codes)),
              }),
            ),
            { text: formatSignedPercent(comparable.net_adjustment) },
            { text: formatNumber(comparable.gross_adjustment * 100, 1) },
            { text: formatNumber(comparable.adjusted_price_rub) },
            { text: formatNumber(comparable.weight * 100, 1) },
          ],
        })),
        {
          strong: true,
          cells: [
            { text: '' },
            { text: 'Итог' },
            ...factors.map(() => ({ text: '' })),
            { text: '' },
            { text: '' },
            { text: formatNumber(estimate.value.market_rub) },
            { text: formatNumber(sum(comparables.map(({ weight }) => weight)) * 100, 1) },
          ],
        },
      ],
    },
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        'Скорректированная цена — цена аналога, умноженная на (1 + поправка) по каждому столбцу. ' +
        '«Итого» — совокупное изменение цены, «По модулю» — сумма поправок без учёта знака. ' +
        'Последняя строка — взвешенный итог.' +
        (factors.some((factor) => factor.codes.length > 1)
          ? ' «Прочее» — произведение остальных, меньших поправок.'
          : ''),
    },
  ]
}

function marketSection(market: Maybe<EstimateMarket>): Block[] {
  if (!market) return []
  const points = (market.trend ?? [])
    .filter(({ month, rub_per_m2: rub }) => formatMonth(month) !== UNKNOWN && Number.isFinite(rub))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    .slice(-MAX_TREND_MONTHS)
    .map(({ month, rub_per_m2: rub }) => ({ label: formatMonth(month), value: rub }))
  const change = formatSignedPercent(market.index_12m)
  return [
    { kind: 'heading', level: 2, text: 'Рынок вокруг' },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Медиана цены', value: formatRubPerM2(market.median_rub_per_m2) },
        {
          label: 'Изменение за год',
          value: change === UNKNOWN ? change : `${change}${NO_BREAK_SPACE}%`,
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
              'Медиана цены вокруг по месяцам, ₽/м²: каждая цена приведена к месяцу индексом рынка.',
            decimals: 0,
            points,
          } as const,
        ]),
  ]
}

function tradeInSection({ trade_in }: StoredEstimate): Block[] {
  if (!trade_in) return []
  const options = (trade_in.options ?? []).slice(0, 4)
  const reasons = (trade_in.reasons ?? []).slice(0, 8).map((code) => wordFor(REASON, code))
  const why = reasons.length === 0 ? '' : ` Причины: ${reasons.join('; ')}.`
  const heading: Block = { kind: 'heading', level: 2, text: 'Условия трейд-ин' }
  if (!trade_in.eligible || options.length === 0) {
    return [
      heading,
      { kind: 'paragraph', text: `По этой квартире предложение не сформировано.${why}` },
    ]
  }

  const feeCodes = [
    ...new Set(options.flatMap((option) => (option.fees ?? []).map((fee) => fee.code))),
  ].slice(0, 10)
  const line = (title: string, cellOf: (option: (typeof options)[number]) => string) => ({
    cells: [{ text: title }, ...options.map((option) => ({ text: cellOf(option) }))],
  })
  return [
    heading,
    {
      kind: 'grid',
      together: true,
      columns: [
        { title: '', align: 'start', widthMm: 54 },
        ...options.map((option) => ({
          title: wordFor(OFFER, option.kind),
          align: 'end' as const,
        })),
      ],
      rows: [
        { ...line('Выплата', (option) => formatRub(option.payout_rub)), strong: true },
        line('Возможный диапазон', (option) =>
          formatRange(option.payout_low_rub, option.payout_high_rub),
        ),
        line('Доля рыночной стоимости', (option) => formatPercent(option.share_of_market)),
        line('Срок до денег', (option) => formatTerm(option.days_to_money)),
        ...feeCodes.map((code) =>
          line(wordFor(FEE, code), (option) => {
            const fee = option.fees?.find((candidate) => candidate.code === code)
            return fee ? formatFee(fee) : UNKNOWN
          }),
        ),
        line('Действует до', (option) => formatDate(option.expires_at)),
      ],
    },
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        'Удержания показаны долей рыночной стоимости и суммой. Прочерк — удержания нет или срок ' +
        `не назначен.${why}`,
    },
  ]
}

function methodSection({ model, valuation_date }: StoredEstimate): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Как получена оценка' },
    {
      kind: 'paragraph',
      lead: 'Отбор.',
      text:
        'Взяты сделки и объявления рядом с объектом, похожие по площади, этажу, возрасту дома и ' +
        `состоянию. Сведений позже ${formatDate(valuation_date)} среди них нет; повторы одного ` +
        'объявления и объявление о самом объекте исключены.',
    },
    {
      kind: 'paragraph',
      lead: 'Корректировки.',
      text:
        'Цена каждого аналога приведена к дате оценки по индексу цен, к цене сделки — по обычному ' +
        'торгу, к свойствам объекта — по статистической модели рынка. Аналоги, которым нужна ' +
        'слишком большая поправка, отброшены.',
    },
    {
      kind: 'paragraph',
      lead: 'Итог и диапазон.',
      text:
        'Стоимость — взвешенный итог скорректированных цен: чем ближе и похожее аналог, тем больше ' +
        'вес. Ширина диапазона выверена по ошибкам модели на прошлых, уже известных ценах.',
    },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Данные по', value: formatDate(model.data_until) },
        { label: 'Версия модели', value: text(model.version, 40) },
      ],
    },
    ...backtestBlocks(model.backtest),
  ]
}

function backtestBlocks(backtest: Maybe<Backtest>): Block[] {
  if (!backtest || !(backtest.n > 0)) {
    return [{ kind: 'paragraph', text: 'Проверка модели на прошлых ценах ещё не проводилась.' }]
  }
  const measure = (title: string, meaning: string, value: string) => ({
    cells: [{ text: title }, { text: meaning }, { text: value }],
  })
  return [
    { kind: 'heading', level: 2, text: 'Проверка модели на прошлых ценах' },
    {
      kind: 'grid',
      together: true,
      columns: [
        { title: 'Показатель', align: 'start', widthMm: 34 },
        { title: 'Что значит', align: 'start' },
        { title: 'Значение', align: 'end', widthMm: 26 },
      ],
      rows: [
        measure('MdAPE', 'Половина ошибок меньше этой величины', formatPercent(backtest.mdape)),
        measure('PE10', 'Доля оценок с ошибкой до 10 %', formatPercent(backtest.pe10)),
        measure('PE20', 'Доля оценок с ошибкой до 20 %', formatPercent(backtest.pe20)),
        measure(
          'COD',
          'Средний разброс отношения оценки к цене около медианы',
          `${formatNumber(backtest.cod, 1)}${NO_BREAK_SPACE}%`,
        ),
        measure(
          'Покрытие',
          'Доля цен, попавших в назначенный им диапазон',
          formatPercent(backtest.coverage),
        ),
        measure('Проверено', 'Число оценок, сверенных с ценой', formatNumber(backtest.n)),
      ],
    },
  ]
}

function disclaimerSection({ disclaimer }: StoredEstimate): Block[] {
  return [
    { kind: 'paragraph', tone: 'warning', lead: 'Важно.', text: text(disclaimer, LONGEST_TEXT) },
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        'Расчёт выполнен без осмотра квартиры, проверки документов и обременений; перепланировка, ' +
        'вид из окон и спешка продавца не учтены. Стоимость указана на дату оценки.',
    },
  ]
}

interface FactorColumn {
  title: string
  codes: string[]
}

/**
 * The factors that occur, in order of appearance; where they are too many, the smallest share one
 * last column, which holds their product, so that each row still multiplies to its price.
 */
function factorColumns(comparables: EstimateComparable[]) {
  const sizes = new Map<string, number>()
  for (const { adjustments } of comparables) {
    for (const { factor, fraction } of adjustments) {
      sizes.set(factor, (sizes.get(factor) ?? 0) + Math.abs(fraction))
    }
  }
  const codes = [...sizes.keys()]
  const bySize = codes.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
  const kept = new Set(codes.length <= MAX_FACTOR_COLUMNS ? codes : bySize.slice(0, 8))
  const folded = codes.filter((code) => !kept.has(code))

  const columns: FactorColumn[] = codes
    .filter((code) => kept.has(code))
    .map((code) => ({ title: shorten(wordFor(FACTOR, code), 10), codes: [code] }))
  if (folded.length > 0) columns.push({ title: 'Прочее', codes: folded })

  const fractionOf = (comparable: EstimateComparable, wanted: string[]): number | undefined => {
    const hits = comparable.adjustments.filter(({ factor }) => wanted.includes(factor))
    if (hits.length === 0) return undefined
    return hits.reduce((product, { fraction }) => product * (1 + fraction), 1) - 1
  }
  return { columns, fractionOf }
}

function directionOf(subject: EstimateSubject, comparable: EstimateComparable) {
  const { lat, lon } = comparable
  if (typeof lat !== 'number' || typeof lon !== 'number') return undefined
  const direction = directionTo(subject, { lat, lon })
  return { ...direction, distanceM: comparable.distance_m ?? direction.distanceM }
}

function sideOf(
  comparable: EstimateComparable,
  direction: { distanceM: number; bearingDeg: number } | undefined,
): string {
  if (comparable.same_building) return 'тот же дом'
  const hasSide = direction && direction.distanceM >= LEAST_DISTANCE_WITH_SIDE_M
  return hasSide ? compassPoint(direction.bearingDeg) : UNKNOWN
}

function addressOf(address: Maybe<string>, limit: number): string {
  return text(address, limit, 'Адрес не указан')
}

function text(value: Maybe<string>, limit: number, otherwise = UNKNOWN): string {
  const trimmed = value?.trim()
  return trimmed ? shorten(trimmed, limit) : otherwise
}

function codeWord(words: Readonly<Record<string, string>>, code: Maybe<string>): string {
  return code ? wordFor(words, code) : UNKNOWN
}

function withSub(value: string, sub: string): Cell {
  return sub === '' ? { text: value } : { text: value, sub }
}

function formatRooms(rooms: Maybe<number>): string {
  return rooms === 0 ? 'студия' : formatNumber(rooms)
}

function formatRoomsShort(rooms: Maybe<number>): string {
  if (rooms === 0) return 'студия'
  return rooms === null || rooms === undefined ? '' : `${rooms}-комн.`
}

function formatFloor({ floor, floors_total }: EstimateSubject): string {
  const total = formatNumber(floors_total)
  return total === UNKNOWN ? formatNumber(floor) : `${formatNumber(floor)} из ${total}`
}

function formatFloorShort({ floor, floors_total }: EstimateComparable): string {
  const total = formatNumber(floors_total)
  return total === UNKNOWN ? formatNumber(floor) : `${formatNumber(floor)}/${total}`
}

function formatYear(year: Maybe<number>): string {
  // A year is a name, not a quantity: no grouping.
  return typeof year === 'number' && Number.isFinite(year) ? String(Math.trunc(year)) : UNKNOWN
}

function formatHeight(heightM: Maybe<number>): string {
  const height = formatShort(heightM, 2)
  return height === UNKNOWN ? height : `${height}${NO_BREAK_SPACE}м`
}

function formatPlace({ lat, lon }: Place): string {
  return `${formatNumber(lat, 5)}; ${formatNumber(lon, 5)}`
}

function formatDays(days: Maybe<number>): string {
  const count = formatNumber(days)
  return count === UNKNOWN ? count : `${count}${NO_BREAK_SPACE}дн.`
}

function formatTerm(days: Maybe<number | [number, number]>): string {
  if (!Array.isArray(days)) return formatDays(days)
  return days[0] === days[1]
    ? formatDays(days[0])
    : `${formatNumber(days[0])}–${formatDays(days[1])}`
}

function formatRange(low: Maybe<number>, high: Maybe<number>): string {
  if (low === null || low === undefined || high === null || high === undefined) return UNKNOWN
  return `${formatNumber(low)}${NO_BREAK_SPACE}– ${formatRub(high)}`
}

function formatFee({ fraction, rub }: { fraction?: Maybe<number>; rub?: Maybe<number> }): string {
  const parts = [formatPercent(fraction), formatRub(rub)].filter((part) => part !== UNKNOWN)
  return parts.length === 0 ? UNKNOWN : parts.join(' · ')
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
