// Functions that are made when first called. The schemas beside the routes are compiled so: all of
// them took a third of a start, and many are never asked for.
import { once } from '../made-once.ts'

/** A function that `make` makes at the first call; if `make` throws, the next call tries again. */
export function onFirstUse<Value, Result>(
  make: () => (value: Value) => Result,
): (value: Value) => Result {
  const made = once(make)
  return (value) => made()(value)
}
