// How much may be built on a site before any building is drawn: the area left inside the setback
// and the most floor area each rule allows. Placing buildings is the solver's.
import { areaOf, type Region } from '../geometry/plane.ts'
import { insetOrLess } from '../geometry/region.ts'
import { type Simplified, simplifiedInside } from '../geometry/simplify.ts'
import { stepAt } from './rule-look-ups.ts'
import type { RuleName, Rules } from './rule-set.ts'

export interface Envelope {
  readonly siteAreaM2: number
  /** The site with few corners, wholly inside it; the site itself where it has few. */
  readonly ground: Simplified
  /** Where buildings may stand: the site less its setback. May be empty. */
  readonly buildable: Region
  readonly buildableAreaM2: number
  /** By storeys, from the fewest to the most that are asked for and allowed. */
  readonly byStoreys: readonly StoreyLimit[]
  /**
   * The limit with the most floor area; of equal ones that with the fewest storeys. Undefined = no
   * house.
   */
  readonly best: StoreyLimit | undefined
}

export interface StoreyLimit {
  readonly storeys: number
  /** Most area under buildings. */
  readonly maxFootprintM2: number
  /** Most floor area of all storeys together. */
  readonly maxGfaM2: number
  /** The rule that gives `maxGfaM2`. */
  readonly bindingRule: RuleName
}

/** A height in metres may miss the limit by what doubles lose: 7 × 2.6 is more than 18.2. */
const HEIGHT_ROUNDING_M = 1e-9

/** Floor areas of other storeys that differ by less are equal but for what doubles lose. */
const GFA_ROUNDING_M2 = 1e-9

/**
 * Floor area at most, by storeys: the least of density × site, coverage × site × storeys and
 * buildable area × storeys.
 * @param site in metres, on a local plane
 */
export function envelopeOf(
  site: Region,
  rules: Rules,
  storeys: { readonly min: number; readonly max: number },
): Envelope {
  const siteAreaM2 = areaOf(site)
  const ground = simplifiedInside(site)
  const buildable = insetOf(ground, rules.setback_m.value)
  const buildableAreaM2 = areaOf(buildable)
  const highest = Math.min(storeys.max, rules.max_storeys.value, storeysWithin(rules))
  const byStoreys: StoreyLimit[] = []
  const lowest = Math.max(storeys.min, rules.min_storeys.value)
  for (let count = lowest; count <= highest; count += 1) {
    byStoreys.push(limitAt(count, { siteAreaM2, buildableAreaM2 }, rules))
  }
  const best = byStoreys.reduce<StoreyLimit | undefined>(
    (most, limit) =>
      limit.maxGfaM2 > 0 && (!most || limit.maxGfaM2 > most.maxGfaM2 + GFA_ROUNDING_M2)
        ? limit
        : most,
    undefined,
  )
  return { siteAreaM2, ground, buildable, buildableAreaM2, byStoreys, best }
}

/** Storeys that the height allows. */
export function storeysWithin(rules: Pick<Rules, 'max_height_m' | 'storey_height_m'>): number {
  const [most, each] = [rules.max_height_m.value, rules.storey_height_m.value]
  const near = Math.round(most / each)
  return near * each <= most + HEIGHT_ROUNDING_M ? near : Math.floor(most / each)
}

/**
 * At least `distanceM` inside the edge of the true site. At most `offM` − `clearM` more: 8 cm where
 * the finest thinning was enough, 65 cm at the coarsest. Of a thousand corners and more the concave
 * ones are squared off besides.
 */
export function insetOf({ region, clearM }: Simplified, distanceM: number): Region {
  return insetOrLess(region, Math.max(0, distanceM - clearM))
}

export function limitAt(
  storeys: number,
  { siteAreaM2, buildableAreaM2 }: Pick<Envelope, 'siteAreaM2' | 'buildableAreaM2'>,
  rules: Rules,
): StoreyLimit {
  const coverageM2 = stepAt(rules.max_coverage.value, storeys) * siteAreaM2
  const maxFootprintM2 = Math.min(coverageM2, buildableAreaM2)
  const limits: readonly (readonly [RuleName, number])[] = [
    ['setback_m', buildableAreaM2 * storeys],
    ['max_coverage', coverageM2 * storeys],
    ['max_density', stepAt(rules.max_density.value, storeys) * siteAreaM2],
  ]
  const [bindingRule, maxGfaM2] = limits.reduce((least, limit) =>
    limit[1] < least[1] ? limit : least,
  )
  return { storeys, maxFootprintM2, maxGfaM2, bindingRule }
}
