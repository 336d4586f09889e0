// The robust log-hedonic regression: what each attribute of a flat is worth as a percentage, and each month's level.
// Never here: neighbours. Where a market has too few rows, coefficients stay near the effects measured elsewhere.

import { CONDITIONS, HOUSE_MATERIALS } from './comparable.ts'
import {
  CEILING,
  CITY,
  CLASS,
  CONDITION,
  DISTRICT,
  distanceKm,
  FLAT_SIZE,
  FLOOR,
  FLOORS,
  KITCHEN,
  LAT,
  LIVING,
  LN_AREA,
  LON,
  MARKET,
  MATERIAL,
  ROOMS,
  YEAR,
} from './flat-vector.ts'
import { median, robustScale, solveSpd } from './linear.ts'
import type { MarketTable } from './market-table.ts'
import type { MonthlyEffects } from './time-index.ts'

export type Hedonic = {
  /** ln roubles; positions as `Layout` gives them. */
  coefficients: Float64Array
  layout: Layout
  /** City centre (median point) by city code: LAT, LON alternating. */
  centres: Float64Array
  /** Group of months by city code; cities too small for an index of their own share group 0. */
  indexGroupOfCity: Int32Array
  indices: MonthlyEffects[]
  /** ln(asked / paid): what an asking price is above a deal. */
  lnAskOverDeal: number
  /** Robust standard deviation of the residuals, ln. */
  sigma: number
}

/** Where each family of columns begins. */
export type Layout = { classes: number; districts: number; cities: number; size: number }

/** Measured on Moscow and St Petersburg adverts, shares of the price per m² (see docs/valuation.md, "Priors"). */
const PRIOR_AREA_ELASTICITY = 1 - 0.0146 / Math.log(1.1)
const PRIOR_FIRST_FLOOR = -0.039
const PRIOR_LAST_FLOOR = -0.022
const PRIOR_LN_FLOOR = 0.028
const PRIOR_CONDITION = [0, 0.05, 0.1, 0.17]
export const PRIOR_LN_ASK_OVER_DEAL = -Math.log(1 - 0.045)

/** Penalties count as so many rows that say the prior. */
const PENALTY = 1.5
const PENALTY_OF_PRIOR = 12
const PENALTY_ASK = 60
const MONTH_STEP_PENALTY = 40
const HUBER_K = 1.5
const HUBER_PASSES = 3
const FEWEST_FOR_OWN_INDEX = 600

const ROOM_KINDS = 7
const YEAR_KNOTS = [1900, 1930, 1945, 1955, 1965, 1975, 1985, 1995, 2005, 2015, 2025]

// Column positions of the fixed part.
const INTERCEPT = 0
const AREA = 1
const AREA_SQUARED = 2
const ROOM = 3
const LN_FLOOR = ROOM + ROOM_KINDS
const FIRST_FLOOR = LN_FLOOR + 1
const LAST_FLOOR = FIRST_FLOOR + 1
const BELOW_GROUND = LAST_FLOOR + 1
const FLOOR_UNKNOWN = BELOW_GROUND + 1
const LN_FLOORS = FLOOR_UNKNOWN + 1
const FLOORS_UNKNOWN = LN_FLOORS + 1
const YEAR_FROM = FLOORS_UNKNOWN + 1
const YEAR_UNKNOWN = YEAR_FROM + YEAR_KNOTS.length
const MATERIAL_FROM = YEAR_UNKNOWN + 1
const MATERIAL_UNKNOWN = MATERIAL_FROM + HOUSE_MATERIALS.length
const CONDITION_FROM = MATERIAL_UNKNOWN + 1
const CONDITION_UNKNOWN = CONDITION_FROM + CONDITIONS.length
const NEW_BUILD = CONDITION_UNKNOWN + 1
const MARKET_UNKNOWN = NEW_BUILD + 1
const CEILING_ABOVE = MARKET_UNKNOWN + 1
const CEILING_UNKNOWN = CEILING_ABOVE + 1
const KITCHEN_ABOVE = CEILING_UNKNOWN + 1
const KITCHEN_UNKNOWN = KITCHEN_ABOVE + 1
const LIVING_ABOVE = KITCHEN_UNKNOWN + 1
const LIVING_UNKNOWN = LIVING_ABOVE + 1
const LN_CENTRE_KM = LIVING_UNKNOWN + 1
const CENTRE_KM = LN_CENTRE_KM + 1
const FIXED_COLUMNS = CENTRE_KM + 1

