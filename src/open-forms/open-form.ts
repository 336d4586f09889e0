// What a form that strangers may send checks before it stores anything: its limits, and a bound on
// records that are stored but not yet delivered. So no stranger fills the database or the
// messenger. Knows no HTTP: what its routes share is in open-form-routes.ts.
import type { DeliveryStore } from '../delivery/delivery-store.ts'
import type { DeliveryKind } from '../delivery/outgoing.ts'
import { retryAfterS } from '../limits/retry-after.ts'
import type { Logger } from '../logging.ts'
import type { OpenLimit } from './open-limit.ts'

export interface OpenForm {
  /** What the form stores and has delivered. */
  readonly kind: DeliveryKind
  readonly limit: OpenLimit
  /** How many records may wait to be delivered; at this many no more are taken. */
  readonly pendingLimit: number
  readonly deliveries: Pick<DeliveryStore, 'pendingOf'>
}

/** Who sends a form. */
export interface Sender {
  /** Full written form of the address, for the record. */
  readonly ip: string
  /** What the address is limited by. */
  readonly addressKey: string
  readonly log: Pick<Logger, 'warn'>
}

/** By then a messenger that works again has taken some. */
const FULL_RETRY_S = 60

type Admission = { readonly kind: 'stored' } | FloodRefusal

export type FloodRefusal =
  /** This address has spent its budget. */
  | { readonly kind: 'limited'; readonly retryAfterS: number }
  /** All addresses together have, or too much waits to be delivered. */
  | { readonly kind: 'full'; readonly retryAfterS: number }

/** @param store is called if the request is within the limits */
export async function storeWithinLimits(
  form: OpenForm,
  { addressKey, log }: Sender,
  store: () => Promise<void>,
): Promise<Admission> {
  const spent = form.limit.spend(addressKey)
  if (spent) {
    const kind = spent.of === 'address' ? 'limited' : 'full'
    return { kind, retryAfterS: retryAfterS(spent.waitS) }
  }
  try {
    const pending = await form.deliveries.pendingOf(form.kind, form.pendingLimit)
    if (pending >= form.pendingLimit) {
      form.limit.giveBack(addressKey)
      log.warn({ kind: form.kind, pending }, 'too many wait to be delivered, no more are taken')
      return { kind: 'full', retryAfterS: FULL_RETRY_S }
    }
    await store()
    return { kind: 'stored' }
  } catch (error) {
    // Who retries while the database is unreachable must not find the budget spent once it is back.
    form.limit.giveBack(addressKey)
    throw error
  }
}
