import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { DataFileError } from '../../../src/datasets/data-file.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { COLUMNS } from '../../../src/valuation/comparables/comparable-record.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import {
  EmptySplit,
  evaluate,
  readEvidence,
  studyOf,
} from '../../../src/valuation/study/ratio-study.ts'
import { partsOf } from '../../../src/valuation/study/study-parts.ts'
import { ratioMetrics } from '../../../src/valuation/tuning/ratio-metrics.ts'
import { assertNear } from '../../support/near.ts'
import { QUICK_FIT, town } from '../synthetic-market.ts'

describe('ratio metrics', () => {
  it('are what IAAO’s formulas give by hand', () => {
    // Ratios 0.9, 1.0, 1.2 of prices 100, 200, 400: median 1, estimates 90, 200, 480.
    const metrics = ratioMetrics([90, 200, 480], [100, 200, 400])
    assert.equal(metrics.n, 3)
    assertNear(metrics.mdape ?? 0, 0.1, 1e-12)
    assert.equal(metrics.medianRatio, 1)
    assertNear(metrics.pe5 ?? 0, 1 / 3, 1e-12)
    assertNear(metrics.pe20 ?? 0, 1, 1e-12)
    // 100 · (0.1 + 0 + 0.2) / 3
    assertNear(metrics.cod ?? 0, 10, 1e-9)
    // mean ratio 3.1/3, Σprice/Σestimate = 700/770
    assertNear(metrics.prd ?? 0, ((3.1 / 3) * 700) / 770, 1e-12)
    // Sizes log2 95, 200, 440: slope of −0.1, 0, 0.2 on them.
    const x = [95, 200, 440].map(Math.log2)
    const mean = (x[0] as number) / 3 + (x[1] as number) / 3 + (x[2] as number) / 3
    const y = [-0.1, 0, 0.2]
    const top = x.reduce((sum, one, i) => sum + (one - mean) * ((y[i] as number) - 0.1 / 3), 0)
    const bottom = x.reduce((sum, one) => sum + (one - mean) ** 2, 0)
    assertNear(metrics.prb ?? 0, top / bottom, 1e-12)
  })

  it('find the same dispersion and regressivity where all estimates are twice as high', () => {
    const prices = [100, 200, 400]
    const regularity = (estimates: number[]) => {
      const { cod, prd, prb } = ratioMetrics(estimates, prices)
      return [cod, prd, prb].map((figure) => (figure ?? Number.NaN).toFixed(9))
    }
    assert.deepEqual(regularity([180, 400, 960]), regularity([90, 200, 480]))
  })

  it('count the estimates that miss by no more than 5, 10 and 20 %', () => {
    const misses = [0.04, 0.052, 0.09, -0.09, 0.105, -0.19, 0.21, 0.5]
    const prices = misses.map(() => 1)
    const { pe5, pe10, pe20 } = ratioMetrics(
      misses.map((miss) => 1 + miss),
      prices,
    )
    assert.deepEqual([pe5, pe10, pe20], [1 / 8, 4 / 8, 6 / 8])
  })

  it('are null when nothing was estimated', () => {
    assert.equal(ratioMetrics([], []).mdape, null)
  })
})

const csv = (rows: readonly Comparable[]): string => {
  const cells = (one: Comparable): unknown[] => [
    one.sourceId,
    one.kind,
    one.date,
    one.priceRub,
    one.lat,
    one.lon,
    one.address,
    one.city,
    one.district,
    one.areaM2,
    one.kitchenAreaM2,
    one.livingAreaM2,
    one.rooms,
    one.floor,
    one.floorsTotal,
    one.yearBuilt,
    one.houseMaterial,
    one.buildingClass,
    one.condition,
    one.market,
    one.ceilingHeightM,
  ]
  const line = (values: unknown[]): string =>
    values.map((value) => (value === null ? '' : `"${value}"`)).join(',')
  return [COLUMNS.join(','), ...rows.map((one) => line(cells(one)))].join('\n')
}

describe('the parts of a split', () => {
  const evidence = clean(town({ rows: 400 }))

  it('folds test every flat once, and train on all others', () => {
    const parts = partsOf(evidence, { kind: 'folds', folds: 4, by: 'row' }, 1)
    const idsOf = (rows: readonly { readonly sourceId: string }[]) =>
      rows.map(({ sourceId }) => sourceId).toSorted()
    const all = idsOf(evidence.map(({ comparable }) => comparable))
    assert.equal(new Set(all).size, all.length)
    assert.deepEqual(idsOf(parts.flatMap(({ test }) => test)), all)
    for (const { train, test } of parts) assert.deepEqual(idsOf([...train, ...test]), all)
    const testedBy = (seed: number) =>
      partsOf(evidence, { kind: 'folds', folds: 4, by: 'row' }, seed).map(({ test }) => test)
    assert.deepEqual(testedBy(1), testedBy(1))
    assert.notDeepEqual(testedBy(2), testedBy(1))
  })

  it('a cut by building never shares a building between test and training', () => {
    for (const { train, test } of partsOf(
      evidence,
      { kind: 'folds', folds: 3, by: 'building' },
      1,
    )) {
      const points = new Set(train.map(({ lat, lon }) => `${lat},${lon}`))
      assert.ok(test.every(({ lat, lon }) => !points.has(`${lat},${lon}`)))
    }
  })

  it('walking forward never trains on the month under test', () => {
    const parts = partsOf(evidence, { kind: 'time', testFrom: '2024-03-10', walkForward: true }, 1)
    assert.equal(parts.length, 4)
    for (const { train, test, until } of parts) {
      assert.ok(train.every(({ date }) => date <= until))
      assert.ok(test.every(({ date }) => date > until))
    }
    assert.equal(parts[0]?.until, '2024-03-09')
    const under = parts.flatMap(({ test }) => test.map(({ sourceId }) => sourceId))
    const late = evidence.filter(({ comparable }) => comparable.date >= '2024-03-10')
    assert.deepEqual(under.toSorted(), late.map(({ comparable }) => comparable.sourceId).toSorted())
  })

  it('walking forward from before the first row begins with that row', () => {
    const walkFrom = (testFrom: string) =>
      partsOf(evidence, { kind: 'time', testFrom, walkForward: true }, 1)
    const dates = evidence.map(({ comparable }) => comparable.date).sort()
    const fromFirst = walkFrom(dates[0] ?? '')
    assert.ok(fromFirst.length > 1)
    for (const early of ['0001-01-01', '1900-01-01']) assert.deepEqual(walkFrom(early), fromFirst)
  })
})

