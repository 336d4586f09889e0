// The envelope of a site for a reader who builds: its best storeys are ones at which a floor is as
// large as the smallest house has. Never draws a house; whether one has room is the solver's.
import type { Region } from '../geometry/plane.ts'
import { type Envelope, envelopeOf, type StoreyLimit } from './envelope.ts'
import { leastFootprintM2, TYPOLOGIES } from './house-sizes.ts'
import type { Rules } from './rule-set.ts'

/**
 * As `envelopeOf`, but for its best: high density from ten storeys up would else put towers of 180 m²
 * a floor on small sites. Where no storeys give a floor so large, its best stays.
 * @param site in metres, on a local plane
 */
export function houseEnvelopeOf(
  site: Region,
  rules: Rules,
  storeys: { readonly min: number; readonly max: number },
): Envelope {
  const envelope = envelopeOf(site, rules, storeys)
  const leastM2 = leastFootprintM2(TYPOLOGIES)
  const standing = envelope.byStoreys.filter(
    (limit) => Math.min(limit.maxFootprintM2, limit.maxGfaM2 / limit.storeys) >= leastM2,
  )
  const best = standing.reduce<StoreyLimit | undefined>(
    (most, limit) => (!most || limit.maxGfaM2 > most.maxGfaM2 + 1e-9 ? limit : most),
    undefined,
  )
  return { ...envelope, best: best ?? envelope.best }
}
