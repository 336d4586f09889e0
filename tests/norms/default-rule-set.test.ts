// The default norms as their sources print them: a slip in a figure would be in every answer.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requiredHours, type Steps, stepAt } from '../../src/norms/rule-look-ups.ts'
import { DEFAULT_RULES } from './rules.ts'

const { rules } = DEFAULT_RULES

const atEach = <Value>(steps: Steps<Value>, places: readonly number[]) =>
  places.map((at) => stepAt(steps, at))

describe('the default norms', () => {
  it('cover less of a site the higher its houses are, by the table of land-use rules', () => {
    const storeys = Array.from({ length: 18 }, (_, i) => i + 1)
    assert.deepEqual(
      atEach(rules.max_coverage.value, storeys).map((share) => Number((share * 100).toFixed(1))),
      [
        59, 50.8, 44.1, 38.9, 34.8, 31.5, 28.8, 26.5, 24.6, 23, 21.6, 20.3, 19.2, 18.1, 17.2, 16.4,
        15.7, 15.7,
      ],
    )
  })

  it('allow a density of 0.8, above nine storeys of 1.2', () => {
    assert.deepEqual(atEach(rules.max_density.value, [1, 9, 10, 25]), [0.8, 0.8, 1.2, 1.2])
  })

  it('keep houses apart: 15 m of daylight up to three storeys and 20 m above, 10 m to ends, 6 m for fire', () => {
    assert.deepEqual(atEach(rules.daylight_gap_long_m.value, [2, 3, 4, 25]), [15, 15, 20, 20])
    assert.equal(rules.daylight_gap_end_m.value, 10)
    assert.equal(rules.fire_gap_m.value, 6)
    assert.equal(rules.setback_m.value, 3)
  })

  it('ask for ways of 3.5 m to a height of 13 m, 4.2 m to 46 m and 6 m above', () => {
    assert.deepEqual(
      atEach(rules.fire_lane_width_m.value, [13, 13.1, 46, 46.1]),
      [3.5, 4.2, 4.2, 6],
    )
  })

  it('ask for ways 5 to 8 m from walls to a height of 28 m, 8 to 10 m above', () => {
    assert.deepEqual(atEach(rules.fire_lane_distance_m.value, [28, 28.1]), [
      { least: 5, most: 8 },
      { least: 8, most: 10 },
    ])
  })

  it('ask for 1.5 hours of sun in the south, 2 between 48° and 58° and 2.5 in the north', () => {
    assert.deepEqual(
      [48, 48.1, 58, 58.1].map((latitude) => requiredHours(rules, latitude)),
      [1.5, 2, 2, 2.5],
    )
    assert.deepEqual(atEach(rules.insolation_day.value, [48, 48.1, 70]), [
      '02-22',
      '04-22',
      '04-22',
    ])
  })

  it('allow 25 storeys of 3 m', () => {
    const { max_storeys, max_height_m, storey_height_m, min_storeys } = rules
    assert.deepEqual(
      [max_storeys.value, max_height_m.value, storey_height_m.value, min_storeys.value],
      [25, 75, 3, 1],
    )
  })

  it('take 25 m² for a car, 0.6 of one and 2 m² to play for a flat, and leave 15 % green', () => {
    const { parking_space_m2, parking_per_unit, playground_m2_per_unit, min_green } = rules
    assert.deepEqual(
      [
        parking_space_m2.value,
        parking_per_unit.value,
        playground_m2_per_unit.value,
        min_green.value,
      ],
      [25, 0.6, 2, 0.15],
    )
  })
})
