// Buildings before they are drawn: rectangles and rings of wings in a frame, their walls
// and outlines. Shapes only: distances are rules/gaps.ts's, what sees the sun facade-points.ts's.
import type { Point, Ring } from '../../../../geometry/plane.ts'
import type { Typology } from '../../../../norms/house-sizes.ts'
import { sumOf } from '../../../../numbers/sum.ts'
import { type Rect, rectArea, rectRing } from '../frame/rect.ts'

/** A side of a frame's rectangle: towards −y, +x, +y, −x of the frame. */
export type Side = 's' | 'e' | 'n' | 'w'

export interface Mass {
  readonly typology: Typology
  readonly outer: Rect
  /** Depth of a perimeter block's wings, m; null elsewhere. */
  readonly wingM: number | null
  /** The side without a wing; null = closed. */
  readonly open: Side | null
  readonly storeys: number
}

/** A house without a court. */
export function solidMass(typology: 'slab' | 'tower', outer: Rect, storeys: number): Mass {
  return { typology, outer, wingM: null, open: null, storeys }
}

/** Houses of one typology, placed together. */
export type Massing = readonly Mass[]

/** What a massing of some number of storeys is to be. */
export interface MassingTask {
  readonly storeys: number
  /** Between long sides. */
  readonly gapM: number
  /** Of all buildings together, at most. */
  readonly targetFootprintM2: number
  /** Sketches of no more are of no use. */
  readonly leastFootprintM2: number
}

/** A massing that is laid out only when it is needed. */
export interface Sketch {
  /** Number of buildings, about. */
  readonly count: number
  /** Of all buildings together. */
  readonly footprintM2: number
  layOut(): Mass[]
}

/** A wall of this length or more has windows of rooms; a shorter one is an end, m. */
const LONG_WALL_M = 20

export interface Wall {
  /** Its outward direction. */
  readonly side: Side
  /** y of a wall towards s or n, x of one towards e or w. */
  readonly at: number
  readonly from: number
  readonly to: number
}

export function isLong({ from, to }: Wall): boolean {
  return to - from >= LONG_WALL_M
}

export function courtOf({ outer, wingM, open }: Mass): Rect | null {
  if (wingM === null) return null
  return {
    x0: open === 'w' ? outer.x0 : outer.x0 + wingM,
    x1: open === 'e' ? outer.x1 : outer.x1 - wingM,
    y0: open === 's' ? outer.y0 : outer.y0 + wingM,
    y1: open === 'n' ? outer.y1 : outer.y1 - wingM,
  }
}

export function footprintM2(mass: Mass): number {
  const court = courtOf(mass)
  return rectArea(mass.outer) - (court ? rectArea(court) : 0)
}

/** Floor area of all storeys of all buildings. */
export function gfaM2Of(massing: Massing): number {
  return sumOf(massing, (mass) => footprintM2(mass) * mass.storeys)
}

/** Rectangles that together are the footprint; they may overlap. */
export function wingsOf(mass: Mass): Rect[] {
  const { outer, wingM, open } = mass
  if (wingM === null) return [outer]
  const wings: Rect[] = []
  if (open !== 's') wings.push({ ...outer, y1: outer.y0 + wingM })
  if (open !== 'n') wings.push({ ...outer, y0: outer.y1 - wingM })
  if (open !== 'w') wings.push({ ...outer, x1: outer.x0 + wingM })
  if (open !== 'e') wings.push({ ...outer, x0: outer.x1 - wingM })
  return wings
}

export function wallsOf(mass: Mass): Wall[] {
  const { outer, wingM, open } = mass
  const walls: Wall[] = rectWalls(outer).filter((wall) => wall.side !== open)
  const court = courtOf(mass)
  if (!court || wingM === null) return walls
  for (const wall of rectWalls(court)) {
    if (wall.side === open) continue
    walls.push({ ...wall, side: opposite(wall.side) })
  }
  if (open) {
    const whole = rectWalls(outer).find((wall) => wall.side === open)
    if (whole) {
      walls.push({ ...whole, to: whole.from + wingM }, { ...whole, from: whole.to - wingM })
    }
  }
  return walls
}

export function rectWalls({ x0, y0, x1, y1 }: Rect): Wall[] {
  return [
    { side: 's', at: y0, from: x0, to: x1 },
    { side: 'e', at: x1, from: y0, to: y1 },
    { side: 'n', at: y1, from: x0, to: x1 },
    { side: 'w', at: x0, from: y0, to: y1 },
  ]
}

export function opposite(side: Side): Side {
  return ({ s: 'n', n: 's', e: 'w', w: 'e' } as const)[side]
}

/** The sides of a counter-clockwise ring from its south-western corner on. */
const SIDES_IN_TURN: readonly Side[] = ['s', 'e', 'n', 'w']

/** The outline, counter-clockwise; a court that opens to a side is part of it. */
export function outlineOf(mass: Mass): Ring {
  const outer = rectRing(mass.outer)
  const court = courtOf(mass)
  if (!court || mass.open === null) return outer
  const inner = rectRing(court)
  const side = SIDES_IN_TURN.indexOf(mass.open)
  // In at the open side, round the court the other way, and out again.
  const roundCourt = [0, 3, 2, 1].map((turn) => inner[(side + turn) % 4] as Point)
  return outer.toSpliced(side + 1, 0, ...roundCourt)
}
