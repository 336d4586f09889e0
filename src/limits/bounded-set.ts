// A set that is remembered only so far: keys that outsiders make up must not fill the memory.

/** Adds to a set of `most` at most: past it the one that was added first is forgotten. */
export function addBounded<T>(set: Set<T>, value: T, most: number): void {
  set.add(value)
  if (set.size <= most) return
  for (const oldest of set) {
    set.delete(oldest)
    return
  }
}
