// The candidates of one typology and number of storeys, the most promising first. Each is laid out
// and checked against the rules only when its turn comes. Whether it is drawn is
// draw-promising.ts's.
import type { Typology } from '../../../../norms/house-sizes.ts'
import { FULL_SCORE_GREEN } from '../drawing/score.ts'
import type { FramedSite } from '../framed-sites.ts'
import { groundToSpare } from '../ground/outdoor-room.ts'
import { gfaM2Of, type Massing } from '../massing/massing.ts'
import { REACHED } from '../reached.ts'
import { brokenRule } from '../rules/broken-rule.ts'
import { needsOf } from '../rules/needs.ts'
import type { RuleTally } from '../rules/rule-tally.ts'
import type { SolverInput } from '../solver-input.ts'
import type { Candidate } from './candidates.ts'
import { improvedMassing } from './improve.ts'

/**
 * Work done at most, in counts, so that the answer is the same on any machine. The shares say which
 * work is worth doing; all of them are arbitrary.
 */
export const LIMITS = {
  assessedPerStratum: 160,
  assessedPerTypology: 480,
  /** Valid massings, of which the roomiest is drawn. */
  comparedByRoom: 3,
  /** Pairs of buildings compared: the time to assess a massing grows with them. */
  pairsPerTypology: 12_000,
  improvedPerTypology: 4,
  /** Small moves count from this gain, as a share of the upper bound. */
  leastGain: 0.005,
} as const

/** What changes a candidate's priority, as shares of the upper bound. All arbitrary. */
const PRIORITY = {
  /**
   * Lost by a house of all the storeys allowed; the balanced objective scores low houses higher.
   */
  height: 0.02,
  heightIfBalanced: 0.25,
  /** Gained by green, as a share of the site: the balanced objective scores it up to half of it. */
  greenIfBalanced: 0.5,
  /** Lost with each building. */
  building: 0.002,
  /** Gained at most by chance, so that seeds differ. */
  chance: 0.015,
} as const

/** A massing that breaks no rule on where buildings stand. */
export interface ValidMassing {
  readonly massing: Massing
  readonly framed: FramedSite
  /** Ground that parking, playgrounds and green leave at most, m². */
  readonly spareM2: number
}

/** What the strata of a search are made for. */
interface StrataTask {
  readonly input: SolverInput
  /** Counts the rules that massings break. */
  readonly broken: RuleTally
  readonly random: () => number
  /** No small move leads to more floor area than this, m². */
  readonly mostM2: number
}

/** What the strata of one typology share. */
interface Shared extends StrataTask {
  assessedLeft: number
  pairsLeft: number
  improvedLeft: number
  isAnyValid: boolean
}

interface Ranked {
  readonly candidate: Candidate
  readonly priority: number
}

export class Stratum {
  readonly typology: Typology
  /** Of its most promising candidate. */
  readonly footprintM2: number
  readonly #ranked: readonly Ranked[]
  readonly #shared: Shared
  /** Those found valid and not yet handed out. */
  readonly #ready: ValidMassing[] = []
  #at = 0
  #isFirst = true

  constructor(typology: Typology, ranked: readonly Ranked[], shared: Shared) {
    this.typology = typology
    this.footprintM2 = ranked[0]?.candidate.sketch.footprintM2 ?? 0
    this.#ranked = ranked
    this.#shared = shared
  }

  /** Of its next massing: higher is drawn earlier; about 1 at the upper bound. */
  get priority(): number {
    return this.#ranked[Math.min(this.#at, this.#ranked.length - 1)]?.priority ?? -Infinity
  }