const NEW = 0
const LN_AREA_ORIGIN = Math.log(50)

/** Calls `add(column, value)` for every non-zero column of a flat. */
function columnsOf(
  flat: Float64Array,
  layout: Layout,
  centres: Float64Array,
  add: (column: number, value: number) => void,
): void {
  const at = (position: number): number => flat[position] as number
  add(INTERCEPT, 1)
  const area = at(LN_AREA) - LN_AREA_ORIGIN
  add(AREA, area)
  add(AREA_SQUARED, area * area)
  add(ROOM + Math.min(at(ROOMS), ROOM_KINDS - 1), 1)
  const floor = at(FLOOR)
  const floors = at(FLOORS)
  if (Number.isNaN(floor)) add(FLOOR_UNKNOWN, 1)
  else {
    if (floor > 1) add(LN_FLOOR, Math.log(floor))
    if (at(MARKET) !== NEW) {
      if (floor === 1) add(FIRST_FLOOR, 1)
      if (floor === floors && floors > 1) add(LAST_FLOOR, 1)
    }
    if (floor < 1) add(BELOW_GROUND, 1)
  }
  if (Number.isNaN(floors)) add(FLOORS_UNKNOWN, 1)
  else add(LN_FLOORS, Math.log(floors) - 2.2)
  addHat(at(YEAR), add)
  addCode(at(MATERIAL), MATERIAL_FROM, MATERIAL_UNKNOWN, add)
  addCode(at(CONDITION), CONDITION_FROM, CONDITION_UNKNOWN, add)
  if (Number.isNaN(at(MARKET))) add(MARKET_UNKNOWN, 1)
  else if (at(MARKET) === NEW) add(NEW_BUILD, 1)
  addMeasure(at(CEILING), 2.7, 1.8, CEILING_ABOVE, CEILING_UNKNOWN, add)
  addMeasure(at(KITCHEN), 0.18, 0.3, KITCHEN_ABOVE, KITCHEN_UNKNOWN, add)
  addMeasure(at(LIVING), 0.55, 0.3, LIVING_ABOVE, LIVING_UNKNOWN, add)
  const city = at(CITY)
  if (!Number.isNaN(city)) {
    const km = distanceKm(
      at(LAT),
      at(LON),
      centres[2 * city] as number,
      centres[2 * city + 1] as number,
    )
    add(LN_CENTRE_KM, Math.log(1 + km))
    add(CENTRE_KM, Math.min(km, 60) / 10)
  }
  if (!Number.isNaN(at(CLASS))) add(layout.classes + at(CLASS), 1)
  if (!Number.isNaN(at(DISTRICT))) add(layout.districts + at(DISTRICT), 1)
  if (!Number.isNaN(city)) add(layout.cities + city, 1)
}

function addHat(year: number, add: (column: number, value: number) => void): void {
  if (Number.isNaN(year)) {
    add(YEAR_UNKNOWN, 1)
    return
  }
  const last = YEAR_KNOTS.length - 1
  let k = 0
  while (k < last && year >= (YEAR_KNOTS[k + 1] as number)) k++
  const from = YEAR_KNOTS[k] as number
  if (k === last || year <= from) {
    add(YEAR_FROM + k, 1)
    return
  }
  const share = (year - from) / ((YEAR_KNOTS[k + 1] as number) - from)
  add(YEAR_FROM + k, 1 - share)
  add(YEAR_FROM + k + 1, share)
}

function addCode(
  code: number,
  from: number,
  unknown: number,
  add: (column: number, value: number) => void,
): void {
  add(Number.isNaN(code) ? unknown : from + code, 1)
}

/** A measure as its distance above a usual value, cut at `reach` either side. */
function addMeasure(
  value: number,
  usual: number,
  reach: number,
  column: number,
  unknown: number,
  add: (column: number, value: number) => void,
): void {
  if (Number.isNaN(value)) add(unknown, 1)
  else add(column, Math.max(-reach, Math.min(reach, value - usual)))
}

