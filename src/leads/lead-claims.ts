// What makes two requests one lead: the caller's idempotency key, and the same phone for the same
// estimate. Each is a row that only one of them can take; it is free again a day later.
import { createHash } from 'node:crypto'
import type { NewLead } from './lead-store.ts'

/** For how long a repeated request finds its lead. */
export const CLAIM_LIFE_S = 86_400

/** A key is the caller's own: another's equal one claims nothing of it. */
export function idempotencyClaim(owner: string, key: string): string {
  return digest('key', owner, key)
}

/** The caller's own as well: nobody learns whether a colleague already wrote down this phone. */
export function sameLeadClaim(lead: Pick<NewLead, 'owner' | 'phone' | 'estimateId'>): string {
  return digest('phone', lead.owner, lead.phone, lead.estimateId)
}

/** Tells whether two requests under one key ask for the same lead. */
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
