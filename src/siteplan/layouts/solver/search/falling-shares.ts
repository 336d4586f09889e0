// Searches of one site at falling aims: all of the upper bound, then smaller shares of it, until a
// search reaches its aim. One search is search.ts's; which rule limits is limiting-rule.ts's.
import type { Envelope } from '../../../../norms/envelope.ts'
import { leastFootprintM2, type Typology } from '../../../../norms/house-sizes.ts'
import { maxGfaOnGroundM2 } from '../../../../norms/outdoor-ground.ts'
import type { RuleName } from '../../../../norms/rule-set.ts'
import type { LayoutOption } from '../../layout.ts'
import { framedSites } from '../framed-sites.ts'
import { MORE_THAN_REACHED, REACHED } from '../reached.ts'
import { needsOf } from '../rules/needs.ts'
import type { SolverInput } from '../solver-input.ts'
import { type Aim, mostStoreys, type SearchedSite } from './candidates.ts'
import { bestOptions } from './choose-options.ts'
import {
  DRAWING_BUDGET,
  type DrawingBudget,
  openBudget,
  PROOF_BUDGET,
  SMALL_SITE_BUDGET,
} from './drawing-queue.ts'
import { type SearchResult, search } from './search.ts'

/**
 * Shares of the upper bound aimed at, one after the other, until a search reaches its aim. Where
 * the ground bears far less, they are shares of what it bears at the best number of storeys.
 */
const SHARES_AIMED_AT = [1, 0.9, 0.8, 0.68, 0.55, 0.42, 0.3]

/**
 * Where none of them finds anything, smaller ones follow until one does: little of a large site may
 * take houses, or the most houses that a search sets may not fill it.
 */
const SHARES_FROM_NOTHING = [0.2, 0.13, 0.08, 0.05, 0.03, 0.02, 0.01]

/**
 * On a site of no more floor area than so many of the smallest house, one step between the shares
 * is a house more or less, so that smaller steps follow.
 */
const FEW_HOUSES = 15

/** Then the smallest house is aimed at too, at each of so many fewest numbers of storeys. */
const LEAST_HOUSES = 5

/** Their ground is this many times the least, so that rounding never makes it too small. */
const LEAST_SPARE = 1.003

/** Of what density and coverage allow. Where the ground bears more, the shares soon reach it. */
const GROUND_FAR_SHORT = 0.7

/** What the ground bears is taken this many times, since flats and parking are whole numbers. */
const GROUND_SPARE = 1.001

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
 * Aims at the whole of the upper bound, then at smaller shares of it, until a search has reached
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

/**
 * Aims at less and less until anything is found. @returns the least share that was missed
 * @param leastShare of the smallest house of all: less cannot be built
 */
function fallUntilFound(series: Series, missed: number, leastShare: number): number {
  let least = missed
  for (const share of SHARES_FROM_NOTHING) {
    if (series.reached > 0 || share < leastShare) break
    if (share >= least) continue
    series.seek(aimAtShare(share), { capShare: least })
    if (series.reached < share * REACHED) least = share
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

/**
 * What a search aims at, and how much that is of what the storeys searched allow: of the upper
 * bound, but for low towers.
 */
interface AimedAt {
  readonly aim: Aim
  readonly share: number
}

function aimAtShare(share: number): AimedAt {
  return { aim: { share }, share }
}

function aimAtGfa(gfaM2: number, boundM2: number): AimedAt {
  return { aim: { gfaM2 }, share: gfaM2 / boundM2 }
}

/** The largest first. */
function fallingAims(
  input: SolverInput,
  envelope: Envelope,
  inSmallSteps: boolean,
): readonly AimedAt[] {
  const { typologies } = input.request
  const most = mostAimedAt(input, envelope)
  const shares = SHARES_AIMED_AT.map((share) => aimAtShare(share * most))
  const leastHouses = inSmallSteps ? aimsAtLeastHouses(envelope, typologies) : []
  return [...shares, ...leastHouses].sort((a, b) => b.share - a.share)
}

/**
 * The share of what the storeys searched allow that the shares aimed at are taken of: the whole or, where the
 * ground bears far less, that. Where density hardly limits, houses with their parking, playgrounds
 * and green would take several such sites for the whole bound.
 */
function mostAimedAt(input: SolverInput, { byStoreys }: Envelope): number {
  const { siteM2, rules, request, upperBoundM2: floorM2 } = input
  const onSite = { siteM2, floorM2, needs: needsOf(floorM2, input) }
  const highest = Math.max(...request.typologies.map((one) => mostStoreys(one, request)))
  const usable = byStoreys.filter(({ storeys }) => storeys <= highest)
  const allowedM2 = usable.map(({ maxGfaM2 }) => maxGfaM2)
  const onGroundM2 = usable.map(({ storeys, maxGfaM2 }) =>
    Math.min(maxGfaM2, maxGfaOnGroundM2(storeys, onSite, rules)),
  )
  const share = Math.max(...onGroundM2) / Math.max(...allowedM2)
  return share < GROUND_FAR_SHORT ? share * GROUND_SPARE : 1
}

/** The smallest house at the fewest numbers of storeys that are allowed. */
function aimsAtLeastHouses(
  { byStoreys, best }: Envelope,
  typologies: readonly Typology[],
): readonly AimedAt[] {
  const houseM2 = leastFootprintM2(typologies) * LEAST_SPARE
  return byStoreys
    .filter(({ storeys, maxGfaM2 }) => houseM2 * storeys <= maxGfaM2)
    .slice(0, LEAST_HOUSES)
    .map(({ storeys }) => aimAtGfa(houseM2 * storeys, best?.maxGfaM2 ?? 0))
}

function hasFewHouses(envelope: Envelope, typologies: readonly Typology[]): boolean {
  return (envelope.best?.maxGfaM2 ?? 0) <= FEW_HOUSES * leastHouseM2(envelope, typologies)
}

/** Floor area of the smallest house at the fewest storeys. */
function leastHouseM2({ byStoreys }: Envelope, typologies: readonly Typology[]): number {
  return leastFootprintM2(typologies) * (byStoreys[0]?.storeys ?? 1)
}
