// Creates a lead. Knows neither HTTP nor SQL.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import type { Caller } from '../gate/caller.ts'
import type { PlainCounter } from '../metrics/counters.ts'
import { normalisePhone } from '../text/phone.ts'
import type { Valuation } from '../valuation/start.ts'
import type { NewLead } from './lead.ts'
import type { AddedLead, LeadStore } from './lead-store.ts'

export interface CreateLeadParts {
  readonly store: Pick<LeadStore, 'add'>
  readonly estimateIsVisible: Valuation['estimateIsVisible']
  /** Undefined where leads stay in the service. */
  readonly crm: Pick<Dispatcher, 'wake'> | undefined
  readonly counter: PlainCounter
  readonly clock: Clock
}

/** What the caller wrote. */
export type LeadRequest = Omit<NewLead, 'id' | 'owner' | 'phone'> & { readonly typedPhone: string }

export type LeadOutcome =
  | AddedLead
  | { readonly kind: 'phone_invalid' }
  | { readonly kind: 'estimate_unknown' }

export async function createLead(
  parts: CreateLeadParts,
  caller: Caller,
  request: LeadRequest,
  idempotencyKey: string | undefined,
): Promise<LeadOutcome> {
  const { typedPhone, ...written } = request
  const phone = normalisePhone(typedPhone)
  if (phone === undefined) return { kind: 'phone_invalid' }
  const { estimateId } = written
  if (estimateId !== null && !(await parts.estimateIsVisible(caller, estimateId))) {
    return { kind: 'estimate_unknown' }
  }
  const lead = { ...written, phone, id: randomUUID(), owner: caller.username }
  const added = await parts.store.add(
    lead,
    idempotencyKey,
    parts.crm === undefined ? undefined : 'crm',
    parts.clock.wallMs(),
  )
  if (added.kind === 'created') {
    parts.counter.add()
    parts.crm?.wake()
  }
  return added
}
