// What the searches of one site aim at, one after the other: the whole of the upper bound, or of
// what the ground bears, then shares of it. When enough is reached is falling-shares.ts's.
import type { Envelope } from '../../../../norms/envelope.ts'
import { leastFootprintM2, type Typology } from '../../../../norms/house-sizes.ts'
import { maxGfaOnGroundM2 } from '../../../../norms/outdoor-ground.ts'
import { type NeedsBy, needsOf } from '../rules/needs.ts'
import type { SolverInput } from '../solver-input.ts'
import { type Aim, mostStoreys } from './candidates.ts'

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

/** Of what density and coverage allow. Where the ground bears more, the shares soon reach it. */
const GROUND_FAR_SHORT = 0.7

/** What the ground bears is taken this many times, since flats and parking are whole numbers. */
const GROUND_SPARE = 1.001

/**
 * On a site of no more floor area than so many of the smallest house, one step between the shares
 * is a house more or less, so that smaller steps follow.
 */
const FEW_HOUSES = 15

/** Then the smallest house is aimed at too, at each of so many fewest numbers of storeys. */
const LEAST_HOUSES = 5

/** Their ground is this many times the least, so that rounding never makes it too small. */
const LEAST_SPARE = 1.003

/**
 * What a search aims at, and how much that is of what the storeys searched allow: of the upper
 * bound, but for low towers.
 */
export interface AimedAt {
  readonly aim: Aim
  readonly share: number
}

/** Of what a search is given, what its aims depend on. */
type SiteAimedAt = NeedsBy & Pick<SolverInput, 'siteM2' | 'request' | 'upperBoundM2'>

function aimAtShare(share: number): AimedAt {
  return { aim: { share }, share }
}

export function aimAtGfa(gfaM2: number, boundM2: number): AimedAt {
  return { aim: { gfaM2 }, share: gfaM2 / boundM2 }
}

/** The largest first; on a site of few houses the least of them too. */
export function fallingAims(
  input: SiteAimedAt,
  envelope: Pick<Envelope, 'byStoreys' | 'best'>,
  inSmallSteps: boolean,
): readonly AimedAt[] {
  const { typologies } = input.request
  const most = mostAimedAt(input, envelope)
  const shares = SHARES_AIMED_AT.map((share) => aimAtShare(share * most))
  const leastHouses = inSmallSteps ? aimsAtLeastHouses(envelope, typologies) : []
  return [...shares, ...leastHouses].sort((a, b) => b.share - a.share)
}

/**
 * Less and less, for a site where nothing is found yet: all below what was missed.
 * @param leastShare of the smallest house of all: less cannot be built
 */
export function aimsFromNothing(missed: number, leastShare: number): readonly AimedAt[] {
  const falling = SHARES_FROM_NOTHING.filter((share) => share < missed && share >= leastShare)
  return falling.map(aimAtShare)
}

/**
 * The share of what the storeys searched allow that the shares aimed at are taken of: the whole or,
 * where the ground bears far less, that. Where density hardly limits, houses with their parking,
 * playgrounds and green would take several such sites for the whole bound.
 */
function mostAimedAt(input: SiteAimedAt, { byStoreys }: Pick<Envelope, 'byStoreys'>): number {
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
  { byStoreys, best }: Pick<Envelope, 'byStoreys' | 'best'>,
  typologies: readonly Typology[],
): readonly AimedAt[] {
  const houseM2 = leastFootprintM2(typologies) * LEAST_SPARE
  return byStoreys
    .filter(({ storeys, maxGfaM2 }) => houseM2 * storeys <= maxGfaM2)
    .slice(0, LEAST_HOUSES)
    .map(({ storeys }) => aimAtGfa(houseM2 * storeys, best?.maxGfaM2 ?? 0))
}

export function hasFewHouses(
  envelope: Pick<Envelope, 'byStoreys' | 'best'>,
  typologies: readonly Typology[],
): boolean {
  return (envelope.best?.maxGfaM2 ?? 0) <= FEW_HOUSES * leastHouseM2(envelope, typologies)
}

/** Floor area of the smallest house at the fewest storeys. */
export function leastHouseM2(
  { byStoreys }: Pick<Envelope, 'byStoreys'>,
  typologies: readonly Typology[],
): number {
  return leastFootprintM2(typologies) * (byStoreys[0]?.storeys ?? 1)
}
