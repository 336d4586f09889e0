// The legacy user header: taken out of every request before anything can read it, and put back
// only with the name of a caller who was let in.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

const LEGACY_HEADER = 'x-authenticated-user'

/**
 * Removes the header, parsed and raw, every copy of it.
 * @returns its value read as UTF-8, ill-formed text where its bytes are none; undefined where it is
 *   missing or came more than once
 */
export function takeLegacyHeader(request: IncomingMessage): string | undefined {
  const sent = request.headers[LEGACY_HEADER]
  if (sent === undefined) return undefined
  delete request.headers[LEGACY_HEADER]
  // Node builds this from the raw headers at the first read, and counts on all of them being there:
  // so it is read before any is removed. An injected request does not have it.
  const distinct: IncomingMessage['headersDistinct'] | undefined = request.headersDistinct
  if (distinct) delete distinct[LEGACY_HEADER]
  const raw = request.rawHeaders
  let copies = 0
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (raw[index]?.toLowerCase() !== LEGACY_HEADER) continue
    raw.splice(index, 2)
    copies += 1
  }
  // Node joins copies with a comma, and the roles file may list what comes of it.
  if (copies > 1) return undefined
  // Node gives header bytes as Latin-1.
  const bytes = Buffer.from(String(sent), 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : unlistable(String(sent))
}

/**
 * A name whose bytes are no UTF-8, decoded so that no other bytes give the same and no roles file
 * lists it: those past ASCII become lone surrogates.
 */
function unlistable(latin1: string): string {
  return latin1.replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)))
}

/** Sets the one header, in the form in which headers arrive: UTF-8 bytes read as Latin-1. */
export function putLegacyHeader(request: IncomingMessage, username: string): void {
  const value = Buffer.from(username, 'utf8').toString('latin1')
  request.headers[LEGACY_HEADER] = value
  request.rawHeaders.push('X-Authenticated-User', value)
}
