// Synthetic forecasts for tests: plausible, numbers that agree with one another, never random.
// Never real: the parcel, its prices and its neighbours are made up.
import { ASSUMPTION_KEYS } from '../../../src/siteplan/forecast/assumption-codes.ts'
import type {
  Forecast,
  ForecastComparable,
  ProgrammeUnit,
  ScheduleMonth,
  UnitPrice,
} from '../../../src/siteplan/forecast/forecast.ts'

const SITE_M2 = 8540
const BUILDABLE_M2 = 7431.5
const DENSITY = 1.2
const COVERAGE = 0.23
const STOREYS = 10
const SALEABLE_SHARE = 0.72
const CONSTRUCTION_RUB_PER_M2 = 68_000
const LAND_RUB = 96_000_000
const PREPARATION_RUB_PER_MONTH = 4_000_000
const INTEREST_RUB_PER_MONTH = 500_000
const SALES_COST_SHARE = 0.03
const YEARLY_DISCOUNT = 0.18
const MONTHS = 48
const BUILD_FROM = 7
const BUILD_TO = 30
const SALES_TO = 42

const UNITS: readonly ProgrammeUnit[] = [
  { type: 'studio', share: 0.2, area_m2: 28, count: 30 },
  { type: '1', share: 0.35, area_m2: 40, count: 53 },
  { type: '2', share: 0.3, area_m2: 58, count: 45 },
  { type: '3', share: 0.15, area_m2: 78, count: 23 },
]

const PRICE: readonly UnitPrice[] = [
  {
    type: 'studio',
    rub_per_m2: 178_400,
    low: 163_900,
    high: 194_200,
    n_comparables: 14,
    fsd: 0.066,
  },
  { type: '1', rub_per_m2: 164_900, low: 152_300, high: 178_600, n_comparables: 27, fsd: 0.062 },
  { type: '2', rub_per_m2: 151_700, low: 139_500, high: 165_000, n_comparables: 21, fsd: 0.065 },
  { type: '3', rub_per_m2: 145_800, low: 131_200, high: 162_000, n_comparables: 8, fsd: 0.082 },
]

// What the hostile variant puts into every text from outside.
const HOSTILE_TEXT =
  'г. <b>Примерск</b> & «Ко» | ул. *Мира* _им._ `Ленина` [1](x) 😀👩‍👩‍👧 #1 ~~нет~~ ' +
  '</pre><a href="javascript:1">я</a> \\ '
/** 300 UTF-16 units, the last two one character. */
export const HOSTILE_ADDRESS = `${HOSTILE_TEXT.repeat(4).slice(0, 298)}😀`

interface ForecastChoices {
  hostile?: boolean
  change?: (forecast: Forecast) => Forecast
}

/** A ten-storey house of 151 flats on 0.85 ha, held down by the density of the place. */
export function sampleForecast({ hostile, change }: ForecastChoices = {}): Forecast {
  const built = hostile ? withHostileTexts(plainForecast()) : plainForecast()
  return change ? change(built) : built
}

/** As a site of 1,295 flats in eleven phases, of which the money counts the first alone. */
export function inPhases(forecast: Forecast): Forecast {
  const { programme } = forecast
  return {
    ...forecast,
    programme: {
      ...programme,
      units_total: 1295,
      gfa_m2: 84_288,
      saleable_m2: 60_687.4,
      phases: {
        count: 11,
        months_apart: 9,
        units_of_first: 120,
        counted: 1,
        units_counted: 120,
        gfa_m2_counted: 7810.5,
        saleable_m2_counted: 5623.5,
      },
    },
  }
}

/** As much of everything as a forecast may hold, all of it hostile. */
export function largestForecast(): Forecast {
  const plain = sampleForecast({ hostile: true })
  const repeat = <Row>(rows: readonly Row[], times: number) => Array(times).fill(rows).flat()
  const [first] = plain.assumptions
  if (!first) throw new Error('The sample assumes nothing.')
  return {
    ...plain,
    horizon_months: 84,
    constraints: repeat(plain.constraints, 4),
    comparables: repeat(plain.comparables, 4),
    assumptions: ASSUMPTION_KEYS.map((key) => ({ ...first, key })),
    warnings: repeat(plain.warnings, 10),
    schedule: Array.from({ length: 84 }, (_, index) => ({
      month: index + 1,
      units_sold: 12_345,
      revenue_rub: 123_456_789_012,
      cost_rub: 123_456_789_012,
      cash_rub: -123_456_789_012,
    })),
  }
}

