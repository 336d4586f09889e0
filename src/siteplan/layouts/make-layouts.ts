// Best layouts of a parcel: what may be built there, searches for all of it and then for less, and
// the rule that limits. The same input gives the same output; a site where nothing can be built is
// an outcome, never a throw. Whether the checker agrees is drop-refused.ts's.
import { createHash } from 'node:crypto'
import { areaOf, type Region } from '../../geometry/plane.ts'
import { difference } from '../../geometry/region.ts'
import type { Simplified } from '../../geometry/simplify.ts'
import { type Envelope, envelopeOf, type StoreyLimit } from '../../norms/envelope.ts'
import { ruledOutBy } from '../../norms/house-envelope.ts'
import { houseRoom } from '../../norms/house-room.ts'
import { leastFootprintM2, type Typology } from '../../norms/house-sizes.ts'
import { requiredHours, stepAt } from '../../norms/rule-look-ups.ts'
import type { RuleName, RuleSet } from '../../norms/rule-set.ts'
import type { Parcel } from '../../parcels/parcel.ts'
import { siteOf } from '../../parcels/parcel-place.ts'
import { round } from '../../rounding.ts'
import { layoutAssumptions, type PricesAt } from './economics.ts'
import type { BestLayouts, LayoutAssumptions, LayoutOption, LayoutRequest } from './layout.ts'
import { type Asked, askedWithout } from './solver/asked-without.ts'
import type { Aim } from './solver/candidates.ts'
import { bestOptions } from './solver/choose-options.ts'
import type { DrawingInput, DrawnGround } from './solver/draw-option.ts'
import {
  DRAWING_BUDGET,
  type DrawingBudget,
  PROOF_BUDGET,
  SMALL_SITE_BUDGET,
} from './solver/draw-promising.ts'
import { framedSites } from './solver/framed-sites.ts'
import { CLEARLY_MORE, limitingRule, REACHED } from './solver/limiting-rule.ts'
import { type SearchResult, search } from './solver/search.ts'
import { sunPath } from './sun.ts'

export interface LayoutInputs {
  readonly parcel: Parcel
  readonly isDemo: boolean
  readonly request: LayoutRequest
  readonly ruleSet: RuleSet
  /** null = no market evidence: floor area then stands for money. */
  readonly prices: readonly PricesAt[] | null
  readonly costRubPerM2: number
  /** Saleable area over floor area. */
  readonly saleableShare: number
  /** ISO 8601 in UTC. */
  readonly generatedAt: string
}

/** Shares of the upper bound aimed at, one after the other, until a search reaches its aim. */
const SHARES_AIMED_AT = [1, 0.9, 0.8, 0.68, 0.55, 0.42, 0.3]

/**
 * On a site of no more floor area than so many of the smallest house, one step between the shares
 * is a house more or less, so that smaller steps follow.
 */
const FEW_HOUSES = 15

/** Then the smallest house is aimed at too, at so many numbers of storeys from the fewest on. */
const LEAST_HOUSES = 5

/** Their ground is this many times the least, so that rounding never makes it too small. */
const LEAST_SPARE = 1.003

/** Last, between what was reached and this many times as much, so many aims by halving. */
const HALVED_ABOVE = 1.4
const HALVINGS = 4

/** A way that ends this near to the edge of the site leads out of it, m. */
const AT_THE_EDGE_M = 0.09

