// The columns of the hedonic regression: what each stands for. Never here: their priors
// (hedonic-priors.ts) and fitting them (fit-hedonic.ts).
import { distanceKm } from '../../geometry/earth.ts'
import { clamp } from '../../numbers/clamp.ts'
import { CONDITIONS, HOUSE_MATERIALS, MARKETS } from '../comparables/comparable.ts'
import { columnPositions } from '../market/column-positions.ts'
import { FLAT, type Words } from '../market/flat-vector.ts'

/** Where each family of columns begins. */
export interface Layout {
  readonly classes: number
  readonly districts: number
  readonly cities: number
  readonly size: number
}

const ROOM_KINDS = 7
const YEAR_KNOTS = [1900, 1930, 1945, 1955, 1965, 1975, 1985, 1995, 2005, 2015, 2025]

/** The columns that every market has, in their order; columns for its words follow. */
export const FIXED = columnPositions(
  [
    'intercept',
    'area',
    'areaSquared',
    'rooms',
    'lnFloor',
    'firstFloor',
    'lastFloor',
    'belowGround',
    'floorUnknown',
    'lnFloors',
    'floorsUnknown',
    'year',
    'yearUnknown',
    'material',
    'materialUnknown',
    'condition',
    'conditionUnknown',
    'newBuild',
    'marketUnknown',
    'ceilingAbove',
    'ceilingUnknown',
    'kitchenAbove',
    'livingAbove',
    'lnCentreKm',
    'centreKm',
  ],
  {
    rooms: ROOM_KINDS,
    year: YEAR_KNOTS.length,
    material: HOUSE_MATERIALS.length,
    condition: CONDITIONS.length,
  },
)
export const INTERCEPT = FIXED.intercept

const NEW = MARKETS.indexOf('new')

// Origins and limits of the columns. They are arbitrary round figures, not measured: an origin near
// what is usual keeps the effects of unknown attributes small, and a limit keeps a typing error (a
// ceiling of 27 m) from bending a slope.

/** A flat of 50 m². */
const LN_AREA_ORIGIN = Math.log(50)
/** A house of nine storeys. */
const LN_FLOORS_ORIGIN = 2.2
/** Distances from a city's centre beyond this count as this. */
const MAX_CENTRE_KM = 60
const CENTRE_UNIT_KM = 10

/**
 * A measure counts as its difference from a usual value, up to `reach` to either side. One without
 * `unknown` is known for all flats of a market or for none (market/gaps.ts).
 */
interface Measure {
  readonly position: number
  readonly usual: number
  readonly reach: number
  readonly column: number
  readonly unknown?: number
}

const MEASURES: readonly Measure[] = [
  {
    position: FLAT.ceilingM,
    usual: 2.7,
    reach: 1.8,
    column: FIXED.ceilingAbove,
    unknown: FIXED.ceilingUnknown,
  },
  { position: FLAT.kitchenShare, usual: 0.18, reach: 0.3, column: FIXED.kitchenAbove },
  { position: FLAT.livingShare, usual: 0.55, reach: 0.3, column: FIXED.livingAbove },
]

/**
 * Calls `add(column, value)` for the columns of a flat in rising order. All others are 0; so may be
 * the value of one that is added.
 */
export function columnsOf(
  flat: Float64Array,
  layout: Layout,
  centres: Float64Array,
  add: (column: number, value: number) => void,
): void {
  const at = (position: number): number => flat[position] as number
  add(INTERCEPT, 1)
  const area = at(FLAT.lnArea) - LN_AREA_ORIGIN
  add(FIXED.area, area)
  add(FIXED.areaSquared, area * area)
  add(FIXED.rooms + Math.min(at(FLAT.rooms), ROOM_KINDS - 1), 1)
  const floor = at(FLAT.floor)
  const floors = at(FLAT.floors)
  if (Number.isNaN(floor)) add(FIXED.floorUnknown, 1)
  else {
    if (floor > 1) add(FIXED.lnFloor, Math.log(floor))
    if (at(FLAT.market) !== NEW) {
      if (floor === 1) add(FIXED.firstFloor, 1)
      if (floor === floors && floors > 1) add(FIXED.lastFloor, 1)
    }
    if (floor < 1) add(FIXED.belowGround, 1)
  }
  if (Number.isNaN(floors)) add(FIXED.floorsUnknown, 1)
  else add(FIXED.lnFloors, Math.log(floors) - LN_FLOORS_ORIGIN)
  addYear(at(FLAT.year), add)
  addCode(at(FLAT.material), FIXED.material, FIXED.materialUnknown, add)
  // What a developer does not state is a bare flat, the base of conditions.
  if (!Number.isNaN(at(FLAT.condition)) || at(FLAT.market) !== NEW) {
    addCode(at(FLAT.condition), FIXED.condition, FIXED.conditionUnknown, add)
  }
  if (Number.isNaN(at(FLAT.market))) add(FIXED.marketUnknown, 1)
  else if (at(FLAT.market) === NEW) add(FIXED.newBuild, 1)
  for (const measure of MEASURES) addMeasure(at(measure.position), measure, add)
  const city = at(FLAT.city)
  if (!Number.isNaN(city)) {
    const km = distanceKm(
      at(FLAT.lat),
      at(FLAT.lon),
      centres[2 * city] as number,
      centres[2 * city + 1] as number,
    )
    add(FIXED.lnCentreKm, Math.log(1 + km))
    add(FIXED.centreKm, Math.min(km, MAX_CENTRE_KM) / CENTRE_UNIT_KM)
  }
  if (!Number.isNaN(at(FLAT.class))) add(layout.classes + at(FLAT.class), 1)
  if (!Number.isNaN(at(FLAT.district))) add(layout.districts + at(FLAT.district), 1)
  if (!Number.isNaN(city)) add(layout.cities + city, 1)
}

/** A year between two knots is shared by them: the effect of the year is a broken line. */
function addYear(year: number, add: (column: number, value: number) => void): void {
  if (Number.isNaN(year)) {
    add(FIXED.yearUnknown, 1)
    return
  }
  const last = YEAR_KNOTS.length - 1
  let k = 0
  while (k < last && year >= (YEAR_KNOTS[k + 1] as number)) k += 1
  const from = YEAR_KNOTS[k] as number
  if (k === last || year <= from) {
    add(FIXED.year + k, 1)
    return
  }
  const share = (year - from) / ((YEAR_KNOTS[k + 1] as number) - from)
  add(FIXED.year + k, 1 - share)
  add(FIXED.year + k + 1, share)
}

function addCode(
  code: number,
  from: number,
  unknown: number,
  add: (column: number, value: number) => void,
): void {
  add(Number.isNaN(code) ? unknown : from + code, 1)
}

function addMeasure(
  value: number,
  { usual, reach, column, unknown }: Measure,
  add: (column: number, value: number) => void,
): void {
  if (!Number.isNaN(value)) add(column, clamp(value - usual, -reach, reach))
  else if (unknown !== undefined) add(unknown, 1)
}

/** Where the columns of a market with these words begin. */
export function layoutOf({ classes, districts, cities }: Words): Layout {
  const fromDistricts = FIXED.size + classes.length
  const fromCities = fromDistricts + districts.length
  return {
    classes: FIXED.size,
    districts: fromDistricts,
    cities: fromCities,
    size: fromCities + cities.length,
  }
}
