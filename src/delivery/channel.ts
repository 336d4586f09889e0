// A way out of the service. A channel makes one attempt and says how it went; when to try again
// and when to give up is decided in delivery-attempt.ts.
import type { Outgoing } from './outgoing.ts'

export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'not_delivered'
      /** For the log and the table: never a secret, a URL or what the message says. */
      readonly reason: string
      /** For how long the receiver asks not to be sent anything. */
      readonly retryAfterS?: number | undefined
    }

/** What a channel is given for the attempt that it makes. */
interface Attempt {
  /** Aborts when the service cannot wait any longer. */
  readonly signal: AbortSignal
  /** How many parts of a long message earlier attempts have delivered. */
  readonly partsSent: number
  /** To be called after each part but the last. */
  savePart(partsSent: number): Promise<void>
}

export interface Channel {
  /** How many attempts may be under way at once. */
  readonly atOnce: number
  deliver(outgoing: Outgoing, attempt: Attempt): Promise<DeliveryOutcome>
}
