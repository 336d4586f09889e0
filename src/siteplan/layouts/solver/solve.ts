// Best layouts of a site: whether any house has room, the searches for them, and the rule that
// limits. Of a region in metres: the parcel, and the answer around the options, are
// make-layouts.ts's.
import { areaOf, type Region } from '../../../geometry/plane.ts'
import { difference } from '../../../geometry/region.ts'
import type { Simplified } from '../../../geometry/simplify.ts'
import { type Envelope, envelopeOf, type StoreyLimit } from '../../../norms/envelope.ts'
import { houseRoom } from '../../../norms/house-room.ts'
import { leastFootprintM2, type Typology } from '../../../norms/house-sizes.ts'
import { requiredHours, stepAt } from '../../../norms/rule-look-ups.ts'
import type { RuleName } from '../../../norms/rule-set.ts'
import { ruledOutBy } from '../../../norms/ruled-out.ts'
import type { LayoutAssumptions, LayoutOption } from '../layout.ts'
import { sunPath } from '../sun.ts'
import { MORE_THAN_REACHED } from './reached.ts'
import { askedWithout } from './rules/asked-without.ts'
import { limitingRule } from './rules/limiting-rule.ts'
import { TOWER_STOREYS } from './search/candidates.ts'
import { bestOptions } from './search/choose-options.ts'
import { proofEffort, searchAtFallingShares, wholeEffort } from './search/falling-shares.ts'
import type { SearchResult } from './search/search.ts'
import type { Asked, DrawnGround, SolverInput } from './solver-input.ts'

/** A site and what may be built there. */
interface Place {
  readonly boundary: Region
  readonly latitude: number
  readonly envelope: Envelope
  readonly assumptions: LayoutAssumptions
}

interface Solution {
  readonly options: readonly LayoutOption[]
  readonly limitedBy: RuleName
}

/** @param asked within the norms of the place */
export function solve(asked: Asked, place: Place): Solution {
  const { envelope } = place
  const { rules, request } = asked
  const { storeys, typologies } = request
  const roomM2 = areaOf(houseRoom(envelope.buildable, typologies))
  const outright = ruledOutBy(envelope, { storeys, typologies, roomM2 }, rules)
  if (outright || !envelope.best) return { options: [], limitedBy: outright ?? 'setback_m' }
  const input = solverInputOf(asked, place, envelope.best)
  const { options: found, broken } = seekAllWays(input, envelope)
  const options = bestOptions(found, request.options)
  const [best] = options
  const limitedBy = limitingRule({
    best,
    envelope,
    broken,
    leastFootprintM2: leastFootprintM2(typologies),
    isMoreBuiltWithout: (rule) => isMoreBuiltWithout(rule, asked, place, best),
  })
  return { options, limitedBy }
}

function seek(input: SolverInput, envelope: Envelope): SearchResult {
  const { typologies } = input.request
  const search = (within: Envelope) =>
    searchAtFallingShares(input, within, wholeEffort(within, typologies))
  const usual = search(envelope)
  const low = usual.options.length > 0 ? undefined : forLowTowers(envelope, typologies)
  return low ? { ...search(low), broken: usual.broken } : usual
}

/** On a larger site there is no time to search each typology alone as well, m². */
const MOST_SEARCHED_ALONE_M2 = 8_000

/**
 * Searches all typologies together, then each alone: together they share their aims, and a search
 * ends where one of them reaches what another would have passed. What is better than all found
 * together counts too. So whoever allows more than one typology on a small site never gets a worse
 * layout than for it alone.
 */
function seekAllWays(input: SolverInput, envelope: Envelope): SearchResult {
  const { typologies } = input.request
  const together = seek(input, envelope)
  if (typologies.length === 1 || input.siteM2 > MOST_SEARCHED_ALONE_M2) return together
  const best = Math.max(...together.options.map(({ score }) => score))
  const better = typologies
    .flatMap((typology) => seek(withOnly(typology, input), envelope).options)
    .filter(({ score }) => score > best)
  return { options: [...together.options, ...better], broken: together.broken }
}

function withOnly(typology: Typology, input: SolverInput): SolverInput {
  return { ...input, request: { ...input.request, typologies: [typology] } }
}

/**
 * The envelope below a tower's usual height, for a search of its own where the usual one found
 * nothing (see leastStoreys); undefined where it would be the same search, or slabs are asked for.
 */
function forLowTowers(envelope: Envelope, typologies: readonly Typology[]): Envelope | undefined {
  if (!typologies.includes('tower') || typologies.includes('slab')) return undefined
  const byStoreys = envelope.byStoreys.filter(({ storeys }) => storeys < TOWER_STOREYS)
  const isOther = byStoreys.length > 0 && byStoreys.length < envelope.byStoreys.length
  return isOther ? { ...envelope, byStoreys } : undefined
}

/** Whether a search without the rule finds clearly more floor area than the best option has. */
function isMoreBuiltWithout(
  rule: RuleName,
  { rules, request }: Asked,
  place: Place,
  best: LayoutOption | undefined,
): boolean {
  const asked = askedWithout(rule, { rules, request: { ...request, objective: 'gfa', options: 1 } })
  if (!asked) return false
  const bestM2 = best?.indicators.gfa_m2 ?? 0
  const envelope =
    rule === 'setback_m' ? envelopeOf(place.boundary, asked.rules, request.storeys) : place.envelope
  if (!envelope.best) return false
  const [more] = searchAtFallingShares(
    solverInputOf(asked, { ...place, envelope }, envelope.best),
    envelope,
    proofEffort(bestM2 / envelope.best.maxGfaM2),
  ).options
  return more !== undefined && more.indicators.gfa_m2 > bestM2 * MORE_THAN_REACHED
}

function solverInputOf(
  { rules, request }: Asked,
  { boundary, latitude, envelope, assumptions }: Place,
  bound: StoreyLimit,
): SolverInput {
  const day = stepAt(rules.insolation_day.value, latitude)
  return {
    rules,
    siteM2: envelope.siteAreaM2,
    sunPath: sunPath(latitude, day),
    demandedSunH: requiredHours(rules, latitude),
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

/** A way that ends this near to the edge of the site leads out of it, m. */
const AT_THE_EDGE_M = 0.09

function drawnGroundOf({ region, offM }: Simplified, boundary: Region): DrawnGround {
  const narrow = offM <= AT_THE_EDGE_M
  return { region, rim: narrow ? [] : difference(boundary, region), rimM: offM + AT_THE_EDGE_M }
}
