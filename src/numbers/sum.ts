// Numbers added up in their order, so that equal input gives equal digits.

/** 0 if there are none. */
export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** The sum of one number of each item. */
export function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
