// Small moves that make a massing better: a building shifted, turned, longer, higher, or two that
// swap their heights. Only moves after which all rules hold and no floor area is lost are kept.
import { SIZES_M } from '../../../../norms/house-sizes.ts'
import type { LayoutsAsked } from '../../layout.ts'
import { type Rect, shifted } from '../frame/rect.ts'
import type { FramedSite } from '../framed-sites.ts'
import { gfaM2Of, type Mass, type Massing } from '../massing/massing.ts'
import { wholeSections } from '../massing/place-slabs.ts'
import { brokenRule } from '../rules/broken-rule.ts'
import type { SiteRules } from '../solver-input.ts'
import { SAME_M2 } from '../tolerances.ts'
import { mostStoreys } from './candidates.ts'

/** Moves tried at most; each costs one assessment. */
const MAX_MOVES = 180

/** Equally likely. */
const MOVES = ['shift', 'turn', 'raise', 'swap_heights', 'lengthen'] as const

/** Pairs of buildings compared by all moves together, at most: many buildings get fewer moves. */
const MAX_PAIRS = 6000

/** The longest shift, m. */
const SHIFT_M = 12

interface MoveLimits extends SiteRules {
  readonly request: Pick<LayoutsAsked, 'storeys' | 'typologies'>
  readonly highestAllowed: number
  /** No move leads to more floor area than this, m². */
  readonly mostM2: number
}

/** The best massing that the moves lead to; the given one where none helps. */
export function improvedMassing(
  massing: Massing,
  framed: FramedSite,
  limits: MoveLimits,
  random: () => number,
): Massing {
  let best = massing
  let bestM2 = gfaM2Of(massing)
  const moves = Math.min(MAX_MOVES, Math.floor(MAX_PAIRS / massing.length ** 2))
  for (let move = 0; move < moves; move += 1) {
    const next = withOneMove(best, limits, random)
    if (!next) continue
    const nextM2 = gfaM2Of(next)
    // A shift changes no area. It is kept too, since it may make room for the next move.
    if (nextM2 < bestM2 - SAME_M2 || nextM2 > limits.mostM2) continue
    if (brokenRule(next, framed, limits)) continue
    best = next
    bestM2 = nextM2
  }
  return best
}

/** One move by chance; null where it cannot be made. */
function withOneMove(
  masses: readonly Mass[],
  { request, highestAllowed }: MoveLimits,
  random: () => number,
): Mass[] | null {
  const which = Math.floor(random() * masses.length)
  const mass = masses[which]
  if (!mass) return null
  const replaced = (next: Mass) => masses.map((each, i) => (i === which ? next : each))
  const move = MOVES[Math.floor(random() * MOVES.length)] ?? 'shift'
  switch (move) {
    case 'shift':
      return replaced({ ...mass, outer: shifted(mass.outer, shiftM(random), shiftM(random)) })
    case 'turn':
      return mass.wingM === null ? replaced({ ...mass, outer: turned(mass.outer) }) : null
    case 'raise': {
      const storeys = mass.storeys + 1
      if (storeys > Math.min(highestAllowed, mostStoreys(mass.typology, request))) return null
      return replaced({ ...mass, storeys })
    }
    case 'swap_heights': {
      const other = masses[Math.floor(random() * masses.length)]
      if (!other || other.storeys === mass.storeys) return null
      return masses.map((each) => {
        if (each === mass) return { ...mass, storeys: other.storeys }
        if (each === other) return { ...other, storeys: mass.storeys }
        return each
      })
    }
    case 'lengthen':
      return mass.typology === 'slab'
        ? replaced({ ...mass, outer: lengthened(mass.outer, random) })
        : null
  }
}

/** How far a building is shifted along one axis, m. */
function shiftM(random: () => number): number {
  return (random() * 2 - 1) * SHIFT_M
}

/** Turned by 90° about its middle. */
function turned({ x0, y0, x1, y1 }: Rect): Rect {
  const x = (x0 + x1) / 2
  const y = (y0 + y1) / 2
  const w = (y1 - y0) / 2
  const h = (x1 - x0) / 2
  return { x0: x - w, y0: y - h, x1: x + w, y1: y + h }
}

/** Changed at one end to another length of whole sections, at most two sections longer. */
function lengthened(rect: Rect, random: () => number): Rect {
  const flat = rect.x1 - rect.x0 >= rect.y1 - rect.y0
  const length = flat ? rect.x1 - rect.x0 : rect.y1 - rect.y0
  const more = wholeSections(length + random() * 2 * SIZES_M.section.most) - length
  const atStart = random() < 0.5
  if (flat) return atStart ? { ...rect, x0: rect.x0 - more } : { ...rect, x1: rect.x1 + more }
  return atStart ? { ...rect, y0: rect.y0 - more } : { ...rect, y1: rect.y1 + more }
}
