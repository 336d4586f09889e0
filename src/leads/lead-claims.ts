// Two requests make one lead if they carry the same idempotency key, or the same phone for the same
// estimate. Each of these is a row that only one request can take; it is free again a day later.
import { createHash } from 'node:crypto'
import type { NewLead } from './lead.ts'

/** For how long a repeated request finds its lead. */
export const CLAIM_LIFE_S = 86_400

/** Keys are per caller: another caller's equal key is another claim. */
export function idempotencyClaim(owner: string, key: string): string {
  return digest('key', owner, key)
}

/** Also per caller: nobody learns whether a colleague already has this phone. */
export function sameLeadClaim(lead: Pick<NewLead, 'owner' | 'phone' | 'estimateId'>): string {
  return digest('phone', lead.owner, lead.phone, lead.estimateId)
}

/** Equal for two requests under one key that ask for the same lead. */
export function requestDigest(lead: NewLead): string {
  return digest(
    lead.estimateId,
    lead.name,
    lead.phone,
    lead.email,
    lead.comment,
    lead.targetComplex,
    lead.targetBudgetRub,
  )
}

function digest(...parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
