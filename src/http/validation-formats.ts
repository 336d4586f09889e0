// The formats and patterns that schemas name. What is said of a broken one stands in
// validation-texts.ts.

/** One character at least that is not white space. */
export const NOT_BLANK = '\\S'

/** The form alone: `2026-02-30` has it too. */
export const ISO_DATE = '^\\d{4}-\\d{2}-\\d{2}$'

/** A day of any year: `04-22`, never `02-30` or `13-01`. */
export const MONTH_DAY =
  '^((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))$'

/** `38:36:000021:1234`: region, district, quarter, parcel. */
export const CADASTRAL_NUMBER = '^\\d{2}:\\d{2}:\\d{6,7}:\\d+$'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const FORMATS = {
  uuid: UUID,
  /**
   * Only what every mail server asks: one @, something before it, a dotted name after it, nothing
   * that is no character of a text. Letters of any script may stand in it, which `email` forbids.
   */
  'idn-email': /^[^\s\p{C}@<>,;:"]{1,64}@[^\s\p{C}@<>,;:".]+(\.[^\s\p{C}@<>,;:".]+)+$/u,
}

export function isUuid(text: string): boolean {
  return UUID.test(text)
}
