// Where a building's sections may see the sun: the points on its facades that the hours of sun are
// worked out for. The hours are rules/insolation.ts's.
import type { Point } from '../../../../geometry/plane.ts'
import { shortSide } from '../frame/rect.ts'
import {
  courtOf,
  type Mass,
  opposite,
  rectWalls,
  type Side,
  type Wall,
  wallsOf,
} from './massing.ts'

/** A place on a facade that may see the sun, and where the facade looks. */
export interface FacadePoint {
  readonly at: Point
  readonly out: Point
}

/** Length of a section, about, m; each has its own hours of sun. */
const SECTION_M = 27

/**
 * Each section's facade points; one of them in the sun lights the section. A slab's or wing's
 * section has a point on each of its two long sides; a tower's four corners have one on each side.
 */
export function sectionsOf(mass: Mass): FacadePoint[][] {
  const walls = wallsOf(mass)
  if (mass.typology === 'tower') {
    const on = (side: Side, share: number): FacadePoint[] =>
      walls
        .filter((wall) => wall.side === side)
        .map((wall) => ({ at: pointOn(wall, share), out: outward(side) }))
    return [
      [...on('s', 0.25), ...on('w', 0.25)],
      [...on('s', 0.75), ...on('e', 0.25)],
      [...on('n', 0.75), ...on('e', 0.75)],
      [...on('n', 0.25), ...on('w', 0.75)],
    ]
  }
  const depthM = mass.wingM ?? shortSide(mass.outer)
  return sectionWalls(mass).flatMap((wall) => {
    const count = Math.max(1, Math.round((wall.to - wall.from) / SECTION_M))
    return Array.from({ length: count }, (_, i) => {
      const at = pointOn(wall, (i + 0.5) / count)
      const out = outward(wall.side)
      const across: Point = [at[0] - out[0] * depthM, at[1] - out[1] * depthM]
      return [
        { at, out },
        { at: across, out: outward(opposite(wall.side)) },
      ]
    })
  })
}

/**
 * Sections are counted along these walls: one long wall of a slab, the walls on a block's court.
 */
function sectionWalls(mass: Mass): Wall[] {
  const { outer } = mass
  const court = courtOf(mass)
  if (court) {
    return rectWalls(court)
      .filter((wall) => wall.side !== mass.open)
      .map((wall) => ({ ...wall, side: opposite(wall.side) }))
  }
  const lengthwise = outer.x1 - outer.x0 >= outer.y1 - outer.y0 ? 's' : 'w'
  return rectWalls(outer).filter((wall) => wall.side === lengthwise)
}

function outward(side: Side): Point {
  return ({ s: [0, -1], n: [0, 1], e: [1, 0], w: [-1, 0] } as const)[side]
}

function pointOn(wall: Wall, share: number): Point {
  const along = wall.from + (wall.to - wall.from) * share
  return wall.side === 's' || wall.side === 'n' ? [along, wall.at] : [wall.at, along]
}
