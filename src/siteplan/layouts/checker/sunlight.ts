// Hours of sun on a drawing: rays towards the sun against every wall, of any shape. Own sections,
// own rays; only the day's declination is shared with the solver. What is demanded is
// check-sun.ts's.
import { pointToSegment } from '../../../geometry/distance.ts'
import type { Point } from '../../../geometry/plane.ts'
import { clamp } from '../../../numbers/clamp.ts'
import type { Building } from '../layout.ts'
import { declinationDeg } from '../sun.ts'
import { along, behind, isInCorner, rayToWall, type Wall, wallsOf } from './walls.ts'

interface Facade {
  readonly at: Point
  readonly out: Point
}

interface Sunlight {
  /**
   * Hours without a break at a point on a wall of this building, with rays close to an edge counted
   * as held up and as passing; null = on no wall of it.
   */
  hoursAt(building: string, point: Point): { readonly least: number; readonly most: number } | null
  /** By section of every building: its facade points and the hours of the best of them. */
  readonly sections: readonly {
    readonly building: string
    readonly facades: readonly Point[]
    readonly hours: number
    /** Those with rays that pass an edge counted as held up, and as passing. */
    readonly least: number
    readonly most: number
  }[]
}

/** Rays begin this far off a wall, so that it does not shade itself, m. */
const OFF_WALL_M = 0.01

/** A point within this of a wall is on it, m. */
const ON_WALL_M = 0.01

const RAD = Math.PI / 180

/**
 * Whether a ray this near to a corner or a roof passes is up to rounding, m: the sun on either side
 * of it is then one stretch or two. A wall that is a few millimetres nearer shades like a roof that
 * is higher by as much again and more, under a high sun.
 */
const EDGE_M = 0.02

/** The window of a first storey is this high above the ground, m. */
const WINDOW_M = 1.5

/** About the length of a section, m. */
const SECTION_M = 27

/** Sun that grazes a facade by less lights no room. */
const MIN_FACADE_ANGLE = 10 * RAD

/** The sky turns by this in an hour. */
const HOUR_ANGLE = 15 * RAD

/**
 * The sun counts from this long after sunrise until this long before sunset, h (СанПиН
 * 1.2.3685-21).
 */
const LOW_SUN_H = 1

/** Between two positions of the sun, h, and by how much the sky turns in between. */
export const SUN_STEP_H = 1 / 6
const STEP_ANGLE = 2.5 * RAD

/** Steps of the sun's hour angle added up, in doubles, rad. */
const ANGLE_ROUNDING = 1e-9

export function sunlightOf(
  buildings: readonly Building[],
  latitudeDeg: number,
  day: string,
): Sunlight {
  const sun = sunVectors(latitudeDeg, day)
  const walls = buildings.map((building) => ({ building, walls: wallsOf(building) }))

  const hours = ({ at, out }: Facade, edgeM: number): number => {
    const eye: Point = [at[0] + out[0] * OFF_WALL_M, at[1] + out[1] * OFF_WALL_M]
    let longest = 0
    let running = 0
    for (const [east, north, up] of sun) {
      const flat = Math.hypot(east, north)
      const direction: Point = [east / flat, north / flat]
      const facing = direction[0] * out[0] + direction[1] * out[1]
      const free =
        facing > Math.sin(MIN_FACADE_ANGLE) &&
        !walls.some((other) =>
          other.walls.some((wall) => {
            const distance = rayToWall(eye, direction, wall, edgeM)
            if (distance === null) return false
            return other.building.height_m + edgeM > WINDOW_M + (distance * up) / flat
          }),
        )
      running = free ? running + 1 : 0
      longest = Math.max(longest, running)
    }
    return Math.max(0, longest - 1) * SUN_STEP_H
  }

  const bestOf = (facades: readonly Facade[], edgeM = 0): number =>
    Math.max(...facades.map((facade) => hours(facade, edgeM)))

  return {
    hoursAt(name, point) {
      const found = walls.find(({ building }) => building.name === name)
      const wall = found?.walls.find((each) => pointToSegment(point, each) < ON_WALL_M)
      if (!wall) return null
      const facade = { at: point, out: wall.out }
      return { least: hours(facade, EDGE_M), most: hours(facade, -EDGE_M) }
    },
    sections: walls.flatMap((each) =>
      sectionsOf(each.building, each.walls).map((facades) => ({
        building: each.building.name,
        facades: facades.map(({ at }) => at),
        hours: bestOf(facades),
        least: bestOf(facades, EDGE_M),
        most: bestOf(facades, -EDGE_M),
      })),
    ),
  }
}

/** Towards the sun as east, north, up, from an hour after sunrise to an hour before sunset. */
function sunVectors(latitudeDeg: number, day: string): (readonly [number, number, number])[] {
  const latitude = latitudeDeg * RAD
  const declination = declinationDeg(day) * RAD
  const sunset = Math.acos(clamp(-Math.tan(latitude) * Math.tan(declination), -1, 1))
  const lastAngle = sunset - LOW_SUN_H * HOUR_ANGLE
  const vectors: (readonly [number, number, number])[] = []
  for (let angle = -lastAngle; angle <= lastAngle + ANGLE_ROUNDING; angle += STEP_ANGLE) {
    // In the plane of the equator: towards the meridian, towards the west; and towards the pole.
    const meridian = Math.cos(declination) * Math.cos(angle)
    const west = Math.cos(declination) * Math.sin(angle)
    const pole = Math.sin(declination)
    vectors.push([
      -west,
      pole * Math.cos(latitude) - meridian * Math.sin(latitude),
      pole * Math.sin(latitude) + meridian * Math.cos(latitude),
    ])
  }
  return vectors
}

/** A tower's four corners; elsewhere lengths of about a section, seen from both sides. */
function sectionsOf({ typology, courts }: Building, walls: readonly Wall[]): Facade[][] {
  switch (typology) {
    case 'tower':
      return cornersOf(walls)
    case 'slab':
      return alongSides([walls.reduce((a, b) => (b.lengthM > a.lengthM ? b : a))], walls)
    case 'perimeter':
      return alongSides(
        walls.filter((wall) => (courts.length > 0 ? !wall.onOutline : isInCorner(wall))),
        walls,
      )
  }
}

function cornersOf(walls: readonly Wall[]): Facade[][] {
  return walls.map((wall, i) => {
    const next = walls[(i + 1) % walls.length] ?? wall
    return [
      { at: along(wall, 0.75), out: wall.out },
      { at: along(next, 0.25), out: next.out },
    ]
  })
}

/** @param sides each of them has sections, which reach through to the wall behind */
function alongSides(sides: readonly Wall[], walls: readonly Wall[]): Facade[][] {
  return sides.flatMap((side) => {
    const count = Math.max(1, Math.round(side.lengthM / SECTION_M))
    return Array.from({ length: count }, (_, i) => {
      const at = along(side, (i + 0.5) / count)
      const other = behind(at, side, walls)
      const across = other ? [{ at: other.at, out: other.wall.out }] : []
      return [{ at, out: side.out }, ...across]
    })
  })
}
