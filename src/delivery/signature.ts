// How a webhook's receiver knows that a request is ours, whole and recent.
import { createHmac } from 'node:crypto'

/**
 * HMAC-SHA-256 over `TIMESTAMP.BODY`, as `sha256=HEX`. The timestamp inside keeps an old request
 * from being sent again later with a new one.
 * @param timestampS Unix time in seconds, as in the header `X-Timestamp`
 */
export function signatureOf(body: string, timestampS: number, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestampS}.${body}`).digest('hex')}`
}
