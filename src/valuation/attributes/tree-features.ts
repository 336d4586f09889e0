// What the trees see of a flat: the columns that they may split on. Never here: what they are grown
// on, and which rows (attribute-model.ts).
import { degreesEast, KM_PER_DEGREE, kmEast } from '../../geometry/earth.ts'
import { columnPositions } from '../market/column-positions.ts'
import { FLAT, flatOf } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import { codeEffect, type Hedonic } from './hedonic.ts'

/** What the trees see of a row, in the order of their columns. */
export const FEATURE = columnPositions([
  'eastKm',
  'northKm',
  'eastPlusNorthKm',
  'eastLessNorthKm',
  'centreKm',
  'lnArea',
  'areaPerRoom',
  'rooms',
  'floor',
  'floors',
  'floorShare',
  'floorsAbove',
  'year',
  'material',
  'condition',
  'market',
  'ceiling',
  'kitchenShare',
  'livingShare',
  'classEffect',
  'districtEffect',
  'city',
  'kitchenM2',
  'sixtyDegreesKm',
  'day',
])

/** A direction sixty degrees off east: a cut along neither the axes nor their diagonals. */
const COS_60 = 0.5
const SIN_60 = 0.866

/** What the trees see of a flat on a day. */
export function treeFeaturesOf(hedonic: Hedonic, flat: Float64Array, day: number): Float64Array {
  const features = new Float64Array(FEATURE.size)
  writeTreeFeatures(hedonic, flat, day, features)
  return features
}

/** What the trees see of every row: n × FEATURE.size, row-major. */
export function treeColumns(table: MarketTable, hedonic: Hedonic): Float64Array {
  const columns = new Float64Array(table.n * FEATURE.size)
  for (let i = 0; i < table.n; i += 1) {
    writeTreeFeatures(hedonic, flatOf(table, i), table.day[i] as number, featuresAt(columns, i))
  }
  return columns
}

/** One row of those columns. */
function featuresAt(columns: Float64Array, row: number): Float64Array {
  return columns.subarray(row * FEATURE.size, (row + 1) * FEATURE.size)
}

/**
 * Writes what the trees see of a flat: its numbers, the hedonic effects of its words, rotated
 * coordinates, and the day, because some segments move differently from the index.
 */
function writeTreeFeatures(
  hedonic: Hedonic,
  flat: Float64Array,
  day: number,
  out: Float64Array,
): void {
  const at = (position: number): number => flat[position] as number
  const city = at(FLAT.city)
  const lat0 = Number.isNaN(city) ? at(FLAT.lat) : (hedonic.centres[2 * city] as number)
  const lon0 = Number.isNaN(city) ? at(FLAT.lon) : (hedonic.centres[2 * city + 1] as number)
  const y = (at(FLAT.lat) - lat0) * KM_PER_DEGREE
  const x = kmEast(degreesEast(lon0, at(FLAT.lon)), lat0)
  const area = Math.exp(at(FLAT.lnArea))
  out[FEATURE.eastKm] = x
  out[FEATURE.northKm] = y
  out[FEATURE.eastPlusNorthKm] = x + y
  out[FEATURE.eastLessNorthKm] = x - y
  out[FEATURE.centreKm] = Math.sqrt(x * x + y * y)
  out[FEATURE.lnArea] = at(FLAT.lnArea)
  out[FEATURE.areaPerRoom] = area / Math.max(1, at(FLAT.rooms))
  out[FEATURE.rooms] = at(FLAT.rooms)
  out[FEATURE.floor] = at(FLAT.floor)
  out[FEATURE.floors] = at(FLAT.floors)
  out[FEATURE.floorShare] = at(FLAT.floor) / at(FLAT.floors)
  out[FEATURE.floorsAbove] = at(FLAT.floors) - at(FLAT.floor)
  out[FEATURE.year] = at(FLAT.year)
  out[FEATURE.material] = at(FLAT.material)
  out[FEATURE.condition] = at(FLAT.condition)
  out[FEATURE.market] = at(FLAT.market)
  out[FEATURE.ceiling] = at(FLAT.ceilingM)
  out[FEATURE.kitchenShare] = at(FLAT.kitchenShare)
  out[FEATURE.livingShare] = at(FLAT.livingShare)
  out[FEATURE.classEffect] = codeEffect(hedonic, FLAT.class, at(FLAT.class))
  out[FEATURE.districtEffect] = codeEffect(hedonic, FLAT.district, at(FLAT.district))
  out[FEATURE.city] = city
  out[FEATURE.kitchenM2] = at(FLAT.kitchenShare) * area
  out[FEATURE.sixtyDegreesKm] = x * COS_60 + y * SIN_60
  out[FEATURE.day] = day
}
