// Records of the import schema for tests: cells in the order of its columns.
import assert from 'node:assert/strict'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import {
  COLUMNS,
  headerPositions,
  parseComparable,
} from '../../../src/valuation/comparables/comparable-record.ts'

type Cells = Partial<Record<(typeof COLUMNS)[number], string>>

const found = headerPositions(COLUMNS)
export const positions = 'positions' in found ? found.positions : new Map()

/** A complete advert with other cells in places. */
export function record(change: Cells = {}): string[] {
  const cells: Cells = {
    source_id: 'a1',
    kind: 'listing',
    date: '2024-04-02',
    price_rub: '7900000',
    lat: '56.08',
    lon: '60.73',
    area_m2: '54',
    rooms: '2',
    floor: '1',
    floors_total: '9',
    house_material: 'panel',
    ...change,
  }
  return COLUMNS.map((column) => cells[column] ?? '')
}

/** What such a record is read as, or the column that it is refused for. */
export function readRecord(change: Cells) {
  const parsed = parseComparable(record(change), positions)
  return 'comparable' in parsed ? parsed.comparable : parsed.column
}

/** What a record that must be taken is read as. */
export function comparableOf(change: Cells = {}): Comparable {
  const read = readRecord(change)
  assert.ok(typeof read !== 'string', `${JSON.stringify(change)} is refused for its ${read}`)
  return read
}
