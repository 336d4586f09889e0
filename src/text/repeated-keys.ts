// Which keys stand twice in one object of a JSON text. JSON.parse takes the last of them and says
// nothing, so what is written twice would hold as one of two values, unseen.

/** A whole string with the colon that makes it a key, or a bracket outside of strings. */
const TOKENS = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g

interface Level {
  readonly keys: Set<string>
  /** The key whose value is being read; undefined in a list. */
  last: string | undefined
}

/**
 * @param text that JSON.parse has taken
 * @returns paths such as `rules.setback_m`, in the order in which they are met again
 */
export function repeatedKeysOf(text: string): readonly string[] {
  const repeated: string[] = []
  const levels: Level[] = []
  for (const [token, characters, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      levels.push({ keys: new Set(), last: undefined })
    } else if (token === '}' || token === ']') {
      levels.pop()
    } else if (colon !== undefined) {
      const level = levels.at(-1)
      // Two spellings of one key, such as a and \u0061, are one to JSON.parse.
      const key = JSON.parse(`"${characters}"`) as string
      if (level === undefined) continue
      level.last = key
      const path = levels.flatMap(({ last }) => last ?? []).join('.')
      if (level.keys.has(key)) repeated.push(path)
      level.keys.add(key)
    }
  }
  return repeated
}
