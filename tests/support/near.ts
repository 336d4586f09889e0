// Says how far a figure is off where it is not near enough to another.
import assert from 'node:assert/strict'

/** Fails unless the two differ by less than `within`; NaN is near nothing. */
export function assertNear(actual: number, expected: number, within: number): void {
  if (Math.abs(actual - expected) < within) return
  assert.fail(`${actual} is not within ${within} of ${expected}`)
}
