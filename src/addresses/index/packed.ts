// Strings and lists of numbers packed into typed arrays, so that a million of them are a few
// buffers. Never holds anything a structured clone could not carry.

/** Strings one after another as UTF-16 units; string i is units[starts[i]..starts[i + 1]). */
export interface PackedStrings {
  readonly units: Uint16Array<ArrayBuffer>
  readonly starts: Uint32Array<ArrayBuffer>
}

/** Lists of numbers one after another; list i is items[starts[i]..starts[i + 1]). */
export interface PackedLists {
  readonly items: Uint32Array<ArrayBuffer>
  readonly starts: Uint32Array<ArrayBuffer>
}

export function packStrings(strings: readonly string[]): PackedStrings {
  const starts = new Uint32Array(strings.length + 1)
  let total = 0
  for (let i = 0; i < strings.length; i += 1) {
    total += (strings[i] ?? '').length
    starts[i + 1] = total
  }
  const units = new Uint16Array(total)
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

export function packLists(lists: readonly (readonly number[])[]): PackedLists {
  const starts = new Uint32Array(lists.length + 1)
  let total = 0
  for (let i = 0; i < lists.length; i += 1) {
    total += lists[i]?.length ?? 0
    starts[i + 1] = total
  }
  const items = new Uint32Array(total)
  let at = 0
  for (const list of lists) for (const item of list) items[at++] = item
  return { items, starts }
}

/** How many numbers list i has, or units string i. */
export function lengthAt({ starts }: PackedLists | PackedStrings, i: number): number {
  return (starts[i + 1] ?? 0) - (starts[i] ?? 0)
}

/** List i, as a view of the packed numbers. */
export function listAt(packed: PackedLists, i: number): Uint32Array {
  return packed.items.subarray(packed.starts[i], packed.starts[i + 1])
}

/**
 * Turns "which items each list holds" about: list j of the result names the lists that hold item j.
 */
export function invertLists(
  lists: { readonly items: Uint32Array; readonly starts: Uint32Array },
  itemCount: number,
): PackedLists {
  const starts = new Uint32Array(itemCount + 1)
  for (const item of lists.items) starts[item + 1] = (starts[item + 1] ?? 0) + 1
  for (let i = 0; i < itemCount; i += 1) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0)
  const next = starts.slice(0, itemCount)
  const items = new Uint32Array(lists.items.length)
  for (let list = 0; list + 1 < lists.starts.length; list += 1) {
    for (let at = lists.starts[list] ?? 0; at < (lists.starts[list + 1] ?? 0); at += 1) {
      const item = lists.items[at] ?? 0
      const place = next[item] ?? 0
      items[place] = list
      next[item] = place + 1
    }
  }
  return { items, starts }
}

/** List g of the result names the places i whose group[i] is g, in their order. */
export function groupedBy(group: Uint32Array, groupCount: number): PackedLists {
  const oneEach = Uint32Array.from({ length: group.length + 1 }, (_, i) => i)
  return invertLists({ items: group, starts: oneEach }, groupCount)
}

/** The order of packed strings: by UTF-16 units, the same in every locale. */
export function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