  /**
   * The next valid massing; undefined where there is no other, or too much work was done. First
   * the most promising; then, since that was not enough, the roomiest of several.
   */
  next(): ValidMassing | undefined {
    const enough = this.#isFirst ? 1 : LIMITS.comparedByRoom
    while (this.#ready.length < enough) {
      const ranked = this.#ranked[this.#at]
      if (!ranked) break
      this.#at += 1
      if (!this.#spendAssessment(ranked.candidate)) break
      this.#prepare(ranked.candidate)
    }
    if (!this.#isFirst) this.#ready.sort((a, b) => b.spareM2 - a.spareM2)
    this.#isFirst = false
    return this.#ready.shift()
  }

  #spendAssessment({ sketch: { count } }: Candidate): boolean {
    const shared = this.#shared
    shared.assessedLeft -= 1
    shared.pairsLeft -= count ** 2
    return shared.assessedLeft >= 0 && (shared.pairsLeft >= 0 || !shared.isAnyValid)
  }

  /** Makes a candidate ready if it is valid, after what small moves make of it. */
  #prepare({ sketch, framed }: Candidate): void {
    const { input, broken } = this.#shared
    const massing = sketch.layOut()
    const brokenBy = brokenRule(massing, framed, input)
    if (brokenBy) {
      broken.count(brokenBy)
      return
    }
    const { spareM2, rule } = groundToSpare(massing, framed, input)
    if (spareM2 < 0) {
      broken.count(rule)
      return
    }
    this.#shared.isAnyValid = true
    this.#ready.push(...this.#improved(massing, framed), { massing, framed, spareM2 })
  }

  /** What small moves make of one of the first few, where that brings enough more floor area. */
  #improved(massing: Massing, framed: FramedSite): ValidMassing[] {
    const { input, mostM2, random } = this.#shared
    const before = gfaM2Of(massing)
    if (this.#shared.improvedLeft === 0) return []
    this.#shared.improvedLeft -= 1
    // Only where whole rows did not reach it.
    if (before > REACHED * mostM2) return []
    const after = improvedMassing(massing, framed, { ...input, mostM2 }, random)
    const gain = (gfaM2Of(after) - before) / input.upperBoundM2
    if (gain <= LIMITS.leastGain) return []
    const { spareM2 } = groundToSpare(after, framed, input)
    return spareM2 < 0 ? [] : [{ massing: after, framed, spareM2 }]
  }
}

/** The strata of one typology. */
export function strataOf(
  typology: Typology,
  candidates: readonly Candidate[],
  task: StrataTask,
): Stratum[] {
  const shared: Shared = {
    ...task,
    assessedLeft: LIMITS.assessedPerTypology,
    pairsLeft: LIMITS.pairsPerTypology,
    improvedLeft: LIMITS.improvedPerTypology,
    isAnyValid: false,
  }
  return [...Map.groupBy(candidates, ({ storeys }) => storeys).values()].map(
    (alike) => new Stratum(typology, rankByPriority(alike, task), shared),
  )
}

/**
 * As many as are assessed, the most promising first: much floor area, low houses, few buildings,
 * green if the objective asks for it, then chance by the seed.
 */
function rankByPriority(
  candidates: readonly Candidate[],
  { input, random }: Pick<StrataTask, 'input' | 'random'>,
): Ranked[] {
  const priorityOf = priorityBy(input)
  return candidates
    .map((candidate) => ({
      candidate,
      priority: priorityOf(candidate) + PRIORITY.chance * random(),
    }))
    .sort((a, b) => b.priority - a.priority)
    .slice(0, LIMITS.assessedPerStratum)
}

function priorityBy(input: SolverInput): (candidate: Candidate) => number {
  const { upperBoundM2, highestAllowed, siteM2, request } = input
  const isBalanced = request.objective === 'balanced'
  const height = isBalanced ? PRIORITY.heightIfBalanced : PRIORITY.height
  const green = isBalanced ? PRIORITY.greenIfBalanced : 0
  const { parkingM2, playgroundM2 } = needsOf(upperBoundM2, input)
  const besideFloor = (parkingM2 + playgroundM2) / upperBoundM2
  return ({ gfaM2, storeys, sketch }) => {
    const greenShare = 1 - (sketch.footprintM2 + besideFloor * gfaM2) / siteM2
    return (
      gfaM2 / upperBoundM2 -
      (height * storeys) / highestAllowed +
      green * Math.min(FULL_SCORE_GREEN, greenShare) -
      PRIORITY.building * sketch.count
    )
  }
}
