// The columns of the hedonic regression: what of a flat each stands for, and what is believed of
// its coefficient before a market is seen. Never here: fitting them (hedonic.ts).
import { CONDITIONS, HOUSE_MATERIALS } from './comparable.ts'
import {
  CEILING,
  CITY,
  CLASS,
  CONDITION,
  DISTRICT,
  distanceKm,
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
  type Words,
  YEAR,
} from './flat-vector.ts'

/** Where each family of columns begins. */
export interface Layout {
  readonly classes: number
  readonly districts: number
  readonly cities: number
  readonly size: number
}

/**
 * Measured on Moscow and St Petersburg adverts, shares of the price per m² (see docs/valuation.md,
 * "Priors").
 */
const PRIOR_AREA_ELASTICITY = 1 - 0.0146 / Math.log(1.1)
const PRIOR_FIRST_FLOOR = -0.039
const PRIOR_LAST_FLOOR = -0.022
const PRIOR_LN_FLOOR = 0.028
const PRIOR_CONDITION = [0, 0.05, 0.1, 0.17]
export const PRIOR_LN_ASK_OVER_DEAL = -Math.log(1 - 0.045)

/** Penalties count as so many rows that say the prior. */
const PENALTY = 1.5
const PENALTY_OF_PRIOR = 12

const ROOM_KINDS = 7
const YEAR_KNOTS = [1900, 1930, 1945, 1955, 1965, 1975, 1985, 1995, 2005, 2015, 2025]

// Column positions of the fixed part.
export const INTERCEPT = 0
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
export function columnsOf(
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
  while (k < last && year >= (YEAR_KNOTS[k + 1] as number)) k += 1
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

/** Where the columns of a market with these words stand. */
export function layoutOf({ classes, districts, cities }: Words): Layout {
  const fromDistricts = FIXED_COLUMNS + classes.length
  const fromCities = fromDistricts + districts.length
  return {
    classes: FIXED_COLUMNS,
    districts: fromDistricts,
    cities: fromCities,
    size: fromCities + cities.length,
  }
}

/** Penalty and prior of each column. */
export function priorsOf(layout: Layout): { penalty: Float64Array; prior: Float64Array } {
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
