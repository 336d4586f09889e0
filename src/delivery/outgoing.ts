// What leaves the service: support messages, pilot requests and leads in the one form that every
// channel takes, and the JSON document that files and webhooks get.
import type { DeliveriesTable, IsoTime } from '../db/tables.ts'

export type Destination = DeliveriesTable['destination']
export const DESTINATIONS: readonly Destination[] = ['messenger', 'crm']

export type DeliveryKind = DeliveriesTable['kind']

export interface OutgoingSupportMessage {
  readonly kind: 'support_web' | 'support_anon'
  readonly id: string
  readonly createdAt: IsoTime
  /** NULL where nobody was signed in. */
  readonly username: string | null
  readonly text: string
  readonly contact: string | null
  readonly page: string | null
  readonly estimateId: string | null
}

export interface OutgoingPilotRequest {
  readonly kind: 'pilot'
  readonly id: string
  readonly createdAt: IsoTime
  readonly company: string
  readonly contactName: string
  readonly phone: string | null
  readonly email: string | null
  readonly region: string | null
  readonly comment: string | null
}

export interface OutgoingLead {
  readonly kind: 'lead'
  readonly id: string
  readonly createdAt: IsoTime
  readonly status: string
  readonly owner: string
  readonly estimateId: string | null
  readonly name: string
  readonly phone: string
  readonly email: string | null
  readonly comment: string | null
  readonly targetComplex: string | null
  readonly targetBudgetRub: number | null
}

export type Outgoing = OutgoingSupportMessage | OutgoingPilotRequest | OutgoingLead

/** A part whose records leave the service. */
export interface OutgoingSource {
  /** Undefined if the record is gone. */
  findOutgoing(recordId: string): Promise<Outgoing | undefined>
}

/** Where a message of each kind was written: by a signed-in caller, or by anybody. */
export const SUPPORT_CHANNELS = { support_web: 'web', support_anon: 'anon' } as const

/** The document as files and webhooks get it; `type` says which of the three it is. */
export function outgoingDocument(outgoing: Outgoing): Readonly<Record<string, unknown>> {
  switch (outgoing.kind) {
    case 'support_web':
    case 'support_anon':
      return {
        type: 'support_message',
        id: outgoing.id,
        created_at: outgoing.createdAt,
        channel: SUPPORT_CHANNELS[outgoing.kind],
        username: outgoing.username,
        text: outgoing.text,
        contact: outgoing.contact,
        page: outgoing.page,
        estimate_id: outgoing.estimateId,
      }
    case 'pilot':
      return {
        type: 'pilot_request',
        id: outgoing.id,
        created_at: outgoing.createdAt,
        company: outgoing.company,
        contact_name: outgoing.contactName,
        phone: outgoing.phone,
        email: outgoing.email,
        region: outgoing.region,
        comment: outgoing.comment,
      }
    case 'lead':
      return {
        type: 'lead',
        id: outgoing.id,
        created_at: outgoing.createdAt,
        status: outgoing.status,
        owner: outgoing.owner,
        estimate_id: outgoing.estimateId,
        name: outgoing.name,
        phone: outgoing.phone,
        email: outgoing.email,
        comment: outgoing.comment,
        target: { complex: outgoing.targetComplex, budget_rub: outgoing.targetBudgetRub },
      }
  }
}
