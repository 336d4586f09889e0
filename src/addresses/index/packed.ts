// Strings packed into typed arrays, so that a million of them are two buffers. Never holds anything
// a structured clone could not carry.
import { startsOf } from '../../numbers/packed-lists.ts'

/** Strings one after another as UTF-16 units; string i is units[starts[i]..starts[i + 1]). */
export interface PackedStrings {
  readonly units: Uint16Array<ArrayBuffer>
  readonly starts: Uint32Array<ArrayBuffer>
}

export function packStrings(strings: readonly string[]): PackedStrings {
  const starts = startsOf(strings)
  const units = new Uint16Array(starts[strings.length] as number)
  let at = 0
  for (const text of strings) {
    for (let i = 0; i < text.length; i += 1) units[at++] = text.charCodeAt(i)
  }
  return { units, starts }
}

export function stringAt(packed: PackedStrings, i: number): string {
  return String.fromCharCode(
    ...packed.units.subarray(packed.starts[i] ?? 0, packed.starts[i + 1] ?? 0),
  )
}

export function stringCount(packed: PackedStrings): number {
  return packed.starts.length - 1
}
