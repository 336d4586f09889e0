// The table `pilot_requests`. A request and its delivery are stored together or not at all.

import type { Database } from '../db/database.ts'
import type { MainTables, PilotRequestsTable } from '../db/tables.ts'
import { enqueueDelivery } from '../delivery/delivery-store.ts'
import type { OutgoingPilotRequest } from '../delivery/outgoing.ts'
import { isoTime } from '../iso-time.ts'

export interface NewPilotRequest extends Omit<OutgoingPilotRequest, 'kind' | 'createdAt'> {
  readonly ip: string
}

export interface PilotStore {
  add(request: NewPilotRequest, wallMs: number): Promise<void>
  find(id: string): Promise<OutgoingPilotRequest | undefined>
}

export function createPilotStore(database: Pick<Database<MainTables>, 'query'>): PilotStore {
  const { query } = database
  return {
    async add(request, wallMs) {
      await query.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('pilot_requests')
          .values({
            request_id: request.id,
            ip: request.ip,
            created_at: isoTime(wallMs),
            consented_at: isoTime(wallMs),
            company: request.company,
            contact_name: request.contactName,
            phone: request.phone,
            email: request.email,
            region: request.region,
            comment: request.comment,
          })
          .execute()
        await enqueueDelivery(transaction, {
          recordId: request.id,
          destination: 'messenger',
          kind: 'pilot',
          wallMs,
        })
      })
    },

    async find(id) {
      const row = await query
        .selectFrom('pilot_requests')
        .selectAll()
        .where('request_id', '=', id)
        .executeTakeFirst()
      return row && rowToRequest(row)
    },
  }
}

function rowToRequest(row: PilotRequestsTable): OutgoingPilotRequest {
  return {
    kind: 'pilot',
    id: row.request_id,
    createdAt: row.created_at,
    company: row.company,
    contactName: row.contact_name,
    phone: row.phone,
    email: row.email,
    region: row.region,
    comment: row.comment,
  }
}
