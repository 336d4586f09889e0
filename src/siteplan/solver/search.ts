// The search among massings: the most promising of each typology are held against the rules, made
// better by small moves, drawn, and the best different ones kept. Bounded by counts, never by time.
import { areaOf, type Region } from '../../geometry/plane.ts'
import { intersection } from '../../geometry/region.ts'
import type { StoreyLimit } from '../../norms/envelope.ts'
import type { Typology } from '../../norms/house-sizes.ts'
import { groundLeftM2, largestNeed } from '../../norms/outdoor-ground.ts'
import type { RuleName } from '../../norms/rule-set.ts'
import { seededRandom } from '../../random.ts'
import type { LayoutOption } from '../layout.ts'
import { assess, type FramedSite } from './assess.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { type DrawingInput, drawOption } from './draw-option.ts'
import { rectRing, toPlane } from './frame.ts'
import { improved } from './improve.ts'
import { courtOf, footprintM2, type Massing, outlineOf, wingsOf } from './massing.ts'
import { needsOf } from './needs.ts'

/** Work done at most: counts, not seconds, so that the answer is the same on any machine. */
const LIMITS = {
  assessedATypology: 160,
  keptATypology: 14,
  failedDrawings: 5,
  /** Assessing costs about the square of the buildings: so many pairs of them a typology. */
  pairsATypology: 12_000,
  improvedATypology: 2,
} as const

/**
 * Drawings grow dear with the site. What one search after another may take of them all, in wings of
 * buildings drawn: a third of what the searches before have left, and one drawing at least.
 */
export interface DrawingBudget {
  wingsLeft: number
}

export const DRAWING_BUDGET = 400

/** What a drawing costs beside its wings, as so many of them. */
const WINGS_A_DRAWING = 5

/** One that comes off is cheap: the first plan for parking had room. */
const COME_OFF_SHARE = 0.2

/** Two options share at most this much ground: intersection over union. */
const MOST_ALIKE = 0.7

export interface Found {
  readonly options: LayoutOption[]
  /** The rules that massings broke, the one most often broken first. */
  readonly broken: readonly RuleName[]
}

/**
 * @param part of the allowed floor area that is aimed at
 * @param reached share of the bound that is had already: only more is of interest
 * @param budget is made less by what the search draws
 */
export function search(
  framed: readonly FramedSite[],
  limits: readonly StoreyLimit[],
  drawing: DrawingInput,
  part: number,
  reached: number,
  budget: DrawingBudget,
): Found {
  const { request, rules, upperBoundM2 } = drawing
  const random = seededRandom(request.seed)
  const candidates = candidatesOf(framed, limits, request, rules, part)
  const tally = new Map<RuleName, number>()
  const count = (rule: RuleName, times = 1) => tally.set(rule, (tally.get(rule) ?? 0) + times)
  const held: Held[] = []
  for (const typology of request.typologies) {
    const better = (candidates.get(typology) ?? []).filter(
      ({ gfaM2 }) => gfaM2 > reached * upperBoundM2 * 1.02,
    )
    const roomy = better.filter((candidate) => hasRoom(candidate, drawing))
    if (roomy.length < better.length) {
      const roomless = better.filter((candidate) => !hasRoom(candidate, drawing))
      count(takerOfGround(roomless, drawing), LIMITS.assessedATypology)
    }
    held.push(...heldOf(ranked(roomy, drawing, random), drawing, count, random))
  }
  const options: LayoutOption[] = []
  let drawings = 0
  const allowed = budget.wingsLeft / 3
  let spent = 0
  for (const { massing, framed: inFrame } of varied(held)) {
    // Twice as many as asked for, so that the score has a choice.
    const failed = drawings - options.length
    if (failed >= LIMITS.failedDrawings || options.length >= 2 * request.options) break
    const ground = groundOf(massing, inFrame)
    if (options.some((other) => alike(ground, groundOfOption(other)) > MOST_ALIKE)) continue
    if (drawings > 0 && spent >= allowed) break
    drawings += 1
    const drawn = drawOption(massing, inFrame, drawing)
    const wings = massing.buildings.flatMap(wingsOf).length + WINGS_A_DRAWING
    spent += drawn.kind === 'drawn' ? wings * COME_OFF_SHARE : wings
    if (drawn.kind === 'drawn') options.push(drawn.option)
    else count(drawn.rule)
  }
  budget.wingsLeft -= Math.min(spent, budget.wingsLeft)
  return { options, broken: mostOftenFirst(tally) }
}

/** Whether parking, playgrounds and green could find ground beside the buildings, in any shape. */
function hasRoom({ gfaM2, sketch }: Candidate, drawing: DrawingInput): boolean {
  const needs = needsOf(gfaM2, drawing)
  return groundLeftM2(drawing.siteM2, sketch.groundM2, needs, drawing.rules) > 0
}

