// Takes a request for a pilot. Knows neither HTTP nor SQL.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import {
  type FloodRefusal,
  type OpenForm,
  type Sender,
  storeWithinLimits,
} from '../open-forms/open-form.ts'
import { normalisePhone } from '../text/phone.ts'
import type { NewPilotRequest, PilotStore } from './pilot-store.ts'

export interface RequestPilotParts {
  readonly store: Pick<PilotStore, 'add'>
  readonly messenger: Pick<Dispatcher, 'wake'>
  readonly open: OpenForm
  readonly clock: Clock
}

/** What the sender wrote. */
type WrittenRequest = Omit<NewPilotRequest, 'id' | 'ip' | 'phone'> & {
  readonly typedPhone: string | undefined
}

export type PilotOutcome =
  | { readonly kind: 'stored'; readonly id: string }
  /** Neither a phone nor an email. */
  | { readonly kind: 'contact_missing' }
  | { readonly kind: 'phone_invalid' }
  | FloodRefusal

/** What breaks a rule spends nothing of the sender's budget. */
export async function requestPilot(
  { store, messenger, open, clock }: RequestPilotParts,
  sender: Sender,
  { typedPhone, ...written }: WrittenRequest,
): Promise<PilotOutcome> {
  if (typedPhone === undefined && written.email === null) return { kind: 'contact_missing' }
  const phone = typedPhone === undefined ? null : normalisePhone(typedPhone)
  if (phone === undefined) return { kind: 'phone_invalid' }
  const id = randomUUID()
  const request = { ...written, id, ip: sender.ip, phone }
  const admission = await storeWithinLimits(open, sender, () => store.add(request, clock.wallMs()))
  if (admission.kind !== 'stored') return admission
  messenger.wake()
  return { kind: 'stored', id }
}
