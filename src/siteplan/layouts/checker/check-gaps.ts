// Distances between buildings, measured wall by wall on the drawing.
import { segmentDistance } from '../../../geometry/distance.ts'
import { stepAt } from '../../../norms/rule-look-ups.ts'
import type { Rules } from '../../../norms/rule-set.ts'
import type { Building } from '../layout.ts'
import { isLongSide, type Wall, wallsOf } from './figures.ts'

export type MeasuredRule = 'daylight_gap_long_m' | 'daylight_gap_end_m' | 'fire_gap_m'

export interface Measured {
  readonly rule: MeasuredRule
  readonly between: string
  readonly limitM: number
  readonly actualM: number
}

/** Every distance that a rule limits. */
export function measuredGaps(buildings: readonly Building[], rules: Rules): Measured[] {
  const all = buildings.map((building) => ({ building, walls: wallsOf(building) }))
  return all.flatMap((a, i) =>
    all.slice(i).flatMap((b) => {
      const between = `${a.building.name}–${b.building.name}`
      const longM = stepAt(
        rules.daylight_gap_long_m.value,
        Math.max(a.building.storeys, b.building.storeys),
      )
      const facing = a.walls.flatMap((wallA) =>
        b.walls.flatMap((wallB) => {
          const ways = [ahead(wallA, wallB), ahead(wallB, wallA)].filter((way) => way !== null)
          if (ways.length === 0) return []
          const bothLong = isLongSide(wallA) && isLongSide(wallB)
          return [
            {
              rule: bothLong ? ('daylight_gap_long_m' as const) : ('daylight_gap_end_m' as const),
              between,
              limitM: bothLong ? longM : rules.daylight_gap_end_m.value,
              actualM: Math.min(...ways),
            },
          ]
        }),
      )
      if (a === b) return facing
      const nearest = Math.min(
        ...a.walls.flatMap((wallA) =>
          b.walls.map((wallB) => segmentDistance(wallA.from, wallA.to, wallB.from, wallB.to)),
        ),
      )
      return [
        ...facing,
        {
          rule: 'fire_gap_m' as const,
          between,
          limitM: rules.fire_gap_m.value,
          actualM: nearest,
        },
      ]
    }),
  )
}

/** Two walls look at each other where the cosine between them is less. */
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
  if (side.out[0] * other.out[0] + side.out[1] * other.out[1] > OPPOSITE) return null
  const ux = (side.to[0] - side.from[0]) / side.lengthM
  const uy = (side.to[1] - side.from[1]) / side.lengthM
  const place = ([x, y]: readonly [number, number]) => {
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
