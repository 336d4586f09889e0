import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitHedonic } from '../../../src/valuation/attributes/fit-hedonic.ts'
import {
  FEATURE,
  treeColumns,
  treeFeaturesOf,
} from '../../../src/valuation/attributes/tree-features.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { STATEABLE } from '../../../src/valuation/market/stated-attributes.ts'
import { assertNear } from '../../support/near.ts'
import { FULLY_STATED } from '../sale.ts'

describe('what the trees see', () => {
  const flats = Array.from({ length: 12 }, (_, i) => ({
    ...FULLY_STATED,
    sourceId: `${i}`,
    floor: 1 + (i % 5),
    areaM2: 40 + i,
    priceRub: 5_000_000 + i * 100_000,
  }))
  const table = marketTable(clean(flats))
  const hedonic = fitHedonic(table)

  it('of a flat that states everything has no gap', () => {
    const columns = treeColumns(table, hedonic)
    assert.deepEqual(
      Object.entries(FEATURE).filter(([name, at]) => name !== 'size' && Number.isNaN(columns[at])),
      [],
    )
  })

  it('of a flat depends on each attribute that it may state', () => {
    const flat = flatOf(table, 0)
    const seen = treeFeaturesOf(hedonic, flat, 0)
    for (const [name, position] of Object.entries(FLAT)) {
      if (!STATEABLE.includes(position)) continue
      assert.notDeepEqual(treeFeaturesOf(hedonic, flat.with(position, Number.NaN), 0), seen, name)
    }
  })

  /** A studio of 60 m² on the fourth floor of ten, a hundredth of a degree north and east. */
  const studio = flatOf(table, 0).slice()
  studio[FLAT.lat] = 56.09
  studio[FLAT.lon] = 60.74
  studio[FLAT.lnArea] = Math.log(60)
  studio[FLAT.rooms] = 0
  studio[FLAT.floor] = 4
  studio[FLAT.floors] = 10
  studio[FLAT.kitchenShare] = 0.2

  it('is how far a flat is from the centre each way, and what its measures make together', () => {
    const seen = treeFeaturesOf(hedonic, studio, 19_900)
    // A degree of latitude is 111.195 km; the cosine of 56.08° is 0.55807.
    const [north, east] = [1.11195, 1.11195 * 0.55807]
    for (const [name, expected] of [
      ['northKm', north],
      ['eastKm', east],
      ['eastPlusNorthKm', east + north],
      ['eastLessNorthKm', east - north],
      ['centreKm', Math.hypot(east, north)],
      ['sixtyDegreesKm', 0.5 * east + Math.sin(Math.PI / 3) * north],
      ['areaPerRoom', 60],
      ['floorShare', 0.4],
      ['floorsAbove', 6],
      ['kitchenM2', 12],
      ['day', 19_900],
    ] as const) {
      assertNear(seen[FEATURE[name]] as number, expected, 1e-4)
    }
    const ofTwo = treeFeaturesOf(hedonic, studio.with(FLAT.rooms, 2), 19_900)
    assertNear(ofTwo[FEATURE.areaPerRoom] as number, 30, 1e-9)
  })

  it('is no place in a city that the market does not know', () => {
    const seen = treeFeaturesOf(hedonic, studio.with(FLAT.city, Number.NaN), 19_900)
    assert.deepEqual([seen[FEATURE.northKm], seen[FEATURE.eastKm]], [0, 0])
  })
})