function plainForecast(): Forecast {
  const gfa = SITE_M2 * DENSITY
  const { schedule, costs } = buildSchedule(gfa)
  const revenue = sumOf(schedule, 'revenue_rub')
  const cost = sumOf(schedule, 'cost_rub')
  const npv = Math.round(netPresentValue(schedule, YEARLY_DISCOUNT))
  const total = UNITS.reduce((sum, { count }) => sum + count, 0)
  const soldBy = (month: number) =>
    schedule.slice(0, month).reduce((sum, { units_sold }) => sum + units_sold, 0)
  return {
    report_id: 'f3b9c1d27a604e58',
    generated_at: '2026-06-30T00:00:00.000Z',
    is_demo: false,
    scenario: 'base',
    horizon_months: MONTHS,
    parcel: {
      cadastral_number: '99:36:000021:1234',
      address: 'г. Примерск, ул. Байкальская, участок 244',
      area_m2: SITE_M2,
      centroid: [104.3312, 52.2645],
      category: 'Земли населённых пунктов',
      permitted_use: 'Многоэтажная жилая застройка (высотная застройка)',
      cadastral_value_rub: 61_430_128,
    },
    rule_set: { id: 'ru-default', title: 'Типовые нормы жилой застройки (по умолчанию)' },
    constraints: [
      {
        rule: 'setback_m',
        value: 3,
        most: null,
        unit: 'm',
        source: 'Типовые регламенты ПЗЗ: отступ от границ участка 3 м',
        binding: false,
      },
      {
        rule: 'max_coverage',
        value: COVERAGE,
        most: null,
        unit: 'share',
        source: 'Таблица ПЗЗ по образцу Московской области: процент застройки по этажности',
        binding: false,
      },
      {
        rule: 'max_density',
        value: DENSITY,
        most: null,
        unit: 'ratio',
        source: 'СП 42.13330, приложение Б, таблица Б.1: коэффициент плотности жилой застройки',
        binding: true,
      },
      {
        rule: 'max_storeys',
        value: 25,
        most: null,
        unit: 'count',
        source: 'Предел расчёта; высотный регламент места не задан',
        binding: false,
      },
      {
        rule: 'max_height_m',
        value: 75,
        most: null,
        unit: 'm',
        source: 'СП 267.1325800: выше 75 м действуют нормы высотных зданий',
        binding: false,
      },
      {
        rule: 'fire_gap_m',
        value: 6,
        most: null,
        unit: 'm',
        source: 'СП 4.13130, таблица 1: здания I–III степени огнестойкости, класс С0',
        binding: false,
      },
      {
        rule: 'insolation_h',
        value: 2,
        most: null,
        unit: 'h',
        source: 'СанПиН 1.2.3685-21: непрерывная инсоляция жилых помещений по зонам широты',
        binding: false,
      },
      {
        rule: 'parking_per_unit',
        value: 0.6,
        most: null,
        unit: 'count',
        source: 'Принято: местные нормативы градостроительного проектирования различаются',
        binding: false,
      },
      {
        rule: 'playground_m2_per_unit',
        value: 2,
        most: null,
        unit: 'm2',
        source: 'Принято: детские и спортивные площадки из расчёта на квартиру',
        binding: false,
      },
      {
        rule: 'min_green',
        value: 0.15,
        most: null,
        unit: 'share',
        source: 'Принято: уточните по местным нормативам',
        binding: false,
      },
    ],
    envelope: {
      buildable_area_m2: BUILDABLE_M2,
      max_footprint_m2: SITE_M2 * COVERAGE,
      max_gfa_m2: gfa,
      storeys: STOREYS,
      binding_rule: 'max_density',
    },
    programme: {
      phases: {
        count: 1,
        months_apart: 0,
        units_of_first: total,
        counted: 1,
        units_counted: total,
        gfa_m2_counted: gfa,
        saleable_m2_counted: Number((gfa * SALEABLE_SHARE).toFixed(2)),
      },
      storeys: STOREYS,
      gfa_m2: gfa,
      saleable_share: SALEABLE_SHARE,
      saleable_m2: Number((gfa * SALEABLE_SHARE).toFixed(2)),
      units_total: total,
      units: UNITS,
      parking_spaces: Math.ceil(total * 0.6),
    },
    price: PRICE,
    schedule,
    costs,
    metrics: {
      revenue_rub: {
        p10: Math.round(revenue * 0.904),
        p50: revenue,
        p90: Math.round(revenue * 1.103),
      },
      npv_rub: { p10: npv - 131_204_577, p50: npv, p90: npv + 138_911_203 },
      irr: Number(internalRate(schedule).toFixed(6)),
      margin: (revenue - cost) / revenue,
      sellout_months: SALES_TO - BUILD_FROM + 1,
      payback_months: BUILD_TO,
      cost_rub: cost,
      sold_at_commissioning: soldBy(BUILD_TO) / total,
      draws: 2000,
    },
    sensitivity: [
      {
        input: 'price',
        change: 0.1,
        npv_low_rub: npv - 78_400_112,
        npv_high_rub: npv + 78_400_112,
      },
      { input: 'cost', change: 0.1, npv_low_rub: npv - 55_019_860, npv_high_rub: npv + 55_019_860 },
      {
        input: 'saleable_share',
        change: 0.1,
        npv_low_rub: npv - 52_730_044,
        npv_high_rub: npv + 52_730_044,
      },
      {
        input: 'finance',
        change: 0.1,
        npv_low_rub: npv - 14_660_309,
        npv_high_rub: npv + 15_130_771,
      },
      { input: 'pace', change: 0.1, npv_low_rub: npv - 8_020_450, npv_high_rub: npv + 7_110_992 },
    ],
    comparables: buildComparables(),
    assumptions: [
      {
        key: 'saleable_share',
        value: SALEABLE_SHARE,
        unit: 'share',
        source: 'Принято; настройка сервиса: обычно 68–75 %',
      },
      {
        key: 'construction_rub_per_m2',
        value: CONSTRUCTION_RUB_PER_M2,
        unit: 'rub_per_m2',
        source: 'Принято; настройка сервиса',
      },
      {
        key: 'land_rub',
        value: LAND_RUB,
        unit: 'rub',
        source: 'Принято; настройка сервиса: 8 % от цены всех квартир на дату прогноза',
      },
      {
        key: 'sales_cost_share',
        value: SALES_COST_SHARE,
        unit: 'share',
        source: 'Принято; настройка сервиса',
      },
      {
        key: 'preparation_months',
        value: BUILD_FROM - 1,
        unit: 'months',
        source: 'Принято; настройка сервиса',
      },
      {
        key: 'construction_months',
        value: BUILD_TO - BUILD_FROM + 1,
        unit: 'months',
        source: 'Принято по этажности; настройка сервиса',
      },
      {
        key: 'sales_start_month',
        value: BUILD_FROM,
        unit: 'month',
        source: 'Продажи открываются с началом строительства (214-ФЗ)',
      },
      {
        key: 'commissioning_month',
        value: BUILD_TO,
        unit: 'month',
        source: 'Подготовка и строительство',
      },
      {
        key: 'pace_units_per_month',
        value: 4.19,
        unit: 'units_per_month',
        source:
          'Из расчёта 74 % квартир к вводу, до поправок; среднее по стране около 60 % (Минстрой)',
      },
      {
        key: 'discount_rate',
        value: YEARLY_DISCOUNT,
        unit: 'share_per_year',
        source: 'Принято; настройка сервиса',
      },
      {
        key: 'price_fsd',
        value: 0.0653,
        unit: 'share',
        source: 'Погрешность оценок по типам квартир с весом их выручки',
      },
      {
        key: 'unit_mix',
        value: 'studio: 20 %, 1: 35 %, 2: 30 %, 3: 15 %',
        unit: '',
        source: 'Принято; настройка сервиса',
      },
      { key: 'draws', value: 2000, unit: 'count', source: 'Принято; настройка сервиса' },
      { key: 'seed', value: 3141592653, unit: 'count', source: 'Вычислено по кадастровому номеру' },
    ],
    warnings: [
      {
        code: 'thin_evidence',
        text: 'По 3-комнатным квартирам аналогов мало: цена менее надёжна.',
      },
      {
        code: 'rule_set_default',
        text: 'Градостроительного регламента этого места в сервисе нет: взяты типовые нормы, сверьте их с ПЗЗ.',
      },
      {
        code: 'permitted_use_unknown',
        text: 'Стоимость присоединения к сетям неизвестна и в затраты не входит.',
      },
      { code: 'no_declared_area', text: 'Геология и рельеф участка не учтены.' },
    ],
    method: {
      version: 'forecast-1',
      model_version: '2026-06-28.1',
      data_until: '2026-06-28',
      disclaimer:
        'Прогноз построен автоматически по открытым данным и принятым нормам. Он не заменяет ' +
        'градостроительного плана участка, проекта и независимой оценки.',
    },
  }
}

