// Cities for comparables that name none: places far enough from each other, such as the towns of a
// feed with coordinates alone. Never here: cities that comparables name (name-cities.ts).

import { distanceKm, KM_PER_DEGREE, kmEast } from '../../geometry/earth.ts'
import { sumOf } from '../../numbers/sum.ts'
import { byUnits } from '../../text/by-units.ts'
import type { Comparable } from '../comparables/comparable.ts'

/** Rows are gathered in cells of these degrees, about 6 km high and wide in Russia. */
const LAT_STEP = 0.05
const LON_STEP = 0.1
/**
 * Cells whose middles are this near are of one place: a city and its suburbs, but not two towns.
 */
const TOGETHER_KM = 15
/** Nobody lives nearer to a pole, and there far too many cells would be within reach. */
const MOST_LAT = 89
/** Only the fullest places or names count as cities: the regression has an effect for each. */
export const MAX_PLACES = 400

interface Cell {
  readonly lat: number
  readonly lon: number
  rows: number
}

/**
 * The comparables in their order, each with its place as its city; unchanged where all are in one
 * place. Rows outside the fullest `MAX_PLACES` have none. A place is called after the middle of its
 * fullest cell. The order of the rows changes nothing.
 */
export function namePlaces(comparables: readonly Comparable[]): readonly Comparable[] {
  const cells = new Map<string, Cell>()
  for (const one of comparables) {
    const cell = cellOf(one)
    const key = keyOf(cell)
    const known = cells.get(key)
    if (known === undefined) cells.set(key, { ...cell, rows: 1 })
    else known.rows += 1
  }
  const places = placesOf(cells)
  if (places.length <= 1) return comparables
  const fullest = places
    .map((place) => ({ place, name: keyOf(fullestOf(place)), rows: rowsOf(place) }))
    .sort((a, b) => b.rows - a.rows || byUnits(a.name, b.name))
    .slice(0, MAX_PLACES)
  const names = new Map(
    fullest.flatMap(({ place, name }) => place.map((cell) => [keyOf(cell), name] as const)),
  )
  return comparables.map((one) => ({ ...one, city: names.get(keyOf(cellOf(one))) ?? null }))
}

function rowsOf(place: readonly Cell[]): number {
  return sumOf(place, ({ rows }) => rows)
}

type Point = Pick<Cell, 'lat' | 'lon'>

/** The middle of the cell that a point lies in. */
function cellOf({ lat, lon }: Point): Point {
  return { lat: Math.round(lat / LAT_STEP) * LAT_STEP, lon: Math.round(lon / LON_STEP) * LON_STEP }
}

function keyOf({ lat, lon }: Point): string {
  return `${lat.toFixed(2)} ${lon.toFixed(2)}`
}

/** The cells, those joined by steps of `TOGETHER_KM` at most in one list. */
function placesOf(cells: ReadonlyMap<string, Cell>): Cell[][] {
  const seen = new Set<Cell>()
  return [...cells.values()].flatMap((first) => {
    if (seen.has(first)) return []
    seen.add(first)
    const place = [first]
    for (const cell of place) {
      for (const near of cellsAround(cell, cells)) {
        if (seen.has(near)) continue
        seen.add(near)
        place.push(near)
      }
    }
    return [place]
  })
}

function cellsAround({ lat, lon }: Cell, cells: ReadonlyMap<string, Cell>): Cell[] {
  const around: Cell[] = []
  const up = Math.floor(TOGETHER_KM / (KM_PER_DEGREE * LAT_STEP))
  // Towards a pole more cells are within reach; at the pole, all those around it.
  const poleward = Math.min(MOST_LAT, Math.abs(lat) + up * LAT_STEP)
  const across = Math.floor(TOGETHER_KM / kmEast(LON_STEP, poleward))
  for (let y = -up; y <= up; y += 1) {
    for (let x = -across; x <= across; x += 1) {
      const there = { lat: lat + y * LAT_STEP, lon: lon + x * LON_STEP }
      if (distanceKm(lat, lon, there.lat, there.lon) > TOGETHER_KM) continue
      const near = cells.get(keyOf(there))
      if (near !== undefined) around.push(near)
    }
  }
  return around
}

function fullestOf(place: readonly Cell[]): Cell {
  return place.reduce((best, cell) =>
    cell.rows > best.rows || (cell.rows === best.rows && keyOf(cell) < keyOf(best)) ? cell : best,
  )
}
