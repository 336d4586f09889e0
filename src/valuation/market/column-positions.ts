// Positions of named columns that stand one after another in an array.
// Never here: what the columns mean.

/** Where each column, or family of columns, begins, and how many columns there are together. */
type ColumnPositions<Name extends string> = Readonly<Record<Name | 'size', number>>

/**
 * @param names in the order of the columns
 * @param families columns that a name stands for, where it stands for more than one
 */
export function columnPositions<const Name extends string>(
  names: readonly Name[],
  families?: Readonly<Partial<Record<NoInfer<Name>, number>>>,
): ColumnPositions<Name> {
  let size = 0
  const starts = names.map((name) => {
    const start = size
    size += families?.[name] ?? 1
    return [name, start] as const
  })
  return { ...(Object.fromEntries(starts) as Record<Name, number>), size }
}
