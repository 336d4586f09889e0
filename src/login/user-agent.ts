// The user agent as it is kept in rows.
import type { FastifyRequest } from 'fastify'

/** A longer one is cut: the client must not choose what a row costs. */
const USER_AGENT_MAX_LENGTH = 512

export function userAgentOf(request: FastifyRequest): string | null {
  return request.headers['user-agent']?.slice(0, USER_AGENT_MAX_LENGTH) ?? null
}
