// Whether two descriptions in one building may be of the same flat: an advert and a request round
// an area differently. Never here: whether the building is the same (building.ts).
import { round } from '../../numbers/rounding.ts'
import type { Dwelling } from '../comparables/comparable.ts'

type Measured = Pick<Dwelling, 'areaM2' | 'kitchenAreaM2' | 'livingAreaM2' | 'floor' | 'rooms'>

/**
 * With equal areas they are. With areas that differ by rounding they may be, unless kitchens or
 * living rooms say otherwise: the flat next door is often as large, and good evidence. An unknown
 * floor matches only an unknown one; a studio may be called a flat of one room.
 */
export function mayBeSameFlat(a: Measured, b: Measured): boolean {
  if (a.floor !== b.floor || Math.max(1, a.rooms) !== Math.max(1, b.rooms)) return false
  if (a.areaM2 === b.areaM2) return true
  return (
    mayBeSameArea(a.areaM2, b.areaM2) &&
    mayBothBe(a.kitchenAreaM2, b.kitchenAreaM2) &&
    mayBothBe(a.livingAreaM2, b.livingAreaM2)
  )
}

/** Agents measure one flat so differently, m². */
const MEASURED_APART_M2 = 0.6

/**
 * Whether two descriptions of one building are of flats about as large on one floor: of the same
 * one, as agents measure it, or of its twin. Kitchens and living rooms must not say otherwise, and
 * the floor must be known.
 */
export function isNearlySameFlat(a: Measured, b: Measured): boolean {
  return (
    a.floor !== null &&
    a.floor === b.floor &&
    Math.max(1, a.rooms) === Math.max(1, b.rooms) &&
    isNear(a.areaM2, b.areaM2) &&
    isNear(a.kitchenAreaM2, b.kitchenAreaM2) &&
    isNear(a.livingAreaM2, b.livingAreaM2)
  )
}

function isNear(a: number | null, b: number | null): boolean {
  return a === null || b === null || Math.abs(a - b) <= MEASURED_APART_M2 + NEGLIGIBLE_M2
}

function mayBothBe(a: number | null, b: number | null): boolean {
  return a === null || b === null || mayBeSameArea(a, b)
}

/**
 * Whether the coarser of two areas may be the finer one, rounded or cut off: 54 m² may be 53.5 to
 * 54.9 m², and 54.3 m² is never 54.6.
 */
export function mayBeSameArea(one: number, other: number): boolean {
  const [a, b] = [round(one, MOST_DECIMALS), round(other, MOST_DECIMALS)]
  const [coarse, fine] = decimalsOf(a) <= decimalsOf(b) ? [a, b] : [b, a]
  const unit = 10 ** -decimalsOf(coarse)
  const beyond = fine - coarse
  return -0.5 * unit - NEGLIGIBLE_M2 <= beyond && beyond < unit - NEGLIGIBLE_M2
}

/** What binary fractions lose, m². */
const NEGLIGIBLE_M2 = 1e-6

const MOST_DECIMALS = 2

/** Decimals that an area is written with, up to two. */
function decimalsOf(areaM2: number): number {
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals += 1) {
    const scaled = areaM2 * 10 ** decimals
    if (Math.abs(scaled - Math.round(scaled)) < NEGLIGIBLE_M2 * 10 ** decimals) return decimals
  }
  return MOST_DECIMALS
}
