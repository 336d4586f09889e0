// Which rows of a market are in which building.
import type { MarketTable } from './market-table.ts'

/** Those of building b are rows[starts[b]] … rows[starts[b + 1] − 1], oldest first. */
export interface BuildingRows {
  readonly rows: Int32Array
  readonly starts: Int32Array
}

export function rowsByBuilding(table: MarketTable): BuildingRows {
  const starts = new Int32Array(table.buildings.length + 1)
  for (const building of table.building) starts[building + 1] = (starts[building + 1] as number) + 1
  for (let b = 0; b < table.buildings.length; b += 1) {
    starts[b + 1] = (starts[b + 1] as number) + (starts[b] as number)
  }
  const next = starts.slice()
  const rows = new Int32Array(table.n)
  table.building.forEach((building, row) => {
    const at = next[building] as number
    rows[at] = row
    next[building] = at + 1
  })
  return { rows, starts }
}

export function rowsOfBuilding({ rows, starts }: BuildingRows, building: number): Int32Array {
  return rows.subarray(starts[building], starts[building + 1])
}
