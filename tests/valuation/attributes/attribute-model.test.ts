import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { robustScale } from '../../../src/numbers/order-statistics.ts'
import {
  attributeLn,
  attributeLnByFold,
  fitAttributeModel,
  foldsByBuilding,
  foldsByRow,
  UNSEEN,
} from '../../../src/valuation/attributes/attribute-model.ts'
import { blindHedonics } from '../../../src/valuation/attributes/blind-hedonics.ts'
import { fitHedonic } from '../../../src/valuation/attributes/fit-hedonic.ts'
import { hedonicLn, marketIndexOf } from '../../../src/valuation/attributes/hedonic.ts'
import { indexLevel } from '../../../src/valuation/attributes/time-index.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { keepBack } from '../../../src/valuation/market/trials.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { defaultSettings } from '../../../src/valuation/model/fit-settings.ts'
import { assertNear } from '../../support/near.ts'
import { QUICK_FIT, town } from '../synthetic-market.ts'

const table = marketTable(clean(town({ rows: 1500 })))
const hedonic = fitHedonic(table)
const detrended = table.lnPrice.map((ln, i) => {
  const flat = flatOf(table, i)
  return ln - indexLevel(marketIndexOf(hedonic, flat), table.day[i] as number)
})
const trees = { ...defaultSettings(table.n).trees, trees: 30 }
const fitted = (mostTrainingRows?: number) =>
  fitAttributeModel(table, hedonic, detrended, {
    folds: 3,
    trees,
    seed: 1,
    foldOfRow: foldsByRow(table, 3, new Uint8Array(table.n)),
    ...(mostTrainingRows === undefined ? {} : { mostTrainingRows }),
  })
const missOf = (outOfFold: Float64Array): number =>
  robustScale(Array.from(outOfFold, (f, i) => (detrended[i] as number) - f))

describe('trees of a market with more rows than they are trained on', () => {
  it('every row has a residual out of its fold, hardly worse for the sample', () => {
    const all = fitted()
    const some = fitted(500)
    assert.equal(some.outOfFold.length, table.n)
    assert.ok(some.outOfFold.every(Number.isFinite))
    assert.deepEqual(some.foldOfRow, all.foldOfRow)
    assert.equal(some.attribute.folds.length, 3)
    assert.notDeepEqual(some.attribute.folds, all.attribute.folds)
    assert.ok(missOf(some.outOfFold) < 1.25 * missOf(all.outOfFold))
  })

  it('a row is valued by the trees of its fold, whether all others trained them or only some', () => {
    for (const { attribute, outOfFold, foldOfRow } of [fitted(), fitted(500)]) {
      for (let row = 0; row < table.n; row += 50) {
        const fold = foldOfRow[row] as number
        const f = attributeLn(attribute, flatOf(table, row), table.day[row] as number, fold)
        assert.ok(Math.abs(f - (outOfFold[row] as number)) < 1e-9, `row ${row}`)
      }
    }
  })

  it('the trees are the same whenever they are grown', () => {
    assert.deepEqual(fitted(500).outOfFold, fitted(500).outOfFold)
  })

  it('trees never learn from a price of the fold they value', () => {
    const { outOfFold, foldOfRow } = fitted(500)
    const row = foldOfRow.indexOf(0)
    const before = detrended[row] as number
    detrended[row] = before + 3
    const changed = fitted(500).outOfFold[row]
    detrended[row] = before
    assert.equal(changed, outOfFold[row])
  })
})

const HELD_BACK = { intervalTrials: 100, mostKeptBack: 1 / 20 }

describe('rows kept back from the trees', () => {
  const keptBack = keepBack(table, HELD_BACK)
  const grow = () =>
    fitAttributeModel(table, hedonic, detrended, {
      ...{ folds: 3, trees, seed: 1 },
      foldOfRow: foldsByRow(table, 3, keptBack),
    })

  it('a row kept back is in no fold and teaches no tree', () => {
    const before = grow()
    const row = keptBack.indexOf(1)
    assert.equal(before.foldOfRow[row], UNSEEN)
    const price = detrended[row] as number
    detrended[row] = price + 3
    const after = grow()
    detrended[row] = price
    assert.deepEqual(after.outOfFold, before.outOfFold)
  })

  it('all trees together value a row kept back', () => {
    const { attribute, outOfFold } = grow()
    const row = keptBack.indexOf(1)
    const flat = flatOf(table, row)
    const f = attributeLn(attribute, flat, table.day[row] as number, UNSEEN)
    assertNear(f, outOfFold[row] as number, 1e-9)
  })

  it('rows are drawn by their flat and date, never by their price', () => {
    const dearer = { ...table, lnPrice: table.lnPrice.map((ln) => ln + 1) }
    assert.deepEqual(keepBack(dearer, HELD_BACK), keptBack)
  })
})

describe('trees blind to buildings', () => {
  it('never learn from a price of the building they value', () => {
    const grow = () =>
      fitAttributeModel(table, hedonic, detrended, {
        ...{ folds: 3, trees, seed: 1 },
        foldOfRow: foldsByBuilding(table, 3),
      }).outOfFold
    const before = grow()
    const rows = [...table.building.keys()].filter((row) => table.building[row] === 0)
    assert.ok(rows.length > 1)
    const prices = rows.map((row) => detrended[row] as number)
    for (const row of rows) detrended[row] = (detrended[row] as number) + 3
    const after = grow()
    rows.forEach((row, k) => {
      detrended[row] = prices[k] as number
    })
    for (const row of rows) assert.equal(after[row], before[row])
    assert.notDeepEqual(after, before)
  })

  it('go on from the regression that is blind to the same, by which they value too', () => {
    const foldOfRow = foldsByBuilding(table, 3)
    const blind = blindHedonics(table, hedonic, { folds: 3, foldOfRow })
    const of = (folds: number) =>
      fitAttributeModel(table, hedonic, detrended, { folds, trees, seed: 1, foldOfRow, blind })
    const [grown, without] = [of(3), of(0)]
    for (let row = 0; row < table.n; row += 50) {
      const fold = foldOfRow[row] as number
      const [flat, day] = [flatOf(table, row), table.day[row] as number]
      assertNear(
        attributeLn(grown.attribute, flat, day, fold),
        grown.outOfFold[row] as number,
        1e-9,
      )
      const regression = blind.map((one) => hedonicLn(one, flat))
      assert.deepEqual([...attributeLnByFold(without.attribute, flat, day)], regression)
      assert.deepEqual(
        [...attributeLnByFold(grown.attribute, flat, day)],
        [0, 1, 2].map((each) => attributeLn(grown.attribute, flat, day, each)),
      )
    }
  })

  it('are grown for as many folds as asked, and see all buildings of the others', () => {
    const foldOfRow = foldsByBuilding(table, 3)
    const of = (folds: number) =>
      fitAttributeModel(table, hedonic, detrended, { folds, trees, seed: 1, foldOfRow })
    const [one, all] = [of(1), of(3)]
    assert.deepEqual(one.attribute.folds, all.attribute.folds.slice(0, 1))
    const valued = (outOfFold: Float64Array) => outOfFold.filter((_, row) => foldOfRow[row] === 0)
    assert.deepEqual(valued(one.outOfFold), valued(all.outOfFold))
  })

  it('scale intervals and never answer', async () => {
    const of = (blindFolds: number) =>
      fit(town({ rows: 1500 }), { until: '2026-01-15', ...QUICK_FIT, blindFolds })
    const [all, one] = [await of(QUICK_FIT.folds), await of(1)]
    assert.deepEqual(all.attribute, one.attribute)
    assert.notDeepEqual(all.interval, one.interval)
  })
})