describe('a study', () => {
  const evidence = clean(town({ rows: 50 }))
  const rows = { read: 50, rejected: 0, firstRejected: null }

  it('throws EmptySplit where the split leaves nothing to test or to fit', async () => {
    for (const testFrom of ['2099-01-01', '1999-01-01']) {
      const split = { kind: 'time', testFrom, walkForward: false } as const
      await assert.rejects(studyOf(evidence, { split, rows }), EmptySplit)
    }
  })

  it('walks on from a first month with nothing to learn from', async () => {
    const split = { kind: 'time', testFrom: '1999-01-01', walkForward: true } as const
    const few = clean(town({ rows: 30, spanDays: 40 }))
    const study = await studyOf(few, { split, rows: { ...rows, read: 30 } })
    assert.equal(study.rows.tested, few.length)
  })

  it('compares adverts with asking prices, holds bands against both ends, and counts who got none', async () => {
    const adverts = town({ rows: 600, kind: 'listing', spanDays: 200 })
    const [one] = adverts
    assert.ok(one)
    const remote = { ...one, sourceId: 'remote', lat: 10, lon: 10, address: null }
    const study = await studyOf(clean([...adverts, remote]), {
      split: { kind: 'folds', folds: 2, by: 'row' },
      rows: { read: 601, rejected: 0, firstRejected: null },
      fit: QUICK_FIT,
    })
    assert.ok(Math.abs((study.median_ratio ?? 0) - 1) < 0.02, `${study.median_ratio}`)
    const half = study.coverage['0.5'] ?? 0
    assert.ok(half > 0.35 && half < 0.65, `${half}`)
    assert.ok(study.n > 400 && study.n < study.rows.tested)
    assert.equal(study.hit_rate, study.n / study.rows.tested)
  })
})

describe('evaluate', () => {
  it('studies a gzipped file, counts refused rows, and gives the same figures again', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'evaluate-'))
    const file = join(folder.path, 'town.csv.gz')
    const bad = 'x,deal,2024-13-01,1,55,60,,,,50,,,2,1,5,,,,,,'
    await writeFile(file, gzipSync(`${csv(town({ rows: 700 }))}\n${bad}\n`))
    const options = {
      file,
      split: { kind: 'time', testFrom: '2024-05-01', walkForward: true },
      fit: QUICK_FIT,
    } as const
    const steps: string[] = []
    const study = await evaluate(options, ({ step }) => steps.push(step))
    assert.equal(study.rows.read, 701)
    assert.equal(study.rows.rejected, 1)
    const { evidence } = await readEvidence(file)
    assert.equal(study.rows.dropped, 700 - evidence.length)
    assert.equal(study.fits, 2)
    assert.ok(study.hit_rate > 0.7 && study.hit_rate <= 1)
    assert.ok(study.n >= 20)
    assert.ok((study.mdape ?? 1) < 0.08)
    assert.ok((study.coverage['0.5'] ?? 0) <= (study.coverage['0.9'] ?? 0))
    assert.equal(
      study.by_level.reduce((sum, { n }) => sum + n, 0),
      study.n,
    )
    assert.deepEqual([...new Set(steps)], ['read', 'fit'])
    const again = await evaluate(options)
    assert.equal(again.mdape, study.mdape)
    assert.equal(again.prb, study.prb)
  })

  it('tests no price that a fit would refuse, however its city is spelt', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'evaluate-'))
    const file = join(folder.path, 'town.csv')
    const flats = town({ rows: 100 })
    const [flat] = flats.splice(50, 1)
    assert.ok(flat)
    const inThousands = { ...flat, city: 'Обрацовск', priceRub: flat.priceRub / 1000 }
    await writeFile(file, csv([...flats, inThousands]))
    const { evidence } = await readEvidence(file)
    assert.equal(evidence.length, flats.length)
    assert.ok(evidence.every(({ comparable }) => comparable.priceRub > 100_000))
  })

  it('refuses a file without the columns it needs, and names them', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'evaluate-'))
    const file = join(folder.path, 'odd.csv')
    await writeFile(file, 'id,price\n1,2\n')
    await assert.rejects(
      evaluate({ file, split: { kind: 'folds', folds: 2, by: 'row' } }),
      (error) => error instanceof DataFileError && /source_id/.test(error.message),
    )
  })
})
