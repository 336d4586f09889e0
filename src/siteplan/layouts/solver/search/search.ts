// One search among massings: candidates with more floor area than is reached, those of them that
// keep the rules, and drawings of the most promising. Bounded by counts, never by time. In which
// order is strata.ts's and drawing-queue.ts's.
import { groundLeftM2, largestNeed } from '../../../../norms/outdoor-ground.ts'
import type { RuleName } from '../../../../norms/rule-set.ts'
import { seededRandom } from '../../../../numbers/random.ts'
import type { LayoutOption } from '../../layout.ts'
import { MORE_THAN_REACHED } from '../reached.ts'
import { needsOf } from '../rules/needs.ts'
import { openRuleTally, type RuleTally } from '../rules/rule-tally.ts'
import type { SolverInput } from '../solver-input.ts'
import { type Aim, type Candidate, candidatesOf, type SearchedSite } from './candidates.ts'
import { drawPromising } from './draw-promising.ts'
import type { DrawingBudget } from './drawing-queue.ts'
import { LIMITS, strataOf } from './strata.ts'

export interface SearchResult {
  readonly options: readonly LayoutOption[]
  /** The rules that massings broke, the one most often broken first. */
  readonly broken: readonly RuleName[]
}

interface SearchTask {
  readonly aim: Aim
  /** Small moves end at this share of the upper bound; below 1 where a search has missed it. */
  readonly capShare: number
  /** Share of the upper bound already reached; only clearly better results count. */
  readonly toBeat: number
  /** As in `Wanted`. */
  readonly everyStoreys: boolean
  /** Options drawn at most. */
  readonly enough: number
  /** Is reduced by what the search draws. */
  readonly budget: DrawingBudget
}

export function search(
  site: SearchedSite,
  input: SolverInput,
  { aim, capShare, toBeat, everyStoreys, enough, budget }: SearchTask,
): SearchResult {
  const { request, rules, upperBoundM2 } = input
  const random = seededRandom(request.seed)
  const broken = openRuleTally()
  const leastGfaM2 = toBeat * upperBoundM2 * MORE_THAN_REACHED
  const candidates = candidatesOf(site, { request, rules }, { aim, leastGfaM2, everyStoreys })
  const task = { input, broken, random, mostM2: capShare * upperBoundM2 }
  const strata = request.typologies.flatMap((typology) => {
    const roomy = withRoomOutdoors(candidates.get(typology) ?? [], input, broken)
    return strataOf(typology, roomy, task)
  })
  const options = drawPromising(strata, { input, enough, budget, broken })
  return { options, broken: broken.mostOftenFirst() }
}

/** Those beside whose buildings parking, playgrounds and green could find ground, in any shape. */
function withRoomOutdoors(
  candidates: readonly Candidate[],
  input: SolverInput,
  broken: RuleTally,
): readonly Candidate[] {
  const hasRoom = roomOutdoors(input)
  const { roomy = [], roomless = [] } = Object.groupBy(candidates, (candidate) =>
    hasRoom(candidate) ? 'roomy' : 'roomless',
  )
  if (roomless.length > 0) {
    // As often as if all massings assessed in one stratum had broken the rule.
    broken.count(largestOutdoorNeed(roomless, input), LIMITS.assessedPerStratum)
  }
  return roomy
}

/**
 * Whether buildings leave ground for all they need. At equal storeys, larger ones leave less: so
 * two known sizes decide for all that are smaller than one or larger than the other.
 */
function roomOutdoors(input: SolverInput): (candidate: Candidate) => boolean {
  const known = new Map<number, { roomyM2: number; roomlessM2: number }>()
  return ({ gfaM2, sketch, storeys }) => {
    const bounds = known.get(storeys) ?? { roomyM2: 0, roomlessM2: Infinity }
    known.set(storeys, bounds)
    if (gfaM2 <= bounds.roomyM2) return true
    if (gfaM2 >= bounds.roomlessM2) return false
    const needs = needsOf(gfaM2, input)
    const hasRoom = groundLeftM2(input.siteM2, sketch.footprintM2, needs, input.rules) > 0
    bounds[hasRoom ? 'roomyM2' : 'roomlessM2'] = gfaM2
    return hasRoom
  }
}

/** What asks for the most ground of the smallest candidate: parking, playgrounds or green. */
function largestOutdoorNeed(candidates: readonly Candidate[], input: SolverInput): RuleName {
  const smallest = candidates.reduce((a, b) => (b.gfaM2 < a.gfaM2 ? b : a))
  return largestNeed(input.siteM2, needsOf(smallest.gfaM2, input), input.rules)
}
