// The table `leads`. A lead, its claims and its delivery are stored together or not at all; what
// its claims are is lead-claims.ts's.

import { cutPage } from '../db/cut-page.ts'
import type { Database } from '../db/database.ts'
import { newestFirst, type Page, type PageRequest } from '../db/newest-first.ts'
import { type Owners, ownedBy } from '../db/owned-by.ts'
import type { LeadsTable, MainTables } from '../db/tables.ts'
import { enqueueDelivery } from '../delivery/delivery-store.ts'
import type { Destination } from '../delivery/outgoing.ts'
import { isoTime } from '../iso-time.ts'
import type { Lead, NewLead } from './lead.ts'
import { type ClaimedEarlier, claimLead, purgeClaims } from './lead-claims.ts'

export type AddedLead = { readonly kind: 'created'; readonly id: string } | ClaimedEarlier

export interface LeadStore {
  /** @param destination where the lead is delivered; undefined where it stays in the service */
  add(
    lead: NewLead,
    idempotencyKey: string | undefined,
    destination: Destination | undefined,
    wallMs: number,
  ): Promise<AddedLead>
  find(id: string, owners: Owners): Promise<Lead | undefined>
  /** Newest first. */
  list(owners: Owners, page: PageRequest): Promise<Page<Lead>>
  /** Deletes expired claims. @returns how many */
  purgeClaims(wallMs: number, stopping?: AbortSignal): Promise<number>
}

export function createLeadStore({
  engine,
  query,
}: Pick<Database<MainTables>, 'engine' | 'query'>): LeadStore {
  const all = query.selectFrom('leads').selectAll()
  const table = { engine, name: 'leads', idColumn: 'lead_id' } as const

  return {
    add: (lead, idempotencyKey, destination, wallMs) =>
      query.transaction().execute(async (transaction) => {
        const earlier = await claimLead(transaction, lead, idempotencyKey, wallMs)
        if (earlier) return earlier
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
      const row = await all
        .where('lead_id', '=', id)
        .where(ownedBy(engine, owners))
        .executeTakeFirst()
      return row && rowToLead(row)
    },

    async list(owners, page) {
      const rows = await newestFirst(all, table, owners, page).execute()
      return cutPage(rows.map(rowToLead), page.limit)
    },

    purgeClaims: (wallMs, stopping) => purgeClaims(query, wallMs, stopping),
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
