// Best layouts of a parcel: what may be built there, massings in all directions, the rules held
// against each, the best drawn, different ones kept. Same input, same output; never a throw for a site.
import { createHash } from 'node:crypto'
import { areaOf, type Region } from '../geometry/plane.ts'
import { inset, intersection } from '../geometry/region.ts'
import type { Parcel } from '../parcels/parcel.ts'
import { seededRandom } from '../random.ts'
import { checkLayouts } from './check-layouts.ts'
import { assumptionsOf } from './economics.ts'
import { type Envelope, envelopeOf } from './envelope.ts'
import type { UnitPrice } from './forecast.ts'
import type {
  BestLayouts,
  LayoutAssumptions,
  LayoutOption,
  LayoutRequest,
  Typology,
} from './layout.ts'
import { type RuleName, type RuleSet, stepAt } from './rule-set.ts'
import { siteOf } from './site.ts'
import { assess, type FramedSite, type SiteRules } from './solver/assess.ts'
import { type Candidate, candidatesOf, leastFootprintM2 } from './solver/candidates.ts'
import { type DrawingInput, drawOption } from './solver/draw-option.ts'
import { frameAt, mainAxes, rectRing, regionToFrame, toPlane } from './solver/frame.ts'
import { raysIn } from './solver/insolation.ts'
import { courtOf, outlineOf } from './solver/massing.ts'
import { rowSetsOf } from './solver/rows.ts'
import { sunPath } from './sun.ts'

export interface BestLayoutsInput {
  readonly parcel: Parcel
  readonly isDemo: boolean
  readonly request: LayoutRequest
  readonly ruleSet: RuleSet
  /** null = no market evidence: floor area then stands for money. */
  readonly prices: readonly UnitPrice[] | null
  readonly costRubPerM2: number
  /** Saleable area over floor area. */
  readonly saleableShare: number
  /** ISO 8601 in UTC. */
  readonly generatedAt: string
}

/** Work done at most: counts, not seconds, so that the answer is the same on any machine. */
const LIMITS = {
  axes: 3,
  assessedATypology: 160,
  keptATypology: 14,
  drawings: 24,
} as const

/** Two options share at most this much ground: intersection over union. */
export const MOST_ALIKE = 0.7

/** Parts of the allowed floor area aimed at, one after the other, until something can be built. */
const PARTS = [1, 0.9, 0.8, 0.68, 0.55, 0.42, 0.3]

/** The solver keeps this much more to the boundary than is demanded, for rounding, m. */
const SETBACK_SPARE_M = 0.01

export function bestLayouts(input: BestLayoutsInput): BestLayouts {
  const { parcel, request, ruleSet } = input
  const { rules } = ruleSet
  const { origin, boundary } = siteOf(parcel)
  const envelope = envelopeOf(boundary, rules, request.storeys)
  const assumptions = assumptionsOf(input.saleableShare, input.costRubPerM2, input.prices)
  const { options, limitedBy } = solve(input, boundary, origin[1], envelope, assumptions)
  const result: BestLayouts = {
    report_id: digest(input),
    generated_at: input.generatedAt,
    is_demo: input.isDemo,
    parcel: {
      cadastral_number: parcel.cadastralNumber,
      address: parcel.address,
      area_m2: round(parcel.areaM2),
    },
    request,
    rule_set: { id: ruleSet.id, title: ruleSet.title, rules },
    site: {
      origin,
      boundary,
      buildable: envelope.buildable,
      buildable_area_m2: round(envelope.buildableAreaM2),
    },
    assumptions,
    outcome: options.length > 0 ? 'ok' : 'no_feasible_layout',
    binding_rule: limitedBy,
    upper_bound_gfa_m2: round(envelope.best?.maxGfaM2 ?? 0),
    options,
  }
  return withoutViolations(result)
}

/** The solver's assertion on itself: an option that the checker refuses is never shown. */
function withoutViolations(result: BestLayouts): BestLayouts {
  const violations = checkLayouts(result)
  if (violations.length === 0) return result
  const refused = new Set(violations.map(({ option }) => option))
  const options = result.options
    .filter(({ rank }) => !refused.has(rank))
    .map((option, i) => ({ ...option, rank: i + 1 }))
  return { ...result, options, outcome: options.length > 0 ? 'ok' : 'no_feasible_layout' }
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
  const outright = ruledOut(input, envelope)
  if (outright || !envelope.best) return { options: [], limitedBy: outright ?? 'setback_m' }

  const day = stepAt(rules.insolation_day.value, latitude)
  const siteRules: SiteRules = {
    rules,
    siteM2: envelope.siteAreaM2,
    sunPath: sunPath(latitude, day),
    enoughSunH: stepAt(rules.insolation_h.value, latitude),
  }
  const drawing: DrawingInput = {
    ...siteRules,
    boundary,
    buildable: envelope.buildable,
    request,
    assumptions,
    upperBoundM2: envelope.best.maxGfaM2,
    highestAllowed: envelope.byStoreys.at(-1)?.storeys ?? 1,
    day,
    latitude,
  }
  const framed = framedSites(boundary, drawing)
  let lastBroken: RuleName = 'setback_m'
  for (const part of PARTS) {
    const { options, broken } = attempt(framed, envelope, drawing, part)
    if (options.length > 0) {
      const limitedBy = part === 1 ? envelope.best.bindingRule : lastBroken
      return { options, limitedBy }
    }
    if (part === 1) lastBroken = broken
  }
  return { options: [], limitedBy: lastBroken }
}

