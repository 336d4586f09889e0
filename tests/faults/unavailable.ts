// The answer that a database is out of reach, and how long a caller may wait for it.
import assert from 'node:assert/strict'
import type { TestResponse } from '../support/service.ts'

/** Longest that a caller may wait for the answer that the database is out of reach. */
export const PATIENCE_MS = 5_000

/** What a run on a busy machine may add. */
export const SLACK_MS = 500

export const DELETED_COOKIE =
  /^__Host-tradein_session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/

export function assertUnavailable(response: TestResponse): void {
  assert.equal(response.status, 503)
  assert.deepEqual(response.json(), { detail: 'сервис временно недоступен, попробуйте позже' })
  assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/)
  assert.equal(response.headers['set-cookie'], undefined)
}
