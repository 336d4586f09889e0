// Distances between buildings of one massing against the rules: daylight between facing walls, fire
// between any two. Right angles only; the checker measures in its own way.
import { stepAt } from '../../../../norms/rule-look-ups.ts'
import type { Rules } from '../../../../norms/rule-set.ts'
import { overlap, rectDistance } from '../frame/rect.ts'
import { isLong, type Mass, opposite, type Wall, wallsOf, wingsOf } from '../massing/massing.ts'
import { COORDINATE_M, SAME_LINE_M } from '../tolerances.ts'

export type GapRule = 'daylight_gap_long_m' | 'daylight_gap_end_m' | 'fire_gap_m'

/**
 * Nearer walls would be drawn as one, m: the solver keeps so much where norms ask for less, or for
 * nothing.
 */
export const LEAST_GAP_M = 0.05

/** The rule broken first, or null. */
export function brokenGap(buildings: readonly Mass[], rules: Rules): GapRule | null {
  for (const { rule, actualM, limitM } of gapsBetween(buildings, rules, 'near')) {
    if (actualM < Math.max(limitM, LEAST_GAP_M) - COORDINATE_M) return rule
  }
  return null
}

interface Gap {
  readonly rule: GapRule
  /** Negative where buildings overlap. */
  readonly actualM: number
  readonly limitM: number
}

/** The gap of each kind with the least to spare; none of a kind that does not occur. */
export function tightestGaps(buildings: readonly Mass[], rules: Rules): Map<GapRule, Gap> {
  const tightest = new Map<GapRule, Gap>()
  for (const gap of gapsBetween(buildings, rules, 'all')) {
    const best = tightest.get(gap.rule)
    if (!best || gap.actualM - gap.limitM < best.actualM - best.limitM) tightest.set(gap.rule, gap)
  }
  return tightest
}

/**
 * Between the nearest points of two buildings, and between walls of two or of one that face each
 * other. `near` leaves out two that are too far apart to break a rule.
 */
function* gapsBetween(
  buildings: readonly Mass[],
  rules: Rules,
  which: 'near' | 'all',
): Generator<Gap> {
  const walls = buildings.map(wallsOf)
  for (const [i, a] of buildings.entries()) {
    for (let j = i; j < buildings.length; j += 1) {
      const b = buildings[j]
      if (!b) continue
      const limits = {
        daylight_gap_long_m: stepAt(
          rules.daylight_gap_long_m.value,
          Math.max(a.storeys, b.storeys),
        ),
        daylight_gap_end_m: rules.daylight_gap_end_m.value,
        fire_gap_m: rules.fire_gap_m.value,
      }
      const mostM = Math.max(LEAST_GAP_M, ...Object.values(limits))
      const isFar = rectDistance(a.outer, b.outer) > mostM
      if (which === 'near' && isFar) continue
      if (i !== j) yield { rule: 'fire_gap_m', actualM: apartM(a, b), limitM: limits.fire_gap_m }
      for (const { rule, actualM } of facingGaps(walls[i] ?? [], walls[j] ?? [])) {
        yield { rule, actualM, limitM: limits[rule] }
      }
    }
  }
}

function* facingGaps(ofA: readonly Wall[], ofB: readonly Wall[]) {
  for (const a of ofA) {
    for (const b of ofB) {
      const actualM = facingM(a, b)
      const rule = daylightRule(a, b)
      if (actualM !== null && rule !== null) yield { rule, actualM }
    }
  }
}

/** The rule for two walls that face each other; null where neither is long. */
function daylightRule(a: Wall, b: Wall): 'daylight_gap_long_m' | 'daylight_gap_end_m' | null {
  if (isLong(a) && isLong(b)) return 'daylight_gap_long_m'
  return isLong(a) || isLong(b) ? 'daylight_gap_end_m' : null
}

/** Between the nearest points of two buildings, m; negative where they overlap. */
function apartM(a: Mass, b: Mass): number {
  const others = wingsOf(b)
  let least = Infinity
  for (const wing of wingsOf(a)) {
    for (const other of others) {
      least = Math.min(least, overlap(wing, other) ? -1 : rectDistance(wing, other))
    }
  }
  return least
}

/** Straight from wall to wall, m; null where neither faces the other. */
function facingM(a: Wall, b: Wall): number | null {
  if (b.side !== opposite(a.side)) return null
  if (Math.min(a.to, b.to) - Math.max(a.from, b.from) <= SAME_LINE_M) return null
  const ahead = a.side === 'n' || a.side === 'e' ? b.at - a.at : a.at - b.at
  return ahead > SAME_LINE_M ? ahead : null
}