/** The rule that leaves no room for any building at all, before one is placed. */
function ruledOut({ request, ruleSet }: BestLayoutsInput, envelope: Envelope): RuleName | null {
  const { rules } = ruleSet
  const least = leastFootprintM2(request.typologies)
  if (envelope.byStoreys.length === 0) {
    return request.storeys.min > rules.max_storeys.value ? 'max_storeys' : 'max_height_m'
  }
  if (envelope.buildableAreaM2 < least) return 'setback_m'
  const roomy = envelope.byStoreys.some(
    ({ storeys, maxFootprintM2, maxGfaM2 }) =>
      Math.min(maxFootprintM2, maxGfaM2 / storeys) >= least,
  )
  if (roomy) return null
  return envelope.byStoreys[0]?.bindingRule ?? 'max_density'
}

function framedSites(
  boundary: Region,
  { rules, buildable, sunPath: path }: DrawingInput,
): FramedSite[] {
  const spared = inset(boundary, rules.setback_m.value + SETBACK_SPARE_M)
  if (buildable.length === 0 || spared.length === 0) return []
  return mainAxes(boundary, LIMITS.axes).flatMap((angle) =>
    [angle, angle + Math.PI / 2].map((turn) => {
      const frame = frameAt(turn)
      const inFrame = regionToFrame(frame, spared)
      return {
        frame,
        site: regionToFrame(frame, boundary),
        buildable: inFrame,
        rowSets: rowSetsOf(inFrame),
        rays: raysIn(frame, path),
      }
    }),
  )
}

function attempt(
  framed: readonly FramedSite[],
  envelope: Envelope,
  drawing: DrawingInput,
  part: number,
): { readonly options: LayoutOption[]; readonly broken: RuleName } {
  const { request, rules } = drawing
  const random = seededRandom(request.seed)
  const found = candidatesOf(framed, envelope.byStoreys, request, rules, part)
  const tally = new Map<RuleName, number>()
  const count = (rule: RuleName) => tally.set(rule, (tally.get(rule) ?? 0) + 1)
  const held: Ranked[] = []
  for (const typology of request.typologies) {
    held.push(...heldOf(ranked(found.get(typology) ?? [], drawing, random), drawing, count))
  }
  const options: LayoutOption[] = []
  let drawings = 0
  for (const { candidate } of varied(held)) {
    // Twice as many as asked for, so that the score has a choice.
    if (drawings >= LIMITS.drawings || options.length >= 2 * request.options) break
    const ground = groundOf(candidate)
    if (options.some((other) => alike(ground, groundOfOption(other)) > MOST_ALIKE)) continue
    drawings += 1
    const drawn = drawOption(candidate.massing, candidate.framed, drawing)
    if (drawn.kind === 'drawn') options.push(drawn.option)
    else count(drawn.rule)
  }
  return { options: best(options, request.options), broken: mostOften(tally) }
}

/** What a second option of one typology has to be better by, to come before another typology. */
const VARIETY = 0.04

/** By promise, each typology's later ones a little behind: the first of each come early. */
function varied(held: readonly Ranked[]): Ranked[] {
  const seen = new Map<Typology, number>()
  return [...held]
    .sort((a, b) => b.promise - a.promise)
    .map((each) => {
      const { typology } = each.candidate.massing
      const before = seen.get(typology) ?? 0
      seen.set(typology, before + 1)
      return { ...each, promise: each.promise - VARIETY * Math.min(3, before) }
    })
    .sort((a, b) => b.promise - a.promise)
}

/** The best by score, one typology more than once only where it is clearly better; best first. */
function best(options: readonly LayoutOption[], most: number): LayoutOption[] {
  const left = [...options]
  const kept: LayoutOption[] = []
  while (kept.length < most && left.length > 0) {
    const worth = ({ score, buildings }: LayoutOption) =>
      score -
      VARIETY *
        kept.filter((other) => other.buildings[0]?.typology === buildings[0]?.typology).length
    const next = left.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    left.splice(left.indexOf(next), 1)
    kept.push(next)
  }
  return kept.sort((a, b) => b.score - a.score).map((option, i) => ({ ...option, rank: i + 1 }))
}

interface Ranked {
  readonly candidate: Candidate
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
        0.002 * candidate.massing.buildings.length +
        0.015 * random(),
    }))
    .sort((a, b) => b.promise - a.promise)
}

function heldOf(
  candidates: readonly Ranked[],
  drawing: DrawingInput,
  count: (rule: RuleName) => void,
): Ranked[] {
  const kept: Ranked[] = []
  for (const each of candidates.slice(0, LIMITS.assessedATypology)) {
    const assessment = assess(each.candidate.massing, each.candidate.framed, drawing)
    if (assessment.kind === 'broken') count(assessment.rule)
    else kept.push(each)
    if (kept.length >= LIMITS.keptATypology) break
  }
  return kept
}

/** Ground under both over ground under either. */
function alike(a: Region, b: Region): number {
  const common = areaOf(intersection(a, b))
  return common / (areaOf(a) + areaOf(b) - common)
}

function groundOf({ massing, framed: { frame } }: Candidate): Region {
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

function mostOften(tally: ReadonlyMap<RuleName, number>): RuleName {
  let most: RuleName = 'setback_m'
  let times = 0
  for (const [rule, count] of tally) {
    if (count > times) {
      most = rule
      times = count
    }
  }
  return most
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

function round(value: number): number {
  return Math.round(value * 100) / 100
}
