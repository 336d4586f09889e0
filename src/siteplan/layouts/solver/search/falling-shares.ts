// Searches of one site, one after the other, until one of them reaches what it was sent for. What
// they aim at is falling-aims.ts's, one search is search.ts's.
import type { Envelope } from '../../../../norms/envelope.ts'
import type { Typology } from '../../../../norms/house-sizes.ts'
import type { RuleName } from '../../../../norms/rule-set.ts'
import type { LayoutOption } from '../../layout.ts'
import { framedSites } from '../framed-sites.ts'
import { MORE_THAN_REACHED, REACHED } from '../reached.ts'
import type { SolverInput } from '../solver-input.ts'
import type { SearchedSite } from './candidates.ts'
import { bestOptions } from './choose-options.ts'
import {
  DRAWING_BUDGET,
  type DrawingBudget,
  openBudget,
  PROOF_BUDGET,
  SMALL_SITE_BUDGET,
} from './drawing-queue.ts'
import {
  type AimedAt,
  aimAtGfa,
  aimsFromNothing,
  fallingAims,
  hasFewHouses,
  leastHouseM2,
} from './falling-aims.ts'
import { type SearchResult, search } from './search.ts'

/**
 * Last come so many aims, each half-way between what was reached and the least share missed or, on
 * a small site, the upper bound.
 */
const HALVINGS = 6

/** That upper end is at first no more than this many times what was reached. */
const HALVED_BELOW = 1.4

/** So many options are sought however many are asked for: the best one is then the same. */
const SOUGHT = 5

/** Options drawn for each one sought, so that the score has a choice; fewer for a small gain. */
const DRAWN_AN_OPTION = 2
const DRAWN_BY_HALVING = 1

/** What a series of searches may cost, and what it must beat. */
interface Effort {
  readonly budget: DrawingBudget
  /** Share of the upper bound already reached before the series; 0 where nothing is. */
  readonly reachedBefore: number
  /** Whether the searches only show that a rule limits: then in large steps. */
  readonly isProof: boolean
  /** Whether each house more or less is tried, at each number of storeys. */
  readonly inSmallSteps: boolean
}

/** For the layouts themselves. */
export function wholeEffort(envelope: Envelope, typologies: readonly Typology[]): Effort {
  const inSmallSteps = hasFewHouses(envelope, typologies)
  const size = inSmallSteps ? SMALL_SITE_BUDGET : DRAWING_BUDGET
  return { budget: openBudget(size), reachedBefore: 0, isProof: false, inSmallSteps }
}

/** To show that a rule limits, for which its searches must beat this share of the upper bound. */
export function proofEffort(reachedBefore: number): Effort {
  const budget = openBudget(PROOF_BUDGET)
  return { budget, reachedBefore, isProof: true, inSmallSteps: false }
}

/**
 * The best options, up to five of them, whatever number is asked for; one for a proof.
 *
 * Aims at the whole of what may be built, then at smaller shares of it, until a search has reached
 * what it aimed at; on a small site then at more again. `broken` comes from the first search that
 * broke a rule.
 */
export function searchAtFallingShares(
  input: SolverInput,
  envelope: Envelope,
  effort: Effort,
): SearchResult {
  const { typologies } = input.request
  const series = new Series(input, envelope, effort)
  const { inSmallSteps } = effort
  const falling = fallingAims(input, envelope, inSmallSteps).filter(
    ({ share }) => share * REACHED > effort.reachedBefore,
  )
  const missed = fallUntilReached(series, falling, effort.reachedBefore)
  if (missed === undefined || effort.isProof) return series.result
  // What was missed may be possible in another form, such as higher houses.
  const last = falling.find(({ share }) => share < missed)
  if (inSmallSteps && last) series.seek(last, { capShare: 1, toBeat: 0 })
  const leastShare = leastHouseM2(envelope, typologies) / input.upperBoundM2
  // Of few houses more may fit where less did not: an aim that was missed bounds nothing.
  const most = inSmallSteps ? 1 : fallUntilFound(series, missed, leastShare)
  halveTowards(series, most, input.upperBoundM2)
  return series.result
}

/** The least share missed; undefined where the first was reached, or none had to be aimed at. */
function fallUntilReached(
  series: Series,
  falling: readonly AimedAt[],
  reachedBefore: number,
): number | undefined {
  let missed: number | undefined
  // To beat what is reached, only the smallest share above it is tried: it leaves the most room.
  for (const aimed of reachedBefore > 0 ? falling.slice(-1) : falling) {
    if (series.reached >= aimed.share * REACHED) break
    series.seek(aimed, { capShare: missed ?? 1 })
    if (series.reached >= aimed.share * REACHED) break
    missed = aimed.share
  }
  return missed
}

/** Aims at less and less until anything is found. @returns the least share that was missed */
function fallUntilFound(series: Series, missed: number, leastShare: number): number {
  let least = missed
  for (const aimed of aimsFromNothing(missed, leastShare)) {
    if (series.reached > 0) break
    series.seek(aimed, { capShare: least })
    if (series.reached < aimed.share * REACHED) least = aimed.share
  }
  return least
}

/**
 * Aims between what is reached and `most`, each time half of the way. A miss is taken for the new
 * `most`: on a small site more may fit where less did not, but six aims cannot try all.
 */
function halveTowards(series: Series, mostShare: number, upperBoundM2: number): void {
  let most = Math.min(mostShare, series.reached * HALVED_BELOW)
  for (let left = HALVINGS; left > 0; left -= 1) {
    const before = series.reached
    const share = (before + most) / 2
    if (share <= before * MORE_THAN_REACHED) break
    const halfway = aimAtGfa(share * upperBoundM2, upperBoundM2)
    series.seek(halfway, { capShare: most, drawn: DRAWN_BY_HALVING })
    if (series.reached === before) most = share
  }
}

interface Seeking {
  /** As in `SearchTask`. */
  readonly capShare: number
  /** As in `SearchTask`; by default what is reached. */
  readonly toBeat?: number
  /** Options for each one sought. */
  readonly drawn?: number
}

/** Searches of one site that share a budget, and the best options of all of them. */
class Series {
  readonly #input: SolverInput
  readonly #site: SearchedSite
  readonly #effort: Effort
  #broken: readonly RuleName[] = []
  #options: readonly LayoutOption[] = []

  constructor(input: SolverInput, envelope: Envelope, effort: Effort) {
    this.#input = input
    const framed = framedSites(envelope, input.request.typologies, input)
    this.#site = { framed, limits: envelope.byStoreys }
    this.#effort = effort
  }

  /** Share of the upper bound. */
  get reached(): number {
    const shares = this.#options.map(({ indicators }) => indicators.share_of_bound)
    return Math.max(this.#effort.reachedBefore, ...shares)
  }

  get result(): SearchResult {
    return { options: this.#options, broken: this.#broken }
  }

  seek(
    { aim }: AimedAt,
    { capShare, toBeat = this.reached, drawn = DRAWN_AN_OPTION }: Seeking,
  ): void {
    const { budget, isProof, inSmallSteps } = this.#effort
    const sought = isProof ? 1 : SOUGHT
    const enough = drawn * sought
    const task = { aim, capShare, toBeat, everyStoreys: inSmallSteps, enough, budget }
    const found = search(this.#site, this.#input, task)
    if (this.#broken.length === 0) this.#broken = found.broken
    this.#options = bestOptions([...this.#options, ...found.options], sought)
  }
}
