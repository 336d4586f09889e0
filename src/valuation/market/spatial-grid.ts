// A grid over points on Earth: which rows may lie within a radius of a place. Never here:
// similarity, prices and dates.
import { radians } from '../../geometry/angles.ts'
import { KM_PER_DEGREE } from '../../geometry/earth.ts'

/**
 * Bands of latitude have equal height. Within a band cells are equal in longitude and about as long
 * as they are high.
 */
export interface SpatialGrid {
  /** Rows ordered by cell. */
  readonly rows: Int32Array
  /** Where each cell's rows begin in `rows`, by cell key. */
  readonly cells: Map<number, { readonly from: number; readonly to: number }>
}

const CELL_KM = 0.4
const CELL_DEGREES = CELL_KM / KM_PER_DEGREE
/** More than the longest band has, the equator's 100,075: a key is a band and a cell of it. */
const KEYS_PER_BAND = 200_000
/** Nearer to a pole than this every cell of a band is taken to be within reach. */
const MOST_LAT = 89.9

function bandOf(lat: number): number {
  return Math.floor((lat + 90) / CELL_DEGREES)
}

/** Cells around the circle of a band: at least one, at the poles. */
function cellsInBand(band: number): number {
  const lat = band * CELL_DEGREES - 90
  return Math.max(1, Math.floor((360 * Math.cos(radians(lat))) / CELL_DEGREES))
}

function cellInBand(lon: number, cells: number): number {
  return Math.min(cells - 1, Math.floor((((lon + 540) % 360) / 360) * cells))
}

const keyOf = (band: number, cell: number): number => band * KEYS_PER_BAND + cell

/** Builds the grid over `n` points whose latitude and longitude (degrees) the functions give. */
export function spatialGrid(
  n: number,
  latOf: (row: number) => number,
  lonOf: (row: number) => number,
): SpatialGrid {
  const keys = new Float64Array(n)
  const counts = new Map<number, number>()
  for (let i = 0; i < n; i += 1) {
    const band = bandOf(latOf(i))
    const key = keyOf(band, cellInBand(lonOf(i), cellsInBand(band)))
    keys[i] = key
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const cells = new Map<number, { from: number; to: number }>()
  let from = 0
  for (const [key, count] of counts) {
    cells.set(key, { from, to: from })
    from += count
  }
  const rows = new Int32Array(n)
  for (let i = 0; i < n; i += 1) {
    const cell = cells.get(keys[i] as number)
    if (cell === undefined) continue
    rows[cell.to] = i
    cell.to += 1
  }
  return { rows, cells }
}

/** Calls `visit` with ranges of `grid.rows`: every row within `radiusKm`, and some beyond. */
export function rangesAround(
  grid: SpatialGrid,
  lat: number,
  lon: number,
  radiusKm: number,
  visit: (from: number, to: number) => void,
): void {
  const reach = radiusKm / KM_PER_DEGREE
  const first = bandOf(Math.max(-90, lat - reach))
  const last = bandOf(Math.min(90, lat + reach))
  for (let band = first; band <= last; band += 1) {
    const cells = cellsInBand(band)
    // A band is named by its southern edge: its northern may be nearer to a pole.
    const mostLat = Math.max(Math.abs(band * CELL_DEGREES - 90), Math.abs(lat)) + CELL_DEGREES
    const reachLon = mostLat > MOST_LAT ? 180 : Math.min(180, reach / Math.cos(radians(mostLat)))
    const around = Math.min(cells, Math.ceil((2 * reachLon * cells) / 360) + 2)
    const start = cellInBand(lon - reachLon, cells)
    for (let k = 0; k < around; k += 1) {
      const cell = grid.cells.get(keyOf(band, (start + k) % cells))
      if (cell !== undefined) visit(cell.from, cell.to)
    }
  }
}
