// Which cities of a market have an index of their own. Never here: the index (time-index.ts).

const MIN_ROWS = 150
/**
 * Most month effects in all groups together. The regression's square matrix has a row for each of
 * them and for each attribute column: with 1,230 of the latter, 84 MB.
 */
const MAX_EFFECTS = 2_000

export interface IndexGroups {
  /** By code of a city; 0 is the group of all that have none of their own. */
  readonly groupOfCity: Int32Array
  readonly groups: number
}

/**
 * The largest cities have their own months, as many as there is room for; the others share a group.
 * @param rows by code of a city
 * @param months with an effect of their own (index-months.ts)
 */
export function indexGroups(rows: Int32Array, months: number): IndexGroups {
  const groupOfCity = new Int32Array(rows.length)
  if (rows.length === 1) return { groupOfCity, groups: 1 }
  const room = Math.max(0, Math.floor(MAX_EFFECTS / Math.max(1, months)) - 1)
  const own = [...rows.keys()]
    .filter((city) => (rows[city] as number) >= MIN_ROWS)
    .sort((a, b) => (rows[b] as number) - (rows[a] as number) || a - b)
    .slice(0, room)
    .sort((a, b) => a - b)
  own.forEach((city, i) => {
    groupOfCity[city] = i + 1
  })
  return { groupOfCity, groups: own.length + 1 }
}
