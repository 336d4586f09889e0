// Distances between buildings of one massing against the rules: daylight between facing walls, fire
// between any two. Right angles only; the checker measures in its own way.
import { stepAt } from '../../../../norms/rule-look-ups.ts'
import type { Rules } from '../../../../norms/rule-set.ts'
import { isLong, type Mass, opposite, type Wall, wallsOf, wingsOf } from '../massing/massing.ts'
import { overlap, rectDistance } from '../massing/rect.ts'
import { COORDINATE_M, SAME_LINE_M } from '../tolerances.ts'

export type GapRule = 'daylight_gap_long_m' | 'daylight_gap_end_m' | 'fire_gap_m'

/** The rule broken first, or null. */
export function brokenGap(buildings: readonly Mass[], rules: Rules): GapRule | null {
  const walls = buildings.map(wallsOf)
  for (const [i, a] of buildings.entries()) {
    for (let j = i; j < buildings.length; j += 1) {
      const b = buildings[j]
      if (!b) continue
      if (i !== j && fireBroken(a, b, rules)) return 'fire_gap_m'
      const storeys = Math.max(a.storeys, b.storeys)
      const broken = daylightBroken(walls[i] ?? [], walls[j] ?? [], storeys, rules)
      if (broken) return broken
    }
  }
  return null
}

export interface Gaps {
  /** The tightest of its kind, m, with what is demanded there; null where none is. */
  readonly long: Gap | null
  readonly end: Gap | null
  readonly fire: Gap | null
}

export interface Gap {
  readonly actualM: number
  readonly limitM: number
}

export function tightestGaps(buildings: readonly Mass[], rules: Rules): Gaps {
  let long: Gap | null = null
  let end: Gap | null = null
  let fire: Gap | null = null
  const tighter = (best: Gap | null, gap: Gap) =>
    !best || gap.actualM - gap.limitM < best.actualM - best.limitM ? gap : best
  for (const [i, a] of buildings.entries()) {
    for (const b of buildings.slice(i)) {
      if (a !== b) {
        const actualM = Math.min(
          ...wingsOf(a).flatMap((wing) => wingsOf(b).map((other) => rectDistance(wing, other))),
        )
        fire = tighter(fire, { actualM, limitM: rules.fire_gap_m.value })
      }
      const longM = stepAt(rules.daylight_gap_long_m.value, Math.max(a.storeys, b.storeys))
      for (const wallA of wallsOf(a)) {
        for (const wallB of wallsOf(b)) {
          const actualM = facingM(wallA, wallB)
          const rule = daylightRule(wallA, wallB)
          if (actualM === null || rule === null) continue
          if (rule === 'daylight_gap_long_m') long = tighter(long, { actualM, limitM: longM })
          else end = tighter(end, { actualM, limitM: rules.daylight_gap_end_m.value })
        }
      }
    }
  }
  return { long, end, fire }
}

function daylightBroken(
  ofA: readonly Wall[],
  ofB: readonly Wall[],
  storeys: number,
  rules: Rules,
): GapRule | null {
  const longM = stepAt(rules.daylight_gap_long_m.value, storeys)
  const endM = rules.daylight_gap_end_m.value
  for (const a of ofA) {
    for (const b of ofB) {
      const distanceM = facingM(a, b)
      const rule = daylightRule(a, b)
      if (distanceM === null || rule === null) continue
      const limitM = rule === 'daylight_gap_long_m' ? longM : endM
      if (distanceM < limitM - COORDINATE_M) return rule
    }
  }
  return null
}

/** The rule for two walls that face each other; null where neither is long. */
function daylightRule(a: Wall, b: Wall): 'daylight_gap_long_m' | 'daylight_gap_end_m' | null {
  if (isLong(a) && isLong(b)) return 'daylight_gap_long_m'
  return isLong(a) || isLong(b) ? 'daylight_gap_end_m' : null
}

function fireBroken(a: Mass, b: Mass, rules: Rules): boolean {
  return wingsOf(a).some((wingA) =>
    wingsOf(b).some(
      (wingB) =>
        overlap(wingA, wingB) || rectDistance(wingA, wingB) < rules.fire_gap_m.value - COORDINATE_M,
    ),
  )
}

/** Straight from wall to wall, m; null where neither looks at the other. */
function facingM(a: Wall, b: Wall): number | null {
  if (b.side !== opposite(a.side)) return null
  if (Math.min(a.to, b.to) - Math.max(a.from, b.from) <= SAME_LINE_M) return null
  const ahead = a.side === 'n' || a.side === 'e' ? b.at - a.at : a.at - b.at
  return ahead > SAME_LINE_M ? ahead : null
}
