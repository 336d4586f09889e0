// Values that are made when first asked for, and kept as long as the function that gives them.

/** A value that `make` makes at the first call. What `make` throws, the call throws, each again. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A value for each key, made at the first call with it. Grows with the keys: those of one run. */
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
