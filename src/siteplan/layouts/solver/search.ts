// One search among massings: candidates with more floor area than is reached, those of them that
// hold to the rules, small moves that make them better, and drawings of the most promising. Bounded
// by counts, never by time.
import { groundLeftM2, largestNeed } from '../../../norms/outdoor-ground.ts'
import type { RuleName } from '../../../norms/rule-set.ts'
import { seededRandom } from '../../../random.ts'
import type { LayoutOption } from '../layout.ts'
import { assess } from './assess.ts'
import { type Aim, type Candidate, candidatesOf, type SearchedSite } from './candidates.ts'
import type { DrawingInput } from './draw-option.ts'
import { type DrawingBudget, drawPromising, type HoldingMassing } from './draw-promising.ts'
import { improvedMassing } from './improve.ts'
import { footprintM2, type Massing } from './massing.ts'
import { needsOf } from './needs.ts'
import { openRuleTally, type RuleTally } from './rule-tally.ts'

/**
 * Work done at most, in counts, so that the answer is the same on any machine. The shares say which
 * work is worth doing; all of them are arbitrary.
 */
const LIMITS = {
  assessedPerTypology: 160,
  keptPerTypology: 14,
  /** Pairs of buildings compared: the time to assess a massing grows with them. */
  pairsPerTypology: 12_000,
  improvedPerTypology: 2,
  /** Small moves are tried up to this share of the most: whole rows did not reach it. */
  improvedBelow: 0.97,
  /** Small moves count from this gain, as a share of the upper bound. */
  leastGain: 0.005,
} as const

/** A candidate counts with this many times the floor area already reached. Arbitrary. */
export const MORE_THAN_REACHED = 1.02

/** What changes the promise of a candidate, as shares of the upper bound. All arbitrary. */
const PROMISE = {
  /**
   * Lost by a house of all the storeys allowed; the balanced objective scores low houses higher.
   */
  height: 0.02,
  heightIfBalanced: 0.25,
  /** Lost with each building. */
  building: 0.002,
  /** Gained at most by chance, so that seeds differ. */
  chance: 0.015,
} as const

export interface SearchResult {
  readonly options: readonly LayoutOption[]
  /** The rules that massings broke, the one most often broken first. */
  readonly broken: readonly RuleName[]
}

export interface SearchTask {
  readonly aim: Aim
  /** Small moves end at this share of the upper bound: a search that aimed there missed it. */
  readonly missed: number
  /** Share of the upper bound already reached; only better results count. */
  readonly reached: number
  /** Is reduced by what the search draws. */
  readonly budget: DrawingBudget
}

export function search(
  site: SearchedSite,
  drawing: DrawingInput,
  { aim, missed, reached, budget }: SearchTask,
): SearchResult {
  const { request, rules, upperBoundM2 } = drawing
  const random = seededRandom(request.seed)
  const broken = openRuleTally()
  const leastM2 = reached * upperBoundM2 * MORE_THAN_REACHED
  const candidates = candidatesOf(site, { request, rules }, aim)
  const holding = request.typologies.flatMap((typology) => {
    const larger = (candidates.get(typology) ?? []).filter(({ gfaM2 }) => gfaM2 > leastM2)
    const roomy = withRoomOutdoors(larger, drawing, broken)
    const kept = massingsThatHold(rankByPromise(roomy, drawing, random), drawing, broken)
    return [...kept, ...improvedOf(kept, drawing, missed * upperBoundM2, random)]
  })
  const options = drawPromising(holding, drawing, budget, broken)
  return { options, broken: broken.mostOftenFirst() }
}

/** Those beside whose buildings parking, playgrounds and green could find ground, in any shape. */
function withRoomOutdoors(
  candidates: readonly Candidate[],
  drawing: DrawingInput,
  broken: RuleTally,
): readonly Candidate[] {
  const hasRoom = roomOutdoors(drawing)
  const { roomy = [], roomless = [] } = Object.groupBy(candidates, (candidate) =>
    hasRoom(candidate) ? 'roomy' : 'roomless',
  )
  // As often as if all of the typology's massings had broken it.
  if (roomless.length > 0) {
    broken.count(largestOutdoorNeed(roomless, drawing), LIMITS.assessedPerTypology)
  }
  return roomy
}

