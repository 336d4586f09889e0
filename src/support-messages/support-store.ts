// The table `support_messages`. A message and its delivery are stored together or not at all.

import type { Database } from '../db/database.ts'
import type { MainTables, SupportMessagesTable } from '../db/tables.ts'
import { enqueueDelivery } from '../delivery/delivery-store.ts'
import type { OutgoingSupportMessage } from '../delivery/outgoing.ts'
import { isoTime } from '../iso-time.ts'

export interface NewSupportMessage extends Omit<OutgoingSupportMessage, 'kind' | 'createdAt'> {
  readonly channel: 'web' | 'anon'
  readonly ip: string
}

export interface SupportStore {
  add(message: NewSupportMessage, wallMs: number): Promise<void>
  find(id: string): Promise<OutgoingSupportMessage | undefined>
}

export function createSupportStore(database: Pick<Database<MainTables>, 'query'>): SupportStore {
  const { query } = database
  return {
    async add(message, wallMs) {
      await query.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('support_messages')
          .values({
            message_id: message.id,
            channel: message.channel,
            owner: message.username,
            ip: message.ip,
            created_at: isoTime(wallMs),
            text: message.text,
            contact: message.contact,
            page: message.page,
            estimate_id: message.estimateId,
          })
          .execute()
        await enqueueDelivery(transaction, {
          recordId: message.id,
          destination: 'messenger',
          kind: `support_${message.channel}`,
          wallMs,
        })
      })
    },

    async find(id) {
      const row = await query
        .selectFrom('support_messages')
        .selectAll()
        .where('message_id', '=', id)
        .executeTakeFirst()
      return row && rowToMessage(row)
    },
  }
}

function rowToMessage(row: SupportMessagesTable): OutgoingSupportMessage {
  return {
    kind: `support_${row.channel}`,
    id: row.message_id,
    createdAt: row.created_at,
    username: row.owner,
    text: row.text,
    contact: row.contact,
    page: row.page,
    estimateId: row.estimate_id,
  }
}