export function makeLayouts(input: LayoutInputs): BestLayouts {
  const { parcel, request, ruleSet } = input
  const { rules } = ruleSet
  const { plane, boundary } = siteOf(parcel)
  const envelope = envelopeOf(boundary, rules, request.storeys)
  const assumptions = layoutAssumptions(input.saleableShare, input.costRubPerM2, input.prices)
  const { options, limitedBy } = solve(input, boundary, plane.origin[1], envelope, assumptions)
  return {
    report_id: digest(input),
    generated_at: input.generatedAt,
    is_demo: input.isDemo,
    parcel: {
      cadastral_number: parcel.cadastralNumber,
      address: parcel.address,
      area_m2: round(parcel.areaM2, 2),
    },
    request,
    rule_set: { id: ruleSet.id, title: ruleSet.title, rules },
    site: {
      origin: plane.origin,
      boundary,
      buildable: envelope.buildable,
      buildable_area_m2: round(envelope.buildableAreaM2, 2),
    },
    assumptions,
    outcome: options.length > 0 ? 'ok' : 'no_feasible_layout',
    binding_rule: limitedBy,
    upper_bound_gfa_m2: round(envelope.best?.maxGfaM2 ?? 0, 2),
    options,
  }
}

interface Solution {
  readonly options: readonly LayoutOption[]
  readonly limitedBy: RuleName
}

function solve(
  input: LayoutInputs,
  boundary: Region,
  latitude: number,
  envelope: Envelope,
  assumptions: LayoutAssumptions,
): Solution {
  const { request, ruleSet } = input
  const { rules } = ruleSet
  const { storeys, typologies } = request
  const roomM2 = areaOf(houseRoom(envelope.buildable, typologies))
  const outright = ruledOutBy(envelope, roomM2, rules, storeys, typologies)
  if (outright || !envelope.best) return { options: [], limitedBy: outright ?? 'setback_m' }
  const place = { boundary, latitude, assumptions }
  const asked = { rules, request }
  const { options, broken } = searchAtFallingShares(asked, place, envelope, {
    budget: { ...(hasFewHouses(envelope, typologies) ? SMALL_SITE_BUDGET : DRAWING_BUDGET) },
    reachedBefore: 0,
    isProof: false,
  })
  const [best] = options
  const limitedBy = limitingRule({
    best,
    envelope,
    broken,
    leastFootprintM2: leastFootprintM2(typologies),
    isMoreBuiltWithout: (rule) => isMoreBuiltWithout(rule, asked, place, envelope, best),
  })
  return { options, limitedBy }
}

/** Whether a search without the rule finds clearly more floor area than the best option has. */
function isMoreBuiltWithout(
  rule: RuleName,
  { rules, request }: Asked,
  place: Place,
  envelope: Envelope,
  best: LayoutOption | undefined,
): boolean {
  const asked = askedWithout(rule, { rules, request: { ...request, objective: 'gfa', options: 1 } })
  if (!asked) return false
  const reachedM2 = (best?.indicators.gfa_m2 ?? 0) * CLEARLY_MORE
  const wider =
    rule === 'setback_m' ? envelopeOf(place.boundary, asked.rules, request.storeys) : envelope
  const share = reachedM2 / (wider.best?.maxGfaM2 ?? 1)
  const effort = { budget: { ...PROOF_BUDGET }, reachedBefore: share, isProof: true }
  const [more] = searchAtFallingShares(asked, place, wider, effort).options
  return more !== undefined && more.indicators.gfa_m2 > reachedM2
}

/** What searches for one site have in common, whatever the rules. */
interface Place {
  readonly boundary: Region
  readonly latitude: number
  readonly assumptions: LayoutAssumptions
}

/** What a series of searches may cost, and what it must beat. */
interface Effort {
  readonly budget: DrawingBudget
  /** Share of the upper bound already reached; only better results count. */
  readonly reachedBefore: number
  /** Whether the searches only show that a rule limits: then in large steps. */
  readonly isProof: boolean
}

/**
 * Aims at the whole of the upper bound, then at smaller shares of it, until a search has reached
 * what it aimed at; on a small site then at more again. `broken` is of the first search that broke
 * a rule.
 */