/**
 * Flats sell along an S-curve; buyers’ money waits in escrow until the building is commissioned.
 */
function buildSchedule(gfa: number): Pick<Forecast, 'costs'> & { schedule: ScheduleMonth[] } {
  const total = UNITS.reduce((sum, { count }) => sum + count, 0)
  const worth = UNITS.reduce((sum, { type, area_m2, count }) => {
    const price = PRICE.find((row) => row.type === type)?.rub_per_m2 ?? 0
    return sum + area_m2 * count * price
  }, 0)
  const build = Math.round((gfa * CONSTRUCTION_RUB_PER_M2) / (BUILD_TO - BUILD_FROM + 1))
  const soldShare = (month: number) => {
    const at = Math.min(1, Math.max(0, (month - BUILD_FROM + 1) / (SALES_TO - BUILD_FROM + 1)))
    return at * at * (3 - 2 * at)
  }
  const rows: ScheduleMonth[] = []
  const costs = {
    land_rub: 0,
    preparation_rub: 0,
    construction_rub: 0,
    sales_rub: 0,
    interest_rub: 0,
  }
  let sold = 0
  let escrow = 0
  for (let month = 1; month <= MONTHS; month += 1) {
    const soldNow = Math.round(soldShare(month) * total)
    const units = soldNow - sold
    sold = soldNow
    const revenue = Math.round((worth * units) / total)
    const isBuilt = month >= BUILD_FROM && month <= BUILD_TO
    const spent = {
      land_rub: month === 1 ? LAND_RUB : 0,
      preparation_rub: month < BUILD_FROM ? PREPARATION_RUB_PER_MONTH : 0,
      construction_rub: isBuilt ? build : 0,
      sales_rub: Math.round(revenue * SALES_COST_SHARE),
      interest_rub: isBuilt ? INTEREST_RUB_PER_MONTH : 0,
    }
    let cost = 0
    for (const part of Object.keys(spent) as (keyof typeof spent)[]) {
      costs[part] += spent[part]
      cost += spent[part]
    }
    escrow += revenue
    const released = month >= BUILD_TO ? escrow : 0
    escrow -= released
    rows.push({
      month,
      units_sold: units,
      revenue_rub: revenue,
      cost_rub: cost,
      cash_rub: released - cost,
    })
  }
  return { schedule: rows, costs }
}