function cityCentres(table: MarketTable): Float64Array {
  const cities = table.words.cities.length
  const points: { lat: number[]; lon: number[] }[] = Array.from({ length: cities }, () => ({
    lat: [],
    lon: [],
  }))
  for (let i = 0; i < table.n; i++) {
    const city = points[table.flats[i * FLAT_SIZE + CITY] as number]
    city?.lat.push(table.flats[i * FLAT_SIZE + LAT] as number)
    city?.lon.push(table.flats[i * FLAT_SIZE + LON] as number)
  }
  return Float64Array.from(points.flatMap(({ lat, lon }) => [median(lat), median(lon)]))
}

/** Cities with rows enough have months of their own; the rest share group 0. */
function indexGroups(table: MarketTable): { groupOfCity: Int32Array; groups: number } {
  const cities = table.words.cities.length
  const counts = new Int32Array(cities)
  for (let i = 0; i < table.n; i++) {
    const city = table.flats[i * FLAT_SIZE + CITY] as number
    counts[city] = (counts[city] as number) + 1
  }
  const groupOfCity = new Int32Array(cities)
  if (cities === 1) return { groupOfCity, groups: 1 }
  let groups = 1
  counts.forEach((count, city) => {
    if (count >= FEWEST_FOR_OWN_INDEX) groupOfCity[city] = groups++
  })
  return { groupOfCity, groups }
}

/** Penalty and prior of each column. */
function priors(layout: Layout): { penalty: Float64Array; prior: Float64Array } {
  const penalty = new Float64Array(layout.size).fill(PENALTY)
  const prior = new Float64Array(layout.size)
  const believe = (column: number, value: number): void => {
    penalty[column] = PENALTY_OF_PRIOR
    prior[column] = value
  }
  penalty[INTERCEPT] = 0
  believe(AREA, PRIOR_AREA_ELASTICITY)
  believe(FIRST_FLOOR, PRIOR_FIRST_FLOOR)
  believe(LAST_FLOOR, PRIOR_LAST_FLOOR)
  believe(LN_FLOOR, PRIOR_LN_FLOOR)
  PRIOR_CONDITION.forEach((value, code) => {
    believe(CONDITION_FROM + code, value)
  })
  believe(CONDITION_UNKNOWN, 0.05)
  return { penalty, prior }
}

/**
 * Fits ln price (as a deal) = index(month) + f(flat) by ridge regression towards the priors with Huber weights
 * (k = 1.5, three passes; Huber 1964). Months are joined by a random-walk penalty, so that a thin or missing
 * month leans on its neighbours.
 */