function searchAtFallingShares(
  asked: Asked,
  place: Place,
  envelope: Envelope,
  { budget, reachedBefore, isProof }: Effort,
): SearchResult {
  if (!envelope.best) return { options: [], broken: [] }
  const bound = envelope.best
  const drawing = drawingInputOf(asked, place, envelope, bound)
  const framed = framedSites(envelope, drawing)
  let firstBroken: readonly RuleName[] = []
  let pool: readonly LayoutOption[] = []
  const reached = () =>
    Math.max(reachedBefore, ...pool.map(({ indicators }) => indicators.share_of_bound))
  const isMissed = ({ aim, share }: AimedAt): boolean => {
    const found = search(framed, envelope.byStoreys, drawing, aim, reached(), budget)
    if (firstBroken.length === 0) firstBroken = found.broken
    pool = bestOptions([...pool, ...found.options], asked.request.options)
    return reached() < share * REACHED
  }
  const { typologies } = asked.request
  const inSmallSteps = !isProof && hasFewHouses(envelope, typologies)
  const leastHouses = inSmallSteps ? aimsAtLeastHouses(envelope, typologies) : []
  const falling = [...SHARES_AIMED_AT.map(aimAtShare), ...leastHouses]
    .filter(({ share }) => share * REACHED > reachedBefore)
    .sort((a, b) => b.share - a.share)
  let isAnyMissed = false
  // To beat what is reached, the smallest share above it alone: it leaves the most room.
  for (const aimed of reachedBefore > 0 ? falling.slice(-1) : falling) {
    if (reached() >= aimed.share * REACHED || !isMissed(aimed)) break
    isAnyMissed = true
  }
  let most = Math.min(1, reached() * HALVED_ABOVE)
  for (let left = inSmallSteps && isAnyMissed ? HALVINGS : 0; left > 0; left -= 1) {
    const share = (reached() + most) / 2
    if (reached() >= share * REACHED) break
    if (isMissed(aimAtFloor(share * bound.maxGfaM2, bound.maxGfaM2))) most = share
  }
  return { options: pool, broken: firstBroken }
}

/** What a search aims at, and how much that is of the upper bound. */
interface AimedAt {
  readonly aim: Aim
  readonly share: number
}

function aimAtShare(share: number): AimedAt {
  return { aim: { share }, share }
}

function aimAtFloor(floorM2: number, boundM2: number): AimedAt {
  return { aim: { floorM2 }, share: floorM2 / boundM2 }
}

function hasFewHouses({ byStoreys, best }: Envelope, typologies: readonly Typology[]): boolean {
  const houseM2 = leastFootprintM2(typologies) * (byStoreys[0]?.storeys ?? 1)
  return (best?.maxGfaM2 ?? 0) <= FEW_HOUSES * houseM2
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
    .map(({ storeys }) => aimAtFloor(houseM2 * storeys, best?.maxGfaM2 ?? 0))
}

function drawingInputOf(
  { rules, request }: Asked,
  { boundary, latitude, assumptions }: Place,
  envelope: Envelope,
  bound: StoreyLimit,
): DrawingInput {
  const day = stepAt(rules.insolation_day.value, latitude)
  return {
    rules,
    siteM2: envelope.siteAreaM2,
    sunPath: sunPath(latitude, day),
    enoughSunH: requiredHours(rules, latitude),
    boundary,
    ground: drawnGroundOf(envelope.ground, boundary),
    buildable: envelope.buildable,
    request,
    assumptions,
    upperBoundM2: bound.maxGfaM2,
    boundStoreys: bound.storeys,
    highestAllowed: envelope.byStoreys.at(-1)?.storeys ?? 1,
    day,
    latitude,
  }
}

function drawnGroundOf({ region, offM }: Simplified, boundary: Region): DrawnGround {
  const narrow = offM <= AT_THE_EDGE_M
  return { region, rim: narrow ? [] : difference(boundary, region), rimM: offM + AT_THE_EDGE_M }
}

/** Of all that the layouts depend on. */
function digest({ parcel, isDemo, request, ruleSet, ...money }: LayoutInputs): string {
  const { cadastralNumber, geometry, address, areaM2 } = parcel
  const text = JSON.stringify([
    { cadastralNumber, geometry, address, areaM2 },
    isDemo,
    request,
    ruleSet,
    money,
  ])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
