// Distances between buildings, measured wall by wall on the drawing.
import { segmentDistance } from '../../../geometry/distance.ts'
import type { Point } from '../../../geometry/plane.ts'
import { stepAt } from '../../../norms/rule-look-ups.ts'
import type { Rules } from '../../../norms/rule-set.ts'
import type { Building } from '../layout.ts'
import { cosineBetween, isLongSide, type Wall, wallsOf } from './walls.ts'

export type MeasuredRule = 'daylight_gap_long_m' | 'daylight_gap_end_m' | 'fire_gap_m'

/** A distance between two buildings, or between two wings of one, and what a rule demands of it. */
export interface MeasuredGap {
  readonly rule: MeasuredRule
  readonly between: string
  readonly limitM: number
  readonly actualM: number
}

interface WalledBuilding {
  readonly building: Building
  readonly walls: readonly Wall[]
}

/** Every distance that a rule limits. */
export function measuredGaps(buildings: readonly Building[], rules: Rules): MeasuredGap[] {
  const all = buildings.map((building) => ({ building, walls: wallsOf(building) }))
  return all.flatMap((a, i) =>
    all
      .slice(i)
      .flatMap((b) => [...daylightGaps(a, b, rules), ...(a === b ? [] : [fireGap(a, b, rules)])]),
  )
}

/** Between each two walls of which one is long and faces the other. */
function daylightGaps(a: WalledBuilding, b: WalledBuilding, rules: Rules): MeasuredGap[] {
  const highest = Math.max(a.building.storeys, b.building.storeys)
  const longM = stepAt(rules.daylight_gap_long_m.value, highest)
  const endM = rules.daylight_gap_end_m.value
  return a.walls.flatMap((wallA) =>
    b.walls.flatMap((wallB): MeasuredGap[] => {
      const ways = [ahead(wallA, wallB), ahead(wallB, wallA)].filter((way) => way !== null)
      if (ways.length === 0) return []
      const gap = { between: namesOf(a, b), actualM: Math.min(...ways) }
      return isLongSide(wallA) && isLongSide(wallB)
        ? [{ rule: 'daylight_gap_long_m', limitM: longM, ...gap }]
        : [{ rule: 'daylight_gap_end_m', limitM: endM, ...gap }]
    }),
  )
}

function fireGap(a: WalledBuilding, b: WalledBuilding, rules: Rules): MeasuredGap {
  const distances = a.walls.flatMap((wallA) =>
    b.walls.map((wallB) => segmentDistance(wallA, wallB)),
  )
  return {
    rule: 'fire_gap_m',
    between: namesOf(a, b),
    limitM: rules.fire_gap_m.value,
    actualM: Math.min(...distances),
  }
}

function namesOf(a: WalledBuilding, b: WalledBuilding): string {
  return `${a.building.name}–${b.building.name}`
}

/** Two walls face each other where the cosine between them is less. */
const OPPOSITE = -0.5

/** Walls are opposite each other along more than this: less is rounding, m. */
const SHARED_M = 0.005

/** A wall nearer than this is this wall's own continuation, m. */
const AHEAD_M = 0.01

/**
 * Straight out of a long side to the part of a facing wall in front of it, m; null where there is
 * none.
 */
function ahead(side: Wall, other: Wall): number | null {
  if (!isLongSide(side)) return null
  if (cosineBetween(side, other) > OPPOSITE) return null
  const ux = (side.to[0] - side.from[0]) / side.lengthM
  const uy = (side.to[1] - side.from[1]) / side.lengthM
  const place = ([x, y]: Point) => {
    const dx = x - side.from[0]
    const dy = y - side.from[1]
    return { t: dx * ux + dy * uy, out: dx * side.out[0] + dy * side.out[1] }
  }
  const a = place(other.from)
  const b = place(other.to)
  const low = Math.max(0, Math.min(a.t, b.t))
  const high = Math.min(side.lengthM, Math.max(a.t, b.t))
  if (high - low < SHARED_M) return null
  const outAt = (t: number) => a.out + ((b.out - a.out) * (t - a.t)) / (b.t - a.t)
  const distance = Math.min(outAt(low), outAt(high))
  return distance > AHEAD_M ? distance : null
}
