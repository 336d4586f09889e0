// Names of answers, by which a client asks whether one has changed (RFC 9110, 8.8.3). What an
// answer depends on is its route's.
import { hash } from 'node:crypto'

/** A strong tag of all that the answer depends on, in this order. */
export function etagOf(parts: readonly unknown[]): string {
  return `"${hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)}"`
}

/**
 * Whether the client has the answer, by its `If-None-Match`; weak tags count (RFC 9110, 13.1.2).
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (
    ifNoneMatch?.split(',').some((tag) => {
      const trimmed = tag.trim()
      return trimmed === '*' || trimmed.replace(/^W\//, '') === etag
    }) ?? false
  )
}
