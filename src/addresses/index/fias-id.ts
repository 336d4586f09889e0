// FIAS ids of houses, which are UUIDs, as sixteen bytes each instead of a string.
// Never knows whose id it is.

export const FIAS_BYTES = 16

const FIAS_ID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/iu

/** An id as FIAS_BYTES bytes, or null for what is no such id. */
export function fiasBytes(id: string | null): Uint8Array | null {
  const text = id?.trim() ?? ''
  return FIAS_ID.test(text) ? Buffer.from(text.replaceAll('-', ''), 'hex') : null
}

/** The i-th id with its hyphens, or null where there is none. */
export function fiasIdAt(packed: Uint8Array, i: number): string | null {
  if (packed.length === 0) return null
  const hex = Buffer.from(packed.subarray(i * FIAS_BYTES, (i + 1) * FIAS_BYTES)).toString('hex')
  if (/^0+$/u.test(hex)) return null
  return [0, 8, 12, 16, 20].map((at, k) => hex.slice(at, [8, 12, 16, 20, 32][k])).join('-')
}
