// Ways for fire engines along buildings: one beside a long wall of each house and of each wing of a
// block, on both sides of high houses where there is room. Joining them is lane-network.ts's.
import { type FireLaneDemand, fireLaneDemand } from '../../../../norms/rule-look-ups.ts'
import type { Rules } from '../../../../norms/rule-set.ts'
import { grown, overlap, type Rect } from '../frame/rect.ts'
import { rectInside, type Strips } from '../frame/strips.ts'
import { isLong, type Mass, opposite, type Wall, wallsOf, wingsOf } from '../massing/massing.ts'
import { COORDINATE_M } from '../tolerances.ts'

/** From this height the solver tries both long sides (СП 4.13130, 8.1); one is demanded. */
const BOTH_SIDES_FROM_M = 28

/** Least distance of ways from walls, m. */
export const WAY_OFF_WALLS_M = 2.5

/**
 * Undefined where some building has room for none.
 * @param most ways along one building
 */
export function fireLanes(
  site: Strips,
  buildings: readonly Mass[],
  rules: Rules,
  most: 1 | 2,
): Rect[] | undefined {
  const wings = buildings.flatMap(wingsOf)
  const lanes: Rect[] = []
  for (const mass of buildings) {
    const demand = fireLaneDemand(mass.storeys, rules)
    const offWallM = offWallsM(demand)
    const obstacles = wings.map((wing) => grown(wing, offWallM - COORDINATE_M))
    for (const walls of longWalls(mass, offWallM)) {
      const possible = walls.flatMap((wall) => {
        const lane = laneBeside(wall, demand, site, obstacles)
        return lane ? [{ wall, lane }] : []
      })
      const [first] = possible
      if (!first) return undefined
      const isShared = (lane: Rect) => lanes.some((other) => overlap(lane, other))
      const chosen = possible.find(({ lane }) => isShared(lane)) ?? first
      lanes.push(chosen.lane)
      if (most === 2 && demand.heightM >= BOTH_SIDES_FROM_M && mass.wingM === null) {
        const across = possible.find(({ wall }) => wall.side === opposite(chosen.wall.side))
        if (across) lanes.push(across.lane)
      }
    }
  }
  return lanes
}

/** How far ways keep from walls: less only if the way along such a house may lie nearer. */
export function offWallsM({ leastM }: FireLaneDemand): number {
  return Math.min(WAY_OFF_WALLS_M, leastM)
}

export interface LaneMeasures {
  readonly distanceM: number
  readonly widthM: number
}

/**
 * Measures of the way that meets the rule, for the house or each wing of a block; 0 where none
 * does.
 */
export function laneMeasures(
  mass: Mass,
  lanes: readonly Rect[],
  rules: Rules,
): readonly LaneMeasures[] {
  const demand = fireLaneDemand(mass.storeys, rules)
  return longWalls(mass, offWallsM(demand)).map(
    (walls) => measuresBeside(walls, lanes, demand) ?? { distanceM: 0, widthM: 0 },
  )
}

function measuresBeside(
  walls: readonly Wall[],
  lanes: readonly Rect[],
  { widthM, leastM, mostM }: FireLaneDemand,
): LaneMeasures | undefined {
  for (const wall of walls) {
    for (const lane of lanes) {
      const measures = besideM(wall, lane)
      if (!measures || measures.widthM < widthM - COORDINATE_M) continue
      if (measures.distanceM < leastM - COORDINATE_M || measures.distanceM > mostM + COORDINATE_M)
        continue
      return measures
    }
  }
  return undefined
}

/** Undefined where the lane does not run along the whole wall, on its outer side. */
function besideM(wall: Wall, lane: Rect): LaneMeasures | undefined {
  const { side, at, from, to } = wall
  const flat = isFlat(wall)
  const [start, end] = flat ? [lane.x0, lane.x1] : [lane.y0, lane.y1]
  if (start > from + COORDINATE_M || end < to - COORDINATE_M) return undefined
  const [low, high] = flat ? [lane.y0, lane.y1] : [lane.x0, lane.x1]
  const distanceM = side === 'n' || side === 'e' ? low - at : at - high
  return { distanceM, widthM: high - low }
}

/**
 * Groups of walls; one wall of each needs a way. A house is one group, each wing of a block is one.
 * In a court the way ends `offWallM` before the wing across, so the wall counts as far as that.
 */
function longWalls(mass: Mass, offWallM: number): Wall[][] {
  const { wingM, open } = mass
  const long = wallsOf(mass).filter(isLong)
  const outer = long.filter((wall) => isOuter(mass, wall))
  if (wingM === null) return [outer]
  // A court that opens to a side lets an engine in; a closed one does not: no arch is drawn.
  const inner = open === null ? [] : long.filter((wall) => !isOuter(mass, wall))
  const reached = inner.map((wall): Wall => {
    const [start, end] = isFlat(wall) ? (['w', 'e'] as const) : (['s', 'n'] as const)
    return {
      ...wall,
      from: wall.from + (open === start ? 0 : offWallM),
      to: wall.to - (open === end ? 0 : offWallM),
    }
  })
  return outer.map((wall) => [wall, ...reached.filter(({ side }) => side === opposite(wall.side))])
}

function isFlat({ side }: Wall): boolean {
  return side === 's' || side === 'n'
}

function isOuter({ outer }: Mass, { side, at }: Wall): boolean {
  return at === { s: outer.y0, n: outer.y1, w: outer.x0, e: outer.x1 }[side]
}

function laneBeside(
  wall: Wall,
  { widthM, leastM, mostM }: FireLaneDemand,
  site: Strips,
  obstacles: readonly Rect[],
): Rect | undefined {
  return [leastM, (leastM + mostM) / 2, mostM]
    .map((distanceM) => stripBeside(wall, distanceM, widthM))
    .find((lane) => !obstacles.some((rect) => overlap(lane, rect)) && rectInside(site, lane))
}

function stripBeside({ side, at, from, to }: Wall, distanceM: number, widthM: number): Rect {
  const near = distanceM
  const far = distanceM + widthM
  switch (side) {
    case 's':
      return { x0: from, x1: to, y0: at - far, y1: at - near }
    case 'n':
      return { x0: from, x1: to, y0: at + near, y1: at + far }
    case 'w':
      return { x0: at - far, x1: at - near, y0: from, y1: to }
    case 'e':
      return { x0: at + near, x1: at + far, y0: from, y1: to }
  }
}