function buildComparables(): ForecastComparable[] {
  return Array.from({ length: 12 }, (_, index) => {
    const rooms = index % 4
    const area = [27.4, 39.8, 57.1, 79.3][rooms] ?? 40
    const rubPerM2 = [177_900, 165_200, 150_800, 146_100][rooms] ?? 150_000
    const price = Math.round((area * (rubPerM2 + index * 310)) / 1000) * 1000
    return {
      date: `2026-0${1 + (index % 6)}-${10 + index}`,
      kind: index % 3 === 0 ? 'deal' : 'listing',
      address: `г. Примерск, ЖК «Берег», ул. Набережная, д. ${3 + index}`,
      rooms,
      area_m2: area,
      price_rub: price,
      rub_per_m2: Math.round(price / area),
      adjusted_to: UNITS[rooms]?.type ?? '1',
      adjusted_rub_per_m2: Math.round(
        (PRICE[rooms]?.rub_per_m2 ?? 0) * (0.96 + 0.01 * (index % 9)),
      ),
      distance_m: 280 + index * 173,
      floor: 2 + index,
      floors_total: 17,
      year_built: index === 5 ? null : 2024,
      weight: 0.25,
    }
  })
}

/** Everything that comes from a file or a table of somebody else's. */
function withHostileTexts(forecast: Forecast): Forecast {
  const text = HOSTILE_ADDRESS
  return {
    ...forecast,
    parcel: { ...forecast.parcel, address: text, category: text, permitted_use: text },
    rule_set: { id: 'ru-default', title: text.slice(0, 200) },
    constraints: forecast.constraints.map((row) => ({ ...row, source: text })),
    comparables: forecast.comparables.map((row) => ({ ...row, address: text })),
    assumptions: forecast.assumptions.map((row) => ({ ...row, source: text })),
    warnings: forecast.warnings.map((row) => ({ ...row, text })),
    method: { ...forecast.method, model_version: text, disclaimer: text },
  }
}

function netPresentValue(schedule: readonly ScheduleMonth[], yearly: number): number {
  return schedule.reduce(
    (sum, { month, cash_rub }) => sum + cash_rub / (1 + yearly) ** (month / 12),
    0,
  )
}

function internalRate(schedule: readonly ScheduleMonth[]): number {
  let [low, high] = [-0.9, 5]
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    if (netPresentValue(schedule, middle) > 0) low = middle
    else high = middle
  }
  return low
}

function sumOf(schedule: readonly ScheduleMonth[], key: 'revenue_rub' | 'cost_rub'): number {
  return schedule.reduce((sum, row) => sum + row[key], 0)
}
