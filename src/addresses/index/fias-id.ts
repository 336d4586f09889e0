// FIAS ids of houses, which are UUIDs, as sixteen bytes each instead of a string.
// Never knows whose id it is.

const BYTES = 16

/** An id is collected as this many 32-bit numbers. */
export const FIAS_NUMBERS = BYTES / 4

const FIAS_ID =
  /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})([0-9a-f]{8})$/iu

/** An id as FIAS_NUMBERS numbers, or null for what is no such id. */
export function fiasNumbers(id: string | null): number[] | null {
  const match = FIAS_ID.exec(id?.trim() ?? '')
  if (!match) return null
  const [, a, b, c, d, e, f] = match
  return [a, `${b}${c}`, `${d}${e}`, f].map((hex) => Number.parseInt(hex ?? '0', 16) | 0)
}

/** Packs `count` ids; `numberAt(i, part)` gives the numbers of id i, all 0 where there is none. */
export function packFiasIds(
  count: number,
  numberAt: (i: number, part: number) => number,
): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(count * BYTES)
  const view = new DataView(packed.buffer)
  for (let i = 0; i < count; i += 1) {
    for (let part = 0; part < FIAS_NUMBERS; part += 1) {
      view.setInt32(i * BYTES + part * 4, numberAt(i, part))
    }
  }
  return packed
}

/** The i-th id with its hyphens, or null where there is none. */
export function fiasIdAt(packed: Uint8Array, i: number): string | null {
  if (packed.length === 0) return null
  const hex = Buffer.from(packed.subarray(i * BYTES, (i + 1) * BYTES)).toString('hex')
  if (/^0+$/u.test(hex)) return null
  return [0, 8, 12, 16, 20].map((at, k) => hex.slice(at, [8, 12, 16, 20, 32][k])).join('-')
}
