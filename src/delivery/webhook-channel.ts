// Delivery to a webhook: a signed JSON POST that carries the record's id as its idempotency key,
// so that the receiver knows a repetition. Any 2xx is taken as delivered.
import type { Clock } from '../clock.ts'
import type { Channel } from './channel.ts'
import { NoAnswer, postOnce } from './http-attempt.ts'
import { outgoingDocument } from './outgoing.ts'
import { signatureOf } from './signature.ts'

interface WebhookSettings {
  readonly url: string
  readonly secret: string
}

const AT_ONCE = 4

export function webhookChannel({ url, secret }: WebhookSettings, clock: Clock): Channel {
  return {
    atOnce: AT_ONCE,
    async deliver(outgoing, { signal }) {
      const body = JSON.stringify(outgoingDocument(outgoing))
      const timestampS = Math.floor(clock.wallMs() / 1000)
      try {
        const { status, retryAfterS } = await postOnce(
          {
            url,
            body,
            headers: {
              'idempotency-key': outgoing.id,
              'x-timestamp': String(timestampS),
              'x-signature': signatureOf(body, timestampS, secret),
            },
            wantsText: false,
          },
          signal,
          clock,
        )
        if (status >= 200 && status < 300) return { kind: 'delivered' }
        return {
          kind: 'not_delivered',
          reason: `webhook answered ${status}`,
          retryAfterS: status === 429 || status === 503 ? retryAfterS : undefined,
        }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        return { kind: 'not_delivered', reason: `webhook: ${error.message}` }
      }
    },
  }
}
