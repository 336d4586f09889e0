// Values that are made when first asked for, and kept as long as the function that gives them.

/**
 * Calls `make` at the first call and keeps its value. If `make` throws, so does the call; nothing
 * is kept then, and the next call tries again.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * A value for each key, made at the first call with it. Every key is kept: for a bounded set of
 * keys only.
 */
export function memoized<Key extends number | string | null, Value>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new Map<Key, { readonly value: Value }>()
  return (key) => {
    const known = made.get(key)
    if (known) return known.value
    const value = make(key)
    made.set(key, { value })
    return value
  }
}
