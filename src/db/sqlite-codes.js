// SQLite's primary result codes, as far as they mean something here
// (https://www.sqlite.org/rescode.html). Plain JavaScript, since the worker reads it too.

export const SQLITE = /** @type {const} */ ({
  error: 1,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  /** Given for an unreadable disk too. */
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  constraint: 19,
  mismatch: 20,
  notADatabase: 26,
})

/**
 * The primary code: extended codes say more in their higher bytes. Undefined where the error is not
 * SQLite's.
 * @param {unknown} error
 * @returns {number | undefined}
 */
export function sqliteCodeOf(error) {
  const { errcode } = /** @type {{ errcode?: unknown }} */ (error ?? {})
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}
