// One page of a list of which one item more was asked for.

/**
 * @param found in order; more than `limit` of them mean that another page follows
 * @returns the page, and the item after which the next one begins
 */
export function cutPage<Item>(
  found: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly next: Item | undefined } {
  const items = found.slice(0, limit)
  return { items, next: found.length > limit ? items.at(-1) : undefined }
}