export function fitHedonic(table: MarketTable): Hedonic {
  const { n } = table
  const { words } = table
  const layout: Layout = {
    classes: FIXED_COLUMNS,
    districts: FIXED_COLUMNS + words.classes.length,
    cities: FIXED_COLUMNS + words.classes.length + words.districts.length,
    size: FIXED_COLUMNS + words.classes.length + words.districts.length + words.cities.length,
  }
  const centres = cityCentres(table)
  const { groupOfCity, groups } = indexGroups(table)
  let firstMonth = Infinity
  let lastMonth = -Infinity
  for (const month of table.month) {
    if (month < firstMonth) firstMonth = month
    if (month > lastMonth) lastMonth = month
  }
  const months = n === 0 ? 0 : lastMonth - firstMonth + 1
  const askColumn = layout.size
  const monthColumns = askColumn + 1
  const size = monthColumns + groups * months

  // The design, row by row: columns ascending within a row.
  const start = new Int32Array(n + 1)
  const columns: number[] = []
  const values: number[] = []
  for (let i = 0; i < n; i++) {
    const flat = table.flats.subarray(i * FLAT_SIZE, (i + 1) * FLAT_SIZE)
    columnsOf(flat, layout, centres, (column, value) => {
      if (value === 0) return
      columns.push(column)
      values.push(value)
    })
    if (table.listing[i] === 1) {
      columns.push(askColumn)
      values.push(1)
    }
    const group = groupOfCity[flat[CITY] as number] as number
    columns.push(monthColumns + group * months + (table.month[i] as number) - firstMonth)
    values.push(1)
    start[i + 1] = columns.length
  }
  const column = Int32Array.from(columns)
  const value = Float64Array.from(values)

  const { penalty, prior } = priors(layout)
  const solve = (weights: Float64Array): Float64Array => {
    const a = new Float64Array(size * size)
    const b = new Float64Array(size)
    for (let i = 0; i < n; i++) {
      const w = weights[i] as number
      const y = table.lnPrice[i] as number
      const end = start[i + 1] as number
      for (let p = start[i] as number; p < end; p++) {
        const cp = column[p] as number
        const wp = w * (value[p] as number)
        b[cp] = (b[cp] as number) + wp * y
        for (let q = start[i] as number; q <= p; q++) {
          const at = cp * size + (column[q] as number)
          a[at] = (a[at] as number) + wp * (value[q] as number)
        }
      }
    }
    const add = (row: number, col: number, amount: number): void => {
      a[row * size + col] = (a[row * size + col] as number) + amount
    }
    for (let c = 0; c < layout.size; c++) {
      add(c, c, penalty[c] as number)
      b[c] = (b[c] as number) + (penalty[c] as number) * (prior[c] as number)
    }
    add(INTERCEPT, INTERCEPT, 1e-9)
    add(askColumn, askColumn, PENALTY_ASK)
    b[askColumn] = (b[askColumn] as number) + PENALTY_ASK * PRIOR_LN_ASK_OVER_DEAL
    for (let g = 0; g < groups; g++) {
      for (let m = 0; m < months; m++) {
        const c = monthColumns + g * months + m
        add(c, c, 0.1)
        if (m === 0) continue
        add(c, c, MONTH_STEP_PENALTY)
        add(c - 1, c - 1, MONTH_STEP_PENALTY)
        add(c, c - 1, -MONTH_STEP_PENALTY)
      }
    }
    solveSpd(a, b, size)
    return b
  }

  const weights = new Float64Array(n).fill(1)
  const residuals = new Float64Array(n)
  let solution = new Float64Array(size)
  let sigma = 0
  for (let pass = 0; pass <= HUBER_PASSES; pass++) {
    solution = Float64Array.from(solve(weights))
    for (let i = 0; i < n; i++) {
      let fitted = 0
      for (let p = start[i] as number; p < (start[i + 1] as number); p++)
        fitted += (value[p] as number) * (solution[column[p] as number] as number)
      residuals[i] = (table.lnPrice[i] as number) - fitted
    }
    sigma = n === 0 ? 0 : robustScale(residuals)
    const cut = HUBER_K * sigma
    for (let i = 0; i < n; i++) {
      const size = Math.abs(residuals[i] as number)
      weights[i] = size <= cut || cut === 0 ? 1 : cut / size
    }
  }
  return {
    coefficients: solution.slice(0, layout.size),
    layout,
    centres,
    indexGroupOfCity: groupOfCity,
    indices: Array.from({ length: groups }, (_, g) => ({
      firstMonth,
      effects: solution.slice(monthColumns + g * months, monthColumns + (g + 1) * months),
    })),
    lnAskOverDeal: solution[askColumn] as number,
    sigma,
  }
}

/** f(flat): ln roubles of a deal at index level 0. A city, district or class the market does not know adds nothing. */
export function hedonicLn(hedonic: Hedonic, flat: Float64Array): number {
  const { coefficients, layout, centres } = hedonic
  let sum = 0
  columnsOf(flat, layout, centres, (column, value) => {
    sum += value * (coefficients[column] as number)
  })
  return sum
}

/** The effect of a class or district (`position` says which), ln; NaN where it is unknown. */
export function codeEffect(hedonic: Hedonic, position: number, code: number): number {
  if (Number.isNaN(code)) return Number.NaN
  const { layout, coefficients } = hedonic
  const from = position === CLASS ? layout.classes : layout.districts
  return coefficients[from + code] as number
}

/** The index group a flat's city belongs to. */
export function indexOf(hedonic: Hedonic, flat: Float64Array): MonthlyEffects {
  const city = flat[CITY] as number
  const group = Number.isNaN(city) ? 0 : (hedonic.indexGroupOfCity[city] as number)
  return hedonic.indices[group] ?? { firstMonth: 0, effects: new Float64Array(0) }
}
