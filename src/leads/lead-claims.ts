// Two requests make one lead if they carry the same idempotency key, or the same phone for the same
// estimate. Each of these is a row of `lead_claims` that only one request can take; it is free
// again a day later.
import { hash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { IsoTime, MainTables } from '../db/tables.ts'
import { isoTime } from '../iso-time.ts'
import type { NewLead } from './lead.ts'

/** The first answer to a key, given again to each repetition: a lead was created, or found. */
type FirstAnswer = 'created' | 'found'

export type ClaimedEarlier =
  /** The lead of an earlier request. */
  | { readonly kind: 'repeated'; readonly id: string; readonly answeredFirst: FirstAnswer }
  /** The key was used for another lead. */
  | { readonly kind: 'key_reused' }

/** For how long a repeated request finds its lead. */
const CLAIM_LIFE_S = 86_400

/** How `lead_claims` writes a first answer. */
const ANSWER_STATUS: Readonly<Record<FirstAnswer, number>> = { created: 201, found: 200 }

interface Claim {
  readonly key: string
  readonly leadId: string
  readonly answeredFirst: FirstAnswer
  readonly requestDigest: string
}

/**
 * Claims the lead's idempotency key and its phone, for the transaction that is to store it.
 * @returns what an earlier request made of either; undefined where the lead is new
 */
export async function claimLead(
  transaction: Transaction<MainTables>,
  lead: NewLead,
  idempotencyKey: string | undefined,
  wallMs: number,
): Promise<ClaimedEarlier | undefined> {
  const digestNow = requestDigest(lead)
  const claim = { leadId: lead.id, answeredFirst: 'created', requestDigest: digestNow } as const
  const keyClaim =
    idempotencyKey === undefined ? undefined : idempotencyClaim(lead.owner, idempotencyKey)
  if (keyClaim !== undefined) {
    const ofKey = await takeClaim(transaction, { key: keyClaim, ...claim }, wallMs)
    if (ofKey && ofKey.requestDigest !== digestNow) return { kind: 'key_reused' }
    if (ofKey) return { kind: 'repeated', id: ofKey.leadId, answeredFirst: ofKey.answeredFirst }
  }
  const ofPhone = await takeClaim(
    transaction,
    { ...claim, key: sameLeadClaim(lead), answeredFirst: 'found' },
    wallMs,
  )
  if (!ofPhone) return undefined
  if (keyClaim !== undefined) await pointClaim(transaction, keyClaim, ofPhone.leadId)
  return { kind: 'repeated', id: ofPhone.leadId, answeredFirst: 'found' }
}

/** Deletes expired claims, or some of them if `stopping` aborts. @returns how many */
export async function purgeClaims(
  query: Kysely<MainTables>,
  wallMs: number,
  stopping?: AbortSignal,
): Promise<number> {
  return deleteInBatches(
    (limit) =>
      query
        .deleteFrom('lead_claims')
        .where('claim_key', 'in', (eb) =>
          eb
            .selectFrom('lead_claims')
            .select('claim_key')
            .where('claimed_at', '<=', lastExpired(wallMs))
            // By the index: PostgreSQL would read past all deleted rows for each batch.
            .orderBy('claimed_at')
            .limit(limit),
        )
        .executeTakeFirst(),
    stopping,
  )
}

/**
 * Takes the claim if it is free. Of several requests at once one gets it; the others wait here for
 * its transaction to end, and then see whose claim it is.
 * @returns the earlier claim, if there is one
 */
async function takeClaim(
  transaction: Transaction<MainTables>,
  claim: Claim,
  wallMs: number,
): Promise<Claim | undefined> {
  const content = {
    claimed_at: isoTime(wallMs),
    lead_id: claim.leadId,
    answer_status: ANSWER_STATUS[claim.answeredFirst],
    request_digest: claim.requestDigest,
  }
  const taken = await transaction
    .insertInto('lead_claims')
    .values({ claim_key: claim.key, ...content })
    .onConflict((conflict) =>
      conflict
        .column('claim_key')
        .doUpdateSet(content)
        .where('lead_claims.claimed_at', '<=', lastExpired(wallMs)),
    )
    .returning('claim_key')
    .executeTakeFirst()
  if (taken) return undefined
  const row = await transaction
    .selectFrom('lead_claims')
    .selectAll()
    .where('claim_key', '=', claim.key)
    .executeTakeFirstOrThrow()
  return {
    key: row.claim_key,
    leadId: row.lead_id,
    answeredFirst: row.answer_status === ANSWER_STATUS.created ? 'created' : 'found',
    requestDigest: row.request_digest,
  }
}

/** Lets the key of a request that found an earlier lead answer with that lead from now on. */
async function pointClaim(
  transaction: Transaction<MainTables>,
  key: string,
  leadId: string,
): Promise<void> {
  await transaction
    .updateTable('lead_claims')
    .set({ lead_id: leadId, answer_status: ANSWER_STATUS.found })
    .where('claim_key', '=', key)
    .execute()
}

/** Claims made at this time or earlier have expired. */
function lastExpired(wallMs: number): IsoTime {
  return isoTime(wallMs - CLAIM_LIFE_S * 1000)
}

/** Keys are per caller: another caller's equal key is another claim. */
function idempotencyClaim(owner: string, key: string): string {
  return digest('key', owner, key)
}

/** Also per caller: nobody learns whether a colleague already has this phone. */
function sameLeadClaim(lead: Pick<NewLead, 'owner' | 'phone' | 'estimateId'>): string {
  return digest('phone', lead.owner, lead.phone, lead.estimateId)
}

/** Equal for two requests under one key that ask for the same lead. */
function requestDigest(lead: NewLead): string {
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
  return hash('sha256', JSON.stringify(parts), 'base64url')
}
