// A set in memory that only grows so far. Never here: what it holds and how much of it.

/** Adds to a set of `most` at most: past it the one that was added first is forgotten. */
export function addBounded<T>(set: Set<T>, value: T, most: number): void {
  set.add(value)
  if (set.size <= most) return
  for (const oldest of set) {
    set.delete(oldest)
    return
  }
}
