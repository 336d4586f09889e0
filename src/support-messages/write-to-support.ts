// Takes a message to support, of a caller or of a stranger. Knows neither HTTP nor SQL.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import type { Caller } from '../gate/caller.ts'
import {
  type FloodRefusal,
  type OpenForm,
  type Sender,
  storeWithinLimits,
} from '../open-forms/open-form.ts'
import type { Valuation } from '../valuation/start.ts'
import type { NewSupportMessage, SupportStore } from './support-store.ts'

export interface WriteToSupportParts {
  readonly store: Pick<SupportStore, 'add'>
  readonly messenger: Pick<Dispatcher, 'wake'>
  readonly estimateIsVisible: Valuation['estimateIsVisible']
  readonly anonymous: OpenForm
  readonly clock: Clock
}

/** What the sender wrote. */
type WrittenMessage = Pick<NewSupportMessage, 'text' | 'contact' | 'page' | 'estimateId'>

interface Stored {
  readonly kind: 'stored'
  readonly id: string
}

export type MessageOutcome = Stored | { readonly kind: 'estimate_unknown' }

/** @param ip the caller's address, for the record */
export async function writeToSupport(
  { store, messenger, estimateIsVisible, clock }: WriteToSupportParts,
  caller: Caller,
  ip: string,
  written: WrittenMessage,
): Promise<MessageOutcome> {
  const { estimateId } = written
  if (estimateId !== null && !(await estimateIsVisible(caller, estimateId))) {
    return { kind: 'estimate_unknown' }
  }
  const id = randomUUID()
  const { username } = caller
  await store.add({ ...written, id, channel: 'web', username, ip }, clock.wallMs())
  messenger.wake()
  return { kind: 'stored', id }
}

export type AnonymousOutcome = Stored | FloodRefusal

interface WrittenByStranger extends WrittenMessage {
  /**
   * Whether a field was filled in that people do not see. A program that fills in every field must
   * not learn that it was found out: all goes on as for others, but nothing is kept.
   */
  readonly isTrapped: boolean
}

export async function writeAnonymously(
  { store, messenger, anonymous, clock }: WriteToSupportParts,
  sender: Sender,
  { isTrapped, ...written }: WrittenByStranger,
): Promise<AnonymousOutcome> {
  const id = randomUUID()
  const origin = { id, channel: 'anon', username: null, ip: sender.ip } as const
  const admission = await storeWithinLimits(anonymous, sender, async () => {
    if (isTrapped) return
    await store.add({ ...written, ...origin }, clock.wallMs())
    messenger.wake()
  })
  return admission.kind === 'stored' ? { kind: 'stored', id } : admission
}
