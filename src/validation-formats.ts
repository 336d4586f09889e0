// The formats and patterns that schemas name. What is said of a broken one stands in
// validation-texts.ts.

/** One character at least that is not white space. */
export const NOT_BLANK = '\\S'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const FORMATS = {
  uuid: UUID,
  /** Only what every mail server asks: one @, something before it, a dotted name after it. */
  email: /^[^\s@<>,;:"]{1,64}@[^\s@<>,;:".]+(\.[^\s@<>,;:".]+)+$/u,
}

export function isUuid(text: string): boolean {
  return UUID.test(text)
}
