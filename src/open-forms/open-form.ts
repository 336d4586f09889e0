// What a form that strangers may send checks before it stores anything: its limits, and a bound on
// records that are stored but not yet delivered. So no stranger fills the database or the
// messenger.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeliveryStore } from '../delivery/delivery-store.ts'
import type { DeliveryKind } from '../delivery/outgoing.ts'
import { DETAIL, refuseForNow } from '../errors.ts'
import { retryAfterS } from '../limits/retry-after.ts'
import type { OpenLimit } from './open-limit.ts'

export interface OpenForm {
  /** What the form stores and has delivered. */
  readonly kind: DeliveryKind
  readonly limit: OpenLimit
  /** How many records may wait to be delivered; at this many no more are taken. */
  readonly pendingLimit: number
  readonly deliveries: Pick<DeliveryStore, 'pendingOf'>
}

/** By then a messenger that works again has taken some. */
const FULL_RETRY_S = 60

/** A value, not a sent reply: a reply is thenable, so an async function cannot return one. */
type Admission =
  | { readonly kind: 'stored' }
  /** This address has spent its budget. */
  | { readonly kind: 'limited'; readonly retryAfterS: number }
  /** All addresses together have, or too much waits to be delivered. */
  | { readonly kind: 'full'; readonly retryAfterS: number }

type FloodRefusal = Exclude<Admission, { kind: 'stored' }>

/** @param store is called if the request is within the limits */
export async function storeWithinLimits(
  form: OpenForm,
  request: FastifyRequest,
  store: () => Promise<void>,
): Promise<Admission> {
  const addressKey = request.client().key
  const spent = form.limit.spend(addressKey)
  if (spent) {
    const kind = spent.of === 'address' ? 'limited' : 'full'
    return { kind, retryAfterS: retryAfterS(spent.waitS) }
  }
  try {
    const pending = await form.deliveries.pendingOf(form.kind, form.pendingLimit)
    if (pending >= form.pendingLimit) {
      form.limit.giveBack(addressKey)
      request.log.warn(
        { kind: form.kind, pending },
        'too many wait to be delivered, no more are taken',
      )
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

/** What a refusal's status means, for the reference. */
export const FLOOD_ANSWERS = {
  429: 'This address has sent too many',
  503: 'All addresses together have sent too many, too many wait to be delivered, or the database is out of reach',
} as const

export function refuseFlood(reply: FastifyReply, refusal: FloodRefusal): FastifyReply {
  return refusal.kind === 'limited'
    ? refuseForNow(reply, 429, DETAIL.tooManyRequests, refusal.retryAfterS)
    : refuseForNow(reply, 503, DETAIL.unavailable, refusal.retryAfterS)
}
