import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldsByBuilding } from '../../../src/valuation/attributes/attribute-model.ts'
import { blindHedonics } from '../../../src/valuation/attributes/blind-hedonics.ts'
import { fitHedonic } from '../../../src/valuation/attributes/fit-hedonic.ts'
import { hedonicLn, indexOf } from '../../../src/valuation/attributes/hedonic.ts'
import { indexLevel } from '../../../src/valuation/attributes/time-index.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { flatOf, marketTable } from '../../../src/valuation/market/market-table.ts'
import { studyOf } from '../../../src/valuation/study/ratio-study.ts'
import { town } from '../synthetic-market.ts'

describe('regressions blind to a fold', () => {
  const table = marketTable(clean(town({ rows: 600, buildings: 12 })).evidence)
  const hedonic = fitHedonic(table)
  const foldOfRow = foldsByBuilding(table, 4)

  it('a price never teaches the regression of its own fold', () => {
    const row = foldOfRow.indexOf(2)
    const byItsFold = () => {
      const [, , blind] = blindHedonics(table, hedonic, { folds: 4, foldOfRow })
      return blind === undefined ? Number.NaN : hedonicLn(blind, flatOf(table, row))
    }
    const before = byItsFold()
    const price = table.lnPrice[row] as number
    table.lnPrice[row] = price + 3
    const after = byItsFold()
    table.lnPrice[row] = price
    assert.equal(after, before)
    assert.ok(Number.isFinite(before))
  })

  it('each keeps to the months of the whole market', () => {
    for (const [fold, blind] of blindHedonics(table, hedonic, { folds: 4, foldOfRow }).entries()) {
      const misses = Array.from({ length: table.n }, (_, i) => i)
        .filter((i) => foldOfRow[i] !== fold)
        .map((i) => {
          const flat = flatOf(table, i)
          const index = indexLevel(indexOf(hedonic, flat), table.day[i] as number)
          return (table.lnPrice[i] as number) - index - hedonicLn(blind, flat)
        })
      const mean = misses.reduce((sum, miss) => sum + miss, 0) / misses.length
      assert.ok(Math.abs(mean) < 0.01, `fold ${fold}: ${mean}`)
    }
  })
})

describe('a market of few buildings', () => {
  it('intervals hold their share of the flats of a building that it lacks', () => {
    const draws = [1, 2, 3, 4]
    let covered = 0
    for (const seed of draws) {
      const { evidence } = clean(town({ rows: 400, buildings: 25, seed, spanDays: 0 }))
      const study = studyOf(evidence, {
        split: { kind: 'folds', folds: 3, by: 'building' },
        fit: { tuningTrials: 100, intervalTrials: 300 },
        read: 400,
        rejected: 0,
      })
      covered += (study.coverage['0.8'] ?? 0) / draws.length
    }
    assert.ok(covered > 0.74 && covered < 0.9, `80 % covers ${covered}`)
  })
})