/**
 * Whether buildings leave ground for all they need. Of equal storeys, the larger leave less: two
 * sizes that are known decide for all that are smaller than one or larger than the other.
 */
function roomOutdoors({ siteM2, rules, ...by }: DrawingInput): (candidate: Candidate) => boolean {
  const known = new Map<number, { roomyM2: number; roomlessM2: number }>()
  return ({ gfaM2, sketch, storeys }) => {
    const bounds = known.get(storeys) ?? { roomyM2: 0, roomlessM2: Infinity }
    known.set(storeys, bounds)
    if (gfaM2 <= bounds.roomyM2) return true
    if (gfaM2 >= bounds.roomlessM2) return false
    const needs = needsOf(gfaM2, { rules, ...by })
    const hasRoom = groundLeftM2(siteM2, sketch.groundM2, needs, rules) > 0
    bounds[hasRoom ? 'roomyM2' : 'roomlessM2'] = gfaM2
    return hasRoom
  }
}

/** What asks for the most ground of the smallest candidate: parking, playgrounds or green. */
function largestOutdoorNeed(candidates: readonly Candidate[], drawing: DrawingInput): RuleName {
  const smallest = candidates.reduce((a, b) => (b.gfaM2 < a.gfaM2 ? b : a))
  return largestNeed(drawing.siteM2, needsOf(smallest.gfaM2, drawing), drawing.rules)
}

interface Ranked {
  readonly candidate: Candidate
  readonly promise: number
}

/**
 * As many as are assessed, the most promising first: much floor area, low houses, few buildings,
 * then chance by the seed.
 */
function rankByPromise(
  candidates: readonly Candidate[],
  { upperBoundM2, highestAllowed, request }: DrawingInput,
  random: () => number,
): Ranked[] {
  const height = request.objective === 'balanced' ? PROMISE.heightIfBalanced : PROMISE.height
  const promises = Float64Array.from(
    candidates,
    ({ gfaM2, storeys, sketch }) =>
      gfaM2 / upperBoundM2 -
      (height * storeys) / highestAllowed -
      PROMISE.building * sketch.count +
      PROMISE.chance * random(),
  )
  // There are tens of thousands of them: only those that can be assessed are worth sorting.
  const least = promises.toSorted().at(-LIMITS.assessedPerTypology) ?? -Infinity
  return candidates
    .flatMap((candidate, i) => {
      const promise = promises[i] ?? least
      return promise < least ? [] : [{ candidate, promise }]
    })
    .sort((a, b) => b.promise - a.promise)
}

function massingsThatHold(
  candidates: readonly Ranked[],
  drawing: DrawingInput,
  broken: RuleTally,
): HoldingMassing[] {
  const kept: HoldingMassing[] = []
  let pairs = 0
  for (const { candidate, promise } of candidates) {
    const { sketch, framed } = candidate
    pairs += sketch.count ** 2
    if (pairs > LIMITS.pairsPerTypology && kept.length > 0) break
    const massing = { typology: sketch.typology, buildings: sketch.layOut() }
    const assessment = assess(massing, framed, drawing)
    if (assessment.kind === 'broken') broken.count(assessment.rule)
    else kept.push({ massing, framed, promise })
    if (kept.length >= LIMITS.keptPerTypology) break
  }
  return kept
}

/** What small moves make of the first few, where that brings enough more floor area. */
function improvedOf(
  kept: readonly HoldingMassing[],
  drawing: DrawingInput,
  mostM2: number,
  random: () => number,
): HoldingMassing[] {
  const { upperBoundM2 } = drawing
  const limits = { ...drawing, mostM2 }
  return kept.slice(0, LIMITS.improvedPerTypology).flatMap(({ massing, framed, promise }) => {
    const before = gfaOf(massing)
    if (before > LIMITS.improvedBelow * mostM2) return []
    const after = improvedMassing(massing, framed, limits, random)
    const gain = (gfaOf(after) - before) / upperBoundM2
    return gain > LIMITS.leastGain ? [{ massing: after, framed, promise: promise + gain }] : []
  })
}

function gfaOf({ buildings }: Massing): number {
  return buildings.reduce((sum, mass) => sum + footprintM2(mass) * mass.storeys, 0)
}
