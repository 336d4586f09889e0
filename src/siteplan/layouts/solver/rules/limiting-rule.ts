// Which rule limits what can be built on a site: what the envelope says, what the searches broke,
// and what a search without one rule shows. The searches themselves are falling-shares.ts's.
import { cornerCount } from '../../../../geometry/plane.ts'
import { MANY_CORNERS } from '../../../../geometry/simplify.ts'
import type { Envelope } from '../../../../norms/envelope.ts'
import type { RuleName } from '../../../../norms/rule-set.ts'
import type { LayoutOption } from '../../layout.ts'
import { REACHED } from '../reached.ts'

/** From this share the steps by which sections and towers grow explain what is missing. */
const NEARLY_REACHED = 0.9

/** Ground of fewer smallest houses than this has room for no house of another size. */
const ONE_HOUSE = 1.05

/** Rules that are left out for a trial search after those that were broken. */
const USUAL_LIMITS: readonly RuleName[] = ['setback_m', 'fire_lane_distance_m', 'parking_per_unit']

/** At most so many searches without one rule. */
const MAX_PROOFS = 4

/** On a larger site one search takes so long that a single proof must do, m². */
const LARGE_M2 = 100_000

/** What is known once the searches of a site are over. */
interface Searched {
  /** The best option of all; undefined where nothing was found. */
  readonly best: LayoutOption | undefined
  readonly envelope: Envelope
  /** The rules that massings broke, the one most often broken first. */
  readonly broken: readonly RuleName[]
  /** The least ground that a house of the typologies asked for covers. */
  readonly leastFootprintM2: number
  /** Whether a search without the rule finds clearly more. Takes a search each time. */
  readonly isMoreBuiltWithout: (rule: RuleName) => boolean
}

/**
 * 1. The envelope's rule, where the best option has all that its number of storeys allows.
 * 2. Else the first of the rules most often broken without which more can be built.
 * 3. Else the envelope's rule, where the steps of sections and towers end just short of the whole.
 * 4. Else the rule most often broken.
 * 5. Else, without an option, what leaves the smallest house no more than its own ground.
 * 6. Else the setback.
 */
export function limitingRule({
  best,
  envelope,
  broken,
  leastFootprintM2,
  isMoreBuiltWithout,
}: Searched): RuleName {
  const limit = envelope.byStoreys.find(({ storeys }) => storeys === best?.indicators.max_storeys)
  const share = best && limit ? best.indicators.gfa_m2 / limit.maxGfaM2 : 0
  if (limit && share >= REACHED) return limit.bindingRule
  const beside = broken.filter((rule) => rule !== 'max_density' && rule !== 'max_coverage')
  const suspects = [...new Set([...beside, ...USUAL_LIMITS])].slice(0, mostProofs(envelope))
  const shown = suspects.find(isMoreBuiltWithout)
  if (shown) return shown
  if (limit && share >= NEARLY_REACHED) return limit.bindingRule
  const [often] = beside
  if (often && often !== 'setback_m') return often
  const fewest = best ? undefined : envelope.byStoreys[0]
  const isTight = fewest && fewest.maxGfaM2 / fewest.storeys < leastFootprintM2 * ONE_HOUSE
  return isTight ? fewest.bindingRule : 'setback_m'
}

/** None on a site of very many corners, where every search takes a second. */
function mostProofs({ siteAreaM2, ground }: Envelope): number {
  if (cornerCount(ground.region) > MANY_CORNERS) return 0
  return siteAreaM2 > LARGE_M2 ? 1 : MAX_PROOFS
}
