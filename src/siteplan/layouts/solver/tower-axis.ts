// A direction for towers where the edges of a site give none: in the south a tower with a corner to
// the north has too little winter sun on both sides of that corner. Slabs and blocks have two long
// sides to choose from.
import { radians } from '../../../geometry/angles.ts'
import { SIZES_M, type Typology } from '../../../norms/house-sizes.ts'
import { frameAt } from './frame/frame.ts'
import { solidMass } from './massing/massing.ts'
import { raysIn, sunHoursOf } from './rules/insolation.ts'
import type { SiteRules } from './solver-input.ts'

/**
 * The turns off the first edge that are tried, the least first; an eighth of a circle is the most.
 */
const TURNS = [5, 10, 15, 20, 25, 30, 35, 40, 45].flatMap((deg) => [radians(deg), radians(-deg)])

/**
 * A turn gives this many times the hours demanded, if any does: towers take sun from each other.
 */
const SUN_TO_SPARE = 4 / 3

/**
 * These axes and, if towers are asked for and even one alone lacks sun in all of them, one more.
 */
export function withTowerAxis(
  axes: readonly number[],
  typologies: readonly Typology[],
  { rules, sunPath, demandedSunH }: SiteRules,
): readonly number[] {
  const [first] = axes
  if (first === undefined || !typologies.includes('tower')) return axes
  const side = SIZES_M.towerSide.least
  const outer = { x0: 0, y0: 0, x1: side, y1: side }
  const alone = solidMass('tower', outer, 1)
  const hoursAlong = (axis: number) =>
    sunHoursOf([alone], raysIn(frameAt(axis), sunPath), rules.storey_height_m.value).leastHours
  if (axes.some((axis) => hoursAlong(axis) >= demandedSunH)) return axes
  const turned = TURNS.map((turn) => ({ axis: first + turn, hours: hoursAlong(first + turn) }))
  const sunny =
    turned.find(({ hours }) => hours >= demandedSunH * SUN_TO_SPARE) ??
    turned.find(({ hours }) => hours >= demandedSunH)
  return sunny ? [...axes, sunny.axis] : axes
}
