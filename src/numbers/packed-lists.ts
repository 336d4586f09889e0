// Lists of whole numbers packed into typed arrays, so that a million of them are two buffers. Never
// holds anything a structured clone could not carry, and never knows what the numbers are.

/** Lists one after another; list i is items[starts[i]]..items[starts[i + 1] − 1]. */
export interface PackedLists {
  readonly items: Uint32Array<ArrayBuffer>
  readonly starts: Uint32Array<ArrayBuffer>
}

export function packLists(lists: readonly (readonly number[])[]): PackedLists {
  return { items: Uint32Array.from(lists.flat()), starts: startsOf(lists) }
}

/** Where each of the things begins, if they stand one after another; and the end of the last. */
export function startsOf(things: readonly { readonly length: number }[]): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(things.length + 1)
  for (const [i, { length }] of things.entries()) starts[i + 1] = (starts[i] as number) + length
  return starts
}

/** How long the i-th thing is. */
export function lengthAt({ starts }: Pick<PackedLists, 'starts'>, i: number): number {
  return (starts[i + 1] ?? 0) - (starts[i] ?? 0)
}

/** List i, as a view of the packed numbers. */
export function listAt({ items, starts }: PackedLists, i: number): Uint32Array {
  return items.subarray(starts[i], starts[i + 1])
}

/** List g of the result names the places i whose group[i] is g, in their order. */
export function groupedBy(group: ArrayLike<number>, groupCount: number): PackedLists {
  const starts = new Uint32Array(groupCount + 1)
  for (let i = 0; i < group.length; i += 1) {
    const after = (group[i] as number) + 1
    starts[after] = (starts[after] as number) + 1
  }
  for (let g = 0; g < groupCount; g += 1) {
    starts[g + 1] = (starts[g + 1] as number) + (starts[g] as number)
  }
  const next = starts.slice()
  const items = new Uint32Array(group.length)
  for (let i = 0; i < group.length; i += 1) {
    const at = next[group[i] as number] as number
    items[at] = i
    next[group[i] as number] = at + 1
  }
  return { items, starts }
}

/**
 * Turns "which items each list holds" about: list j of the result names the lists that hold item j.
 */
export function invertLists(lists: PackedLists, itemCount: number): PackedLists {
  const holder = new Uint32Array(lists.items.length)
  for (let list = 0; list + 1 < lists.starts.length; list += 1) {
    holder.fill(list, lists.starts[list], lists.starts[list + 1])
  }
  const { items, starts } = groupedBy(lists.items, itemCount)
  return { items: items.map((place) => holder[place] as number), starts }
}
