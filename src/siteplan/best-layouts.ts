// Best layouts of a parcel: what may be built there, the search at the whole of it and then at less
// until something can be built. Same input, same output; a site where nothing can be built is an
// outcome, never a throw. The checker's word on them is had in checked-layouts.ts.
import { createHash } from 'node:crypto'
import { areaOf, type Region } from '../geometry/plane.ts'
import { difference } from '../geometry/region.ts'
import { cornersOf, MANY_CORNERS, type Simplified } from '../geometry/simplify.ts'
import { type Envelope, envelopeOf, insetOf } from '../norms/envelope.ts'
import { ruledOutBy } from '../norms/house-envelope.ts'
import { houseRoom } from '../norms/house-room.ts'
import { leastFootprintM2 } from '../norms/house-sizes.ts'
import { requiredHours, stepAt } from '../norms/rule-look-ups.ts'
import type { RuleName, RuleSet } from '../norms/rule-set.ts'
import type { Parcel } from '../parcels/parcel.ts'
import { siteOf } from '../parcels/parcel-place.ts'
import { round } from '../rounding.ts'
import { layoutAssumptions, type PricesAt } from './economics.ts'
import type { BestLayouts, LayoutAssumptions, LayoutOption, LayoutRequest } from './layout.ts'
import type { FramedSite, SiteRules } from './solver/assess.ts'
import type { DrawingInput, DrawnGround } from './solver/draw-option.ts'
import { frameAt, mainAxes, regionToFrame, stripsOf } from './solver/frame.ts'
import { raysIn } from './solver/insolation.ts'
import { type Asked, without } from './solver/relaxed.ts'
import { type RowSets, rowSetsOf } from './solver/rows.ts'
import { best, DRAWING_BUDGET, type DrawingBudget, search } from './solver/search.ts'
import { sunPath } from './sun.ts'

