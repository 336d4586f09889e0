// What the routes of open forms share: who sends, and how a refusal is answered.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DETAIL, refuseForNow } from '../errors.ts'
import type { FloodRefusal, Sender } from './open-form.ts'

export function senderOf(request: FastifyRequest): Sender {
  const { text, key } = request.client()
  return { ip: text, addressKey: key, log: request.log }
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
