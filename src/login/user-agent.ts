// The user agent as it is kept in rows.
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'

/** Unicode code points; a longer one is cut: the client must not choose what a row costs. */
const USER_AGENT_MAX_LENGTH = 512

export function userAgentOf(request: FastifyRequest): string | null {
  const sent = request.headers['user-agent']
  if (sent === undefined) return null
  // Node gives header bytes as Latin-1; a client that sends more than ASCII mostly means UTF-8.
  const bytes = Buffer.from(sent, 'latin1')
  const text = isUtf8(bytes) ? bytes.toString('utf8') : sent
  if (text.length <= USER_AGENT_MAX_LENGTH) return text
  return [...text].slice(0, USER_AGENT_MAX_LENGTH).join('')
}
