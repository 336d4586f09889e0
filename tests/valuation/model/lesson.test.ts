import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { defaultSettings } from '../../../src/valuation/model/fit-settings.ts'
import {
  blindToBuildingOf,
  learnBlindToBuildings,
  lessonOf,
} from '../../../src/valuation/model/lesson.ts'
import { QUICK_FIT, town } from '../synthetic-market.ts'

const table = marketTable(clean(town({ rows: 600 })))

it('a building is valued as unknown only by what has seen none of its prices', () => {
  for (const [folds, blindFolds] of [
    [3, 1],
    [3, 3],
    // No more than there are.
    [2, 5],
  ] as const) {
    const defaults = defaultSettings(table.n)
    const trees = { ...defaults.trees, ...QUICK_FIT.trees }
    const settings = { ...defaults, ...QUICK_FIT, trees, folds, blindFolds }
    const lesson = lessonOf(table, settings)
    const isBlindTo = blindToBuildingOf(lesson)
    const isTried = table.buildings.map(() => false)
    table.building.forEach((building, row) => {
      isTried[building] ||= isBlindTo(row)
    })
    const tried = isTried.filter(Boolean).length / isTried.length
    const expected = Math.min(1, blindFolds / folds)
    assert.ok(Math.abs(tried - expected) < 0.2, `${tried} for ${expected}`)

    const building = isTried.indexOf(true)
    const detrended = lesson.detrended.map((ln, row) =>
      table.building[row] === building ? ln + 1 : ln,
    )
    const { outOfFold: before, attribute } = learnBlindToBuildings(lesson)
    assert.equal(attribute.folds.length, Math.min(blindFolds, folds))
    const after = learnBlindToBuildings({ ...lesson, detrended }).outOfFold
    table.building.forEach((of, row) => {
      if (of === building) assert.equal(after[row], before[row])
    })
  }
})

it('a market has trees from so many rows on', () => {
  const hasTreesFrom = (fewestForTrees: number) =>
    lessonOf(table, { ...defaultSettings(table.n), fewestForTrees }).hasTrees
  assert.deepEqual([table.n, table.n + 1].map(hasTreesFrom), [true, false])
})