/** What asks for the most ground of candidates that find too little: parking, playgrounds or green. */
function takerOfGround(candidates: readonly Candidate[], drawing: DrawingInput): RuleName {
  const smallest = candidates.reduce((a, b) => (b.gfaM2 < a.gfaM2 ? b : a))
  return largestNeed(drawing.siteM2, needsOf(smallest.gfaM2, drawing), drawing.rules)
}

/** What a second option of one typology has to be better by, to come before another typology. */
const VARIETY = 0.04

/** By promise, each typology's later ones a little behind: the first of each come early. */
function varied(held: readonly Held[]): Held[] {
  const seen = new Map<Typology, number>()
  return [...held]
    .sort((a, b) => b.promise - a.promise)
    .map((each) => {
      const { typology } = each.massing
      const before = seen.get(typology) ?? 0
      seen.set(typology, before + 1)
      return { ...each, promise: each.promise - VARIETY * Math.min(3, before) }
    })
    .sort((a, b) => b.promise - a.promise)
}

/**
 * The best by score that differ from each other, one typology more than once only where it is
 * clearly better; ranked, best first.
 */
export function best(options: readonly LayoutOption[], most: number): LayoutOption[] {
  const left = [...options]
  const kept: LayoutOption[] = []
  while (kept.length < most && left.length > 0) {
    const worth = ({ score, buildings }: LayoutOption) =>
      score -
      VARIETY *
        kept.filter((other) => other.buildings[0]?.typology === buildings[0]?.typology).length
    const next = left.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    left.splice(left.indexOf(next), 1)
    const ground = groundOfOption(next)
    if (kept.every((other) => alike(ground, groundOfOption(other)) <= MOST_ALIKE)) kept.push(next)
  }
  return kept.sort((a, b) => b.score - a.score).map((option, i) => ({ ...option, rank: i + 1 }))
}

interface Ranked {
  readonly candidate: Candidate
  readonly promise: number
}

/** A massing that breaks no rule of where buildings stand. */
interface Held {
  readonly massing: Massing
  readonly framed: FramedSite
  readonly promise: number
}

/** The most promising first: floor area, then low and even buildings, then chance, by the seed. */
function ranked(
  candidates: readonly Candidate[],
  { upperBoundM2, highestAllowed, request }: DrawingInput,
  random: () => number,
): Ranked[] {
  const lowness = request.objective === 'balanced' ? 0.25 : 0.02
  return candidates
    .map((candidate) => ({
      candidate,
      promise:
        candidate.gfaM2 / upperBoundM2 -
        (lowness * candidate.storeys) / highestAllowed -
        0.002 * candidate.sketch.count +
        0.015 * random(),
    }))
    .sort((a, b) => b.promise - a.promise)
}

function heldOf(
  candidates: readonly Ranked[],
  drawing: DrawingInput,
  count: (rule: RuleName) => void,
  random: () => number,
): Held[] {
  const kept: Held[] = []
  let pairs = 0
  for (const { candidate, promise } of candidates.slice(0, LIMITS.assessedATypology)) {
    const { sketch, framed } = candidate
    pairs += sketch.count ** 2
    if (pairs > LIMITS.pairsATypology && kept.length > 0) break
    const massing = { typology: sketch.typology, buildings: sketch.layOut() }
    const assessment = assess(massing, framed, drawing)
    if (assessment.kind === 'broken') count(assessment.rule)
    else kept.push({ massing, framed, promise })
    if (kept.length >= LIMITS.keptATypology) break
  }
  return [...kept, ...kept.slice(0, LIMITS.improvedATypology).flatMap(better)]

  /** Small moves are worth their time where whole rows did not reach what is allowed. */
  function better({ massing, framed, promise }: Held): Held[] {
    const before = gfaOf(massing)
    if (before > 0.97 * drawing.upperBoundM2) return []
    const after = improved(massing, framed, drawing, random)
    const gain = (gfaOf(after) - before) / drawing.upperBoundM2
    return gain > 0.005 ? [{ massing: after, framed, promise: promise + gain }] : []
  }
}

function gfaOf({ buildings }: Massing): number {
  return buildings.reduce((sum, mass) => sum + footprintM2(mass) * mass.storeys, 0)
}

/** Ground under both over ground under either. */
function alike(a: Region, b: Region): number {
  const common = areaOf(intersection(a, b))
  return common / (areaOf(a) + areaOf(b) - common)
}

function groundOf(massing: Massing, { frame }: FramedSite): Region {
  return massing.buildings.flatMap((mass) => {
    const court = mass.open === null ? courtOf(mass) : null
    const rings = [outlineOf(mass), ...(court ? [[...rectRing(court)].reverse()] : [])]
    return rings.map((ring) => ring.map((point) => toPlane(frame, point)))
  })
}

function groundOfOption({ buildings }: LayoutOption): Region {
  return buildings.flatMap(({ footprint, courts }) => [
    footprint,
    ...courts.map((court) => [...court].reverse()),
  ])
}

function mostOftenFirst(tally: ReadonlyMap<RuleName, number>): RuleName[] {
  return [...tally].sort(([, a], [, b]) => b - a).map(([rule]) => rule)
}