export interface BestLayoutsInput {
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

/** Directions that buildings may follow, each with its perpendicular. */
const MOST_AXES = 3

/** Parts of the allowed floor area aimed at, one after the other, until something can be built. */
const PARTS = [1, 0.9, 0.8, 0.68, 0.55, 0.42, 0.3]

/** A way that ends so near to the edge of the site leads out of it, m. */
const AT_THE_EDGE_M = 0.09

/** The solver keeps this much more to the boundary than is demanded, for rounding, m. */
const SETBACK_SPARE_M = 0.01

export function bestLayouts(input: BestLayoutsInput): BestLayouts {
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
  readonly options: LayoutOption[]
  readonly limitedBy: RuleName
}

function solve(
  input: BestLayoutsInput,
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
  const budget = { wingsLeft: DRAWING_BUDGET }
  const { options, inTheWay } = searched({ rules, request }, place, envelope, 0, budget)
  const isProven = (rule: RuleName) => {
    const asked = without(rule, { rules, request: { ...request, objective: 'gfa', options: 1 } })
    if (!asked) return false
    const reachedM2 = (options[0]?.indicators.gfa_m2 ?? 0) * CLEARLY_MORE
    const wider =
      rule === 'setback_m' ? envelopeOf(boundary, asked.rules, request.storeys) : envelope
    const share = reachedM2 / (wider.best?.maxGfaM2 ?? 1)
    const more = searched(asked, place, wider, share, { wingsLeft: PROOF_BUDGET }).options[0]
    return more !== undefined && more.indicators.gfa_m2 > reachedM2
  }
  return {
    options,
    limitedBy: limitOn(
      options[0],
      envelope,
      inTheWay,
      leastFootprintM2(request.typologies),
      isProven,
    ),
  }
}

/** What searches for one site have in common, whatever the rules. */
interface Place {
  readonly boundary: Region
  readonly latitude: number
  readonly assumptions: LayoutAssumptions
}

interface Searched {
  readonly options: LayoutOption[]
  /** What stood in the way of the whole, the rule most often broken first. */
  readonly inTheWay: readonly RuleName[]
}

/** @param atLeast share of the bound that is had already: only more is of interest */
function searched(
  { rules, request }: Asked,
  { boundary, latitude, assumptions }: Place,
  envelope: Envelope,
  atLeast: number,
  budget: DrawingBudget,
): Searched {
  if (!envelope.best) return { options: [], inTheWay: [] }
  const day = stepAt(rules.insolation_day.value, latitude)
  const siteRules: SiteRules = {
    rules,
    siteM2: envelope.siteAreaM2,
    sunPath: sunPath(latitude, day),
    enoughSunH: requiredHours(rules, latitude),
  }
  const drawing: DrawingInput = {
    ...siteRules,
    boundary,
    ground: drawnGroundOf(envelope.ground, boundary),
    buildable: envelope.buildable,
    request,
    assumptions,
    upperBoundM2: envelope.best.maxGfaM2,
    boundStoreys: envelope.best.storeys,
    highestAllowed: envelope.byStoreys.at(-1)?.storeys ?? 1,
    day,
    latitude,
  }
  const framed = framedSites(envelope, drawing)
  let inTheWay: readonly RuleName[] = []
  let pool: LayoutOption[] = []
  // Of a search for more than there is, the least part that is more: the likeliest to have room.
  const parts = atLeast > 0 ? PARTS.filter((part) => part * ENOUGH > atLeast).slice(-1) : PARTS
  for (const part of parts) {
    const reached = Math.max(atLeast, ...pool.map(({ indicators }) => indicators.share_of_bound))
    if (reached >= part * ENOUGH) break
    const { options, broken } = search(framed, envelope.byStoreys, drawing, part, reached, budget)
    if (inTheWay.length === 0) inTheWay = broken
    pool = best([...pool, ...options], request.options)
  }
  return { options: pool, inTheWay }
}

/**
 * The envelope's rule where the best option has all that its number of storeys allows. Else the first of
 * the rules most often broken without which more can be built, as a search without it has shown; and
 * where none is shown, what explains the most: the steps of sections and towers that end just short of
 * the whole, or the rule broken most often.
 */
function limitOn(
  option: LayoutOption | undefined,
  envelope: Envelope,
  inTheWay: readonly RuleName[],
  leastM2: number,
  isProven: (rule: RuleName) => boolean,
): RuleName {
  const limit = envelope.byStoreys.find(({ storeys }) => storeys === option?.indicators.max_storeys)
  const share = option && limit ? option.indicators.gfa_m2 / limit.maxGfaM2 : 0
  if (limit && share >= ENOUGH) return limit.bindingRule
  const broken = inTheWay.filter((rule) => rule !== 'max_density' && rule !== 'max_coverage')
  const suspects = [...new Set([...broken, ...USUAL_LIMITS])].slice(0, proofsFor(envelope))
  const proven = suspects.find(isProven)
  if (proven) return proven
  if (limit && share >= NEARLY) return limit.bindingRule
  const [often] = broken
  if (often && often !== 'setback_m') return often
  // Without an option: what leaves the smallest house no more than its own ground, else the setback.
  const tightest = option ? undefined : envelope.byStoreys[0]
  const tight = tightest && tightest.maxGfaM2 / tightest.storeys < leastM2 * BARELY
  return tight ? tightest.bindingRule : 'setback_m'
}

/** Looked at after the rules that were broken. */
const USUAL_LIMITS: readonly RuleName[] = ['setback_m', 'fire_lane_distance_m', 'parking_per_unit']

/** Searches without a rule at most, each with so much to draw. */
const PROOFS_MOST = 4
const PROOF_BUDGET = 60

/** On more ground than this a search takes so long that one of them must do, m². */
const LARGE_M2 = 100_000

/** None among hundreds of holes, where every search takes a second. */
function proofsFor({ siteAreaM2, ground }: Envelope): number {
  if (cornersOf(ground.region) > MANY_CORNERS) return 0
  return siteAreaM2 > LARGE_M2 ? 1 : PROOFS_MOST
}

/** A rule limits if so many times the floor area can be built without it. */
const CLEARLY_MORE = 1.01

/** A part of the bound is taken for the whole from here. */
const ENOUGH = 0.97

/** From here the steps that houses grow by explain what is missing. */
const NEARLY = 0.9

/** Ground that is less than so many smallest houses has room for one of exactly that size alone. */
const BARELY = 1.05

function drawnGroundOf({ region, offM }: Simplified, boundary: Region): DrawnGround {
  const narrow = offM <= AT_THE_EDGE_M
  return { region, rim: narrow ? [] : difference(boundary, region), rimM: offM + AT_THE_EDGE_M }
}

function framedSites(
  { ground, buildable }: Envelope,
  { rules, sunPath: path }: DrawingInput,
): FramedSite[] {
  const spared = insetOf(ground, rules.setback_m.value + SETBACK_SPARE_M)
  if (buildable.length === 0 || spared.length === 0) return []
  return mainAxes(ground.region, MOST_AXES).flatMap((angle) =>
    [angle, angle + Math.PI / 2].map((turn) => {
      const frame = frameAt(turn)
      const buildableInFrame = stripsOf(regionToFrame(frame, spared))
      const rowSets = rowSetsOf(buildableInFrame)
      const inside = new Map<number, RowSets>()
      return {
        frame,
        site: stripsOf(regionToFrame(frame, ground.region)),
        buildable: buildableInFrame,
        rowSets,
        rowSetsInside: (distanceM: number) => {
          if (distanceM <= rules.setback_m.value) return rowSets
          const before = inside.get(distanceM)
          if (before) return before
          const region = regionToFrame(frame, insetOf(ground, distanceM))
          const sets = rowSetsOf(stripsOf(region))
          inside.set(distanceM, sets)
          return sets
        },
        rays: raysIn(frame, path),
      }
    }),
  )
}

/** Of all that the layouts depend on. */
function digest({ parcel, isDemo, request, ruleSet, ...money }: BestLayoutsInput): string {
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
