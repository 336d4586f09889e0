// The tables `leads` and `lead_claims`. A lead, its claims and its delivery are stored together or
// not at all.
import type { Transaction } from 'kysely'
import { isoTime } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { cutPage, newestFirst, type Page, type PageRequest } from '../db/newest-first.ts'
import type { IsoTime, LeadsTable, MainTables } from '../db/tables.ts'
import { enqueueDelivery } from '../delivery/delivery-store.ts'
import type { Destination, OutgoingLead } from '../delivery/outgoing.ts'
import type { VisibleOwners } from '../gate/visibility.ts'
import type { Lead, NewLead } from './lead.ts'
import { CLAIM_LIFE_S, idempotencyClaim, requestDigest, sameLeadClaim } from './lead-claims.ts'

/** The first answer to a key, given again to each repetition: a lead was created, or found. */
export type FirstAnswer = 'created' | 'found'

type AddedLead =
  | { readonly kind: 'created'; readonly id: string }
  /** The lead of an earlier request. */
  | { readonly kind: 'repeated'; readonly id: string; readonly answeredFirst: FirstAnswer }
  /** The key was used for another lead. */
  | { readonly kind: 'key_reused' }

export interface LeadStore {
  /** @param destination where the lead is to be handed over; undefined where it stays here */
  add(
    lead: NewLead,
    idempotencyKey: string | undefined,
    destination: Destination | undefined,
    wallMs: number,
  ): Promise<AddedLead>
  find(id: string, owners: VisibleOwners): Promise<Lead | undefined>
  /** Newest first. */
  list(owners: VisibleOwners, page: PageRequest): Promise<Page<Lead>>
  /** Deletes claims that are over. @returns how many */
  purgeClaims(wallMs: number): Promise<number>
}

/** Claims that one statement deletes at most, so that no lock is held long. */
const PURGE_BATCH = 500

/** How `lead_claims` writes a first answer. */
const ANSWER_STATUS: Readonly<Record<FirstAnswer, number>> = { created: 201, found: 200 }

interface Claim {
  readonly key: string
  readonly leadId: string
  readonly answeredFirst: FirstAnswer
  readonly requestDigest: string
}

export function createLeadStore(database: Pick<Database<MainTables>, 'query'>): LeadStore {
  const { query } = database
  const visible = (owners: VisibleOwners) =>
    query
      .selectFrom('leads')
      .selectAll()
      .$if(owners !== 'all', (select) => select.where('owner', 'in', owners as readonly string[]))

  return {
    add: (lead, idempotencyKey, destination, wallMs) =>
      query.transaction().execute(async (transaction) => {
        const asked = requestDigest(lead)
        const claim = { leadId: lead.id, answeredFirst: 'created', requestDigest: asked } as const
        const keyClaim =
          idempotencyKey === undefined ? undefined : idempotencyClaim(lead.owner, idempotencyKey)
        if (keyClaim !== undefined) {
          const earlier = await takeClaim(transaction, { key: keyClaim, ...claim }, wallMs)
          if (earlier && earlier.requestDigest !== asked) return { kind: 'key_reused' }
          if (earlier) return repeated(earlier.leadId, earlier.answeredFirst)
        }
        const earlier = await takeClaim(
          transaction,
          { key: sameLeadClaim(lead), ...claim, answeredFirst: 'found' },
          wallMs,
        )
        if (earlier) {
          if (keyClaim !== undefined) await pointClaim(transaction, keyClaim, earlier.leadId)
          return repeated(earlier.leadId, 'found')
        }
        await transaction.insertInto('leads').values(leadToRow(lead, wallMs)).execute()
        if (destination !== undefined) {
          await enqueueDelivery(transaction, {
            recordId: lead.id,
            destination,
            kind: 'lead',
            wallMs,
          })
        }
        return { kind: 'created', id: lead.id }
      }),

    async find(id, owners) {
      if (owners !== 'all' && owners.length === 0) return undefined
      const row = await visible(owners).where('lead_id', '=', id).executeTakeFirst()
      return row && rowToLead(row)
    },

    async list(owners, page) {
      const rows = await newestFirst(visible(owners), 'lead_id', page).execute()
      return cutPage(rows.map(rowToLead), page.limit)
    },

    async purgeClaims(wallMs) {
      let purged = 0
      let batch: number
      do {
        const result = await query
          .deleteFrom('lead_claims')
          .where('claim_key', 'in', (eb) =>
            eb
              .selectFrom('lead_claims')
              .select('claim_key')
              .where('claimed_at', '<=', claimsOver(wallMs))
              .limit(PURGE_BATCH),
          )
          .executeTakeFirst()
        batch = Number(result.numDeletedRows)
        purged += batch
      } while (batch === PURGE_BATCH)
      return purged
    },
  }
}

function repeated(id: string, answeredFirst: FirstAnswer): AddedLead {
  return { kind: 'repeated', id, answeredFirst }
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
        .where('lead_claims.claimed_at', '<=', claimsOver(wallMs)),
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

/** Claims made at this time or before are over. */
function claimsOver(wallMs: number): IsoTime {
  return isoTime(wallMs - CLAIM_LIFE_S * 1000)
}

/** The lead as a CRM gets it. */
export function leadToOutgoing(lead: Lead): OutgoingLead {
  return {
    kind: 'lead',
    id: lead.id,
    createdAt: lead.createdAt,
    status: lead.status,
    owner: lead.owner,
    estimateId: lead.estimateId,
    name: lead.name,
    phone: lead.phone,
    email: lead.email,
    comment: lead.comment,
    target: { complex: lead.targetComplex, budgetRub: lead.targetBudgetRub },
  }
}

function leadToRow(lead: NewLead, wallMs: number): LeadsTable {
  return {
    lead_id: lead.id,
    owner: lead.owner,
    status: 'new',
    created_at: isoTime(wallMs),
    consented_at: isoTime(wallMs),
    estimate_id: lead.estimateId,
    name: lead.name,
    phone: lead.phone,
    email: lead.email,
    comment: lead.comment,
    target_complex: lead.targetComplex,
    target_budget_rub: lead.targetBudgetRub,
  }
}

function rowToLead(row: LeadsTable): Lead {
  return {
    id: row.lead_id,
    owner: row.owner,
    status: row.status,
    createdAt: row.created_at,
    estimateId: row.estimate_id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    comment: row.comment,
    targetComplex: row.target_complex,
    targetBudgetRub: row.target_budget_rub,
  }
}
