// JSON that others wrote: nothing is known of its form, and what has not the form looked for is no
// fault. Which form that is stands with whoever looks.

/** Undefined where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Null for whatever is no object, a list among it. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
