import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { KM_PER_DEGREE } from '../../src/geometry/earth.ts'
import { seededRandom, standardNormal } from '../../src/random.ts'
import { growTrees } from '../../src/valuation/boosted-trees.ts'
import { dayOfIso } from '../../src/valuation/calendar.ts'
import { clean } from '../../src/valuation/cleaning.ts'
import { fitHedonic } from '../../src/valuation/fit-hedonic.ts'
import { FLAT } from '../../src/valuation/flat-vector.ts'
import { columnsOf, layoutOf } from '../../src/valuation/hedonic-columns.ts'
import {
  fitInterval,
  halfWidth,
  type IntervalModel,
  levelOfFsd,
  SCORE_FOLDS,
  type TriedEstimate,
} from '../../src/valuation/interval.ts'
import { solveSpd } from '../../src/valuation/linear.ts'
import { LocalRegression, type RidgeSettings } from '../../src/valuation/local-ridge.ts'
import { flatOf, marketTable } from '../../src/valuation/market-table.ts'
import { nearest } from '../../src/valuation/neighbours.ts'
import {
  differences,
  STARTING_WEIGHTS,
  squaredDistance,
  TERM,
} from '../../src/valuation/similarity.ts'
import { SLOPE_COUNT, SLOPES, slopeDifferences } from '../../src/valuation/slope-differences.ts'
import { rangesAround, spatialGrid } from '../../src/valuation/spatial-grid.ts'
import { indexLevel } from '../../src/valuation/time-index.ts'
import { binColumns } from '../../src/valuation/tree-bins.ts'
import { predictWithTrees } from '../../src/valuation/trees.ts'
import { sale } from './sale.ts'
import { TOWN_DAY, town } from './synthetic-market.ts'

const day = (iso: string): number => dayOfIso(iso) ?? Number.NaN

describe('the time index', () => {
  const months = { firstMonth: 2024 * 12, effects: Float64Array.of(0, 0.04, 0, 0.04, 0.06, 0.08) }

  it('the index is smoothed by ¼ ½ ¼ inside, and unsmoothed at its ends', () => {
    assert.equal(indexLevel(months, day('2024-01-16')), 0)
    // ¼·0 + ½·0.04 + ¼·0 on the middle of February (the 15th of 29 days)
    assert.ok(Math.abs(indexLevel(months, day('2024-02-15')) - 0.02) < 1e-12)
    assert.ok(Math.abs(indexLevel(months, day('2024-06-15')) - 0.08) < 0.001)
  })

  it('the index goes on at 0.7 of its recent slope for three months and then stays', () => {
    // Slope over the last five steps: 0.016 a month.
    const late = indexLevel(months, day('2024-12-31'))
    assert.ok(Math.abs(late - (0.08 + 3 * 0.7 * 0.016)) < 1e-12)
    assert.equal(indexLevel(months, day('2025-12-31')), late)
  })

  it('the index uses no month after the last one it may know', () => {
    const cut = { ...months, effects: months.effects.slice(0, 4) }
    for (const iso of ['2024-02-03', '2024-04-28', '2024-06-15']) {
      assert.equal(indexLevel(months, day(iso), 2024 * 12 + 3), indexLevel(cut, day(iso)))
    }
  })
})

describe('the hedonic regression', () => {
  it('the regression finds the effects a town was made with', () => {
    const table = marketTable(clean(town({ rows: 3000, noise: 0.03 })).evidence)
    const fitted = fitHedonic(table)
    assert.ok(Math.abs((fitted.coefficients[1] as number) - 0.85) < 0.1)
    const index = fitted.indices[0]
    if (index === undefined) throw new Error('unreachable')
    const year = indexLevel(index, TOWN_DAY - 30) - indexLevel(index, TOWN_DAY - 395)
    assert.ok(Math.abs(year - 0.08) < 0.02)
    assert.ok(fitted.sigma < 0.08)
  })

  it('bargaining stays at its prior when all prices are asked, and is learnt when they are mixed', () => {
    const asked = fitHedonic(marketTable(clean(town({ rows: 300, kind: 'listing' })).evidence))
    assert.ok(Math.abs(asked.lnAskOverDeal - 0.046) < 1e-3)
    const apart = town({ rows: 2000, kind: 'mixed' }).map((one) =>
      one.kind === 'listing' ? { ...one, priceRub: Math.round(one.priceRub * 1.05) } : one,
    )
    const learnt = fitHedonic(marketTable(clean(apart).evidence))
    assert.ok(learnt.lnAskOverDeal > 0.075 && learnt.lnAskOverDeal < 0.11)
  })
})

describe('the first and the last floor', () => {
  /** Columns that flats of a house of nine storeys have on one floor and not on the other. */
  const columnsApart = (market: 'new' | 'secondary', floor: number, other: number): number => {
    const flats = [floor, other].map((one) =>
      sale(`${one}`, 10_000_000, { market, floor: one, floorsTotal: 9 }),
    )
    const table = marketTable(clean(flats).evidence)
    const columnsAt = (one: number): Set<number> => {
      const found = new Set<number>()
      const row = [0, 1].find((at) => flatOf(table, at)[FLAT.floor] === one)
      assert.ok(row !== undefined)
      columnsOf(flatOf(table, row), layoutOf(table.words), new Float64Array(2), (column) => {
        found.add(column)
      })
      return found
    }
    return columnsAt(floor).difference(columnsAt(other)).size
  }

  it('count each by itself, for flats that are not new', () => {
    assert.equal(columnsApart('secondary', 1, 5), 1)
    assert.equal(columnsApart('secondary', 9, 5), 1)
  })

  it('never count for new flats', () => {
    assert.equal(columnsApart('new', 1, 5), 0)
    assert.equal(columnsApart('new', 9, 5), 0)
  })
})

describe('cleaning', () => {
  it('keeps the same of two adverts of a flat on one day, whatever their ids and their order', () => {
    const [one] = town({ rows: 1, kind: 'listing' })
    assert.ok(one)
    const plain = { ...one, yearBuilt: null }
    const full = { ...one, yearBuilt: 1990 }
    const kept = new Set<number | null>()
    for (const ids of ['az', 'za']) {
      for (const twins of [
        [plain, full],
        [full, plain],
      ]) {
        const named = twins.map((twin, i) => ({ ...twin, sourceId: ids.charAt(i) }))
        const { evidence } = clean(named)
        assert.equal(evidence.length, 1)
        kept.add(evidence[0]?.comparable.yearBuilt ?? null)
      }
    }
    assert.equal(kept.size, 1)
  })
})

describe('the trees', () => {
  it('trees learn a step that a line cannot, and predict the same for rows already predicted', () => {
    const random = seededRandom(3)
    const n = 600
    const columns = Float64Array.from({ length: 2 * n }, () => random())
    const target = Float64Array.from({ length: n }, (_, i) =>
      (columns[2 * i] as number) > 0.5 ? 1 : 0,
    )
    const predicted = new Float64Array(n)
    const trees = growTrees(
      binColumns(columns, n, 2),
      { target, inside: Int32Array.from({ length: n }, (_, i) => i), predicted },
      {
        trees: 60,
        leaves: 4,
        learningRate: 0.2,
        leafWeight: 2,
        shrinkage: 0.1,
        rowShare: 0.8,
        featureShare: 1,
        lossWidth: 0.5,
      },
      1,
    )
    assert.ok(Math.abs(predictWithTrees(trees, Float64Array.of(0.9, 0.5)) - 1) < 0.05)
    assert.ok(Math.abs(predictWithTrees(trees, Float64Array.of(0.1, 0.5))) < 0.05)
    for (let i = 0; i < 40; i += 1) {
      const row = columns.subarray(2 * i, 2 * i + 2) as Float64Array
      assert.ok(Math.abs(predictWithTrees(trees, row) - (predicted[i] as number)) < 1e-9)
    }
  })
})

describe('the neighbour search', () => {
  const table = marketTable(clean(town({ rows: 500 })).evidence)
  const latOf = (i: number): number => table.flats[i * FLAT.size + FLAT.lat] as number
  const lonOf = (i: number): number => table.flats[i * FLAT.size + FLAT.lon] as number
  const grid = spatialGrid(table.n, latOf, lonOf)

  it('the search finds what measuring every row finds', () => {
    fc.assert(
      fc.property(fc.nat(table.n - 1), fc.integer({ min: 1, max: 40 }), (row, k) => {
        const flat = flatOf(table, row).slice()
        const ask = {
          flat,
          building: table.building[row] as number,
          day: TOWN_DAY - 30,
          ageFrom: TOWN_DAY,
          oldestDay: TOWN_DAY - 400,
          radiusKm: 10,
          k,
        }
        const found = nearest(table, grid, STARTING_WEIGHTS, ask)
        const terms = new Float64Array(TERM.size)
        const all: number[] = []
        for (let i = 0; i < table.n; i += 1) {
          const at = table.day[i] as number
          if (at > ask.day || at < ask.oldestDay) continue
          differences(ask, table, i, terms, 0)
          all.push(squaredDistance(STARTING_WEIGHTS, terms, 0))
        }
        all.sort((a, b) => a - b)
        assert.equal(found.count, Math.min(k, all.length))
        found.squaredDistances.forEach((one, i) => {
          assert.ok(Math.abs(one - (all[i] as number)) < 1e-9)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('a flat across the date line differs by the short way to it', () => {
    const subject = { flat: new Float64Array(FLAT.size), day: 0 }
    subject.flat[FLAT.lon] = 179.999
    const flats = new Float64Array(FLAT.size)
    flats[FLAT.lon] = -179.999
    const out = new Float64Array(SLOPE_COUNT)
    slopeDifferences(subject, { flats, day: new Int32Array(1) }, 0, out, 0)
    // In half kilometres: 0.002 degrees of the equator, eastwards.
    assert.ok(Math.abs((out[4] ?? 0) - 0.002 * KM_PER_DEGREE * 2) < 1e-6)
  })

  it('the search reaches over the date line and to the poles', () => {
    const points = [
      [10, 179.999],
      [10, -179.999],
      [89.9999, 0],
      [89.9999, 180],
    ] as const
    const small = spatialGrid(
      points.length,
      (i) => points[i]?.[0] ?? 0,
      (i) => points[i]?.[1] ?? 0,
    )
    const around = (lat: number, lon: number): Set<number> => {
      const rows = new Set<number>()
      rangesAround(small, lat, lon, 1, (from, to) => {
        for (let p = from; p < to; p += 1) rows.add(small.rows[p] as number)
      })
      return rows
    }
    assert.ok(around(10, 179.9995).has(1))
    assert.ok(around(10, -179.9995).has(0))
    assert.ok(around(90, 90).has(2) && around(90, 90).has(3))
  })
})

describe('the local level', () => {
  const regression = new LocalRegression(24)
  const localLevel = (
    weights: Float64Array,
    residuals: Float64Array,
    z: Float64Array,
    ridge: RidgeSettings,
  ) => regression.fit(weights, residuals, z, ridge)

  it('the level is the mean residual shrunk towards f when nothing differs', () => {
    const level = localLevel(
      Float64Array.of(1, 1),
      Float64Array.of(0.1, 0.3),
      new Float64Array(12),
      { slopePenalty: 1, levelPenalty: 2, huberPasses: 0 },
    )
    // (0.1 + 0.3) / (1 + 1 + 2)
    assert.ok(Math.abs(level.level - 0.1) < 1e-6)
  })

  it('neighbours of one day show no change over time, and leave the level to itself', () => {
    const residuals = Float64Array.of(-0.3, -0.2, -0.25)
    const weights = Float64Array.of(1, 0.5, 0.2)
    const ridge = { slopePenalty: 1, levelPenalty: 0.3, huberPasses: 0 }
    const daysBack = (halfYears: number) =>
      Float64Array.from({ length: 3 * SLOPE_COUNT }, (_, at) =>
        at % SLOPE_COUNT === SLOPES.indexOf('date') ? -halfYears : 0,
      )
    const today = localLevel(weights, residuals, daysBack(0), ridge)
    const later = localLevel(weights, residuals, daysBack(1.5), ridge)
    assert.equal(later.slopes[SLOPES.indexOf('date')], 0)
    assert.equal(later.level, today.level)
  })

  it('a change over time among neighbours leads on to the subject’s day', () => {
    // Two years of one day a month, each month 1 % up, and the subject half a year later.
    const months = Array.from({ length: 24 }, (_, k) => -30 + k)
    const z = Float64Array.from(months.flatMap((at) => [0, 0, 0, at / 6, 0, 0]))
    const level = localLevel(
      new Float64Array(24).fill(1000),
      Float64Array.from(months, (at) => at / 100),
      z,
      { slopePenalty: 1, levelPenalty: 1e-6, huberPasses: 0 },
    )
    assert.ok(Math.abs((level.slopes[SLOPES.indexOf('date')] as number) - 0.06) < 0.0001)
    assert.ok(Math.abs(level.level) < 0.0005)
  })

  it('nothing of one subject’s neighbours is left for the next, and weights keep their places', () => {
    const random = seededRandom(11)
    const drawn = (count: number) =>
      [
        Float64Array.from({ length: 24 }, () => (random() < 0.4 ? 0 : random())),
        Float64Array.from({ length: count }, () => random() - 0.5),
        Float64Array.from({ length: count * SLOPE_COUNT }, () => random() - 0.5),
        { slopePenalty: 1, levelPenalty: 0.1, huberPasses: 2 },
      ] as const
    for (const count of [24, 3, 0, 17]) {
      const neighbours = drawn(count)
      const fresh = new LocalRegression(count)
      assert.deepEqual(regression.fit(...neighbours), fresh.fit(...neighbours))
      const weights = regression.weights()
      assert.deepEqual(weights, fresh.weights())
      assert.deepEqual(
        [...weights].map((weight) => weight > 0),
        [...neighbours[0].slice(0, count)].map((weight) => weight > 0),
      )
    }
  })

  it('the solver solves its equations', () => {
    const a = Float64Array.of(4, 0, 2, 3)
    const b = Float64Array.of(10, 11)
    solveSpd(a, b, 2)
    // 4x + 2y = 10, 2x + 3y = 11
    assert.ok(Math.abs((b[0] as number) - 1) < 1e-12 && Math.abs((b[1] as number) - 3) < 1e-12)
  })
})

describe('the interval', () => {
  /** Flats in buildings of `size`. The building is a part of each error. */
  function drawBuildings(random: () => number, count: number, size: number): TriedEstimate[] {
    const normal = () => standardNormal(random)
    return Array.from({ length: count }, (_, building) => {
      const spread = 0.02 + 0.1 * random()
      const [nEffective, tenthDistance, mass] = [1 + 20 * random(), random(), 5 * random()]
      const [excess, common] = [random() - 0.5, normal()]
      return Array.from({ length: size }, () => ({
        shape: {
          spread,
          nEffective,
          tenthDistance,
          mass,
          known: size === 1 && random() < 0.5,
          lnArea: 4,
          excess,
        },
        error: spread * (size === 1 ? normal() : 0.9 * common + 0.4 * normal()),
        fold: building % SCORE_FOLDS,
      }))
    }).flat()
  }

  const shareCovered = (model: IntervalModel, fresh: TriedEstimate[], share: number): number =>
    fresh.filter(({ shape, error }) => Math.abs(error) <= halfWidth(model, shape, share)).length /
    fresh.length

  it('an interval covers its share of errors like those it learnt from', () => {
    const random = seededRandom(5)
    const model = fitInterval(drawBuildings(random, 3000, 1))
    const fresh = drawBuildings(random, 3000, 1)
    for (const share of [0.5, 0.8, 0.9]) {
      assert.ok(Math.abs(shareCovered(model, fresh, share) - share) < 0.03)
    }
  })

  it('an interval learnt from few buildings with correlated errors is no narrower', () => {
    const random = seededRandom(6)
    const draws = 60
    let covered = 0
    for (let draw = 0; draw < draws; draw += 1) {
      const model = fitInterval(drawBuildings(random, 40, 10))
      covered += shareCovered(model, drawBuildings(random, 200, 10), 0.8) / draws
    }
    assert.ok(Math.abs(covered - 0.8) < 0.03, `80 % covers ${covered}`)
  })

  it('is read one rank wider than the share of its scores, up to the widest', () => {
    const scores = Float64Array.of(1, 2, 3, 4, 5)
    const model: IntervalModel = { coefficients: new Float64Array(10), scores: [scores, scores] }
    const shape = {
      spread: 0.1,
      nEffective: 5,
      tenthDistance: 0.5,
      mass: 1,
      known: true,
      lnArea: 4,
      excess: 0,
    }
    const widths = [0.5, 0.8, 0.9].map((share) => halfWidth(model, shape, share))
    // Of five scores: at 0.5 · 6 / 5 of the way, then at 0.96, then past the last.
    for (const [i, width] of [3.4, 4.84, 5].entries()) {
      assert.ok(Math.abs((widths[i] as number) - width) < 1e-12, `${widths[i]} for ${width}`)
    }
  })

  it('takes the scores of all where those of a kind are fewer than sixty', () => {
    const trials = (known: boolean, count: number): TriedEstimate[] =>
      drawBuildings(seededRandom(7), count, 1).map((trial) => ({
        ...trial,
        shape: { ...trial.shape, known },
      }))
    const sizes = (unknown: number, known: number) =>
      fitInterval([...trials(false, unknown), ...trials(true, known)]).scores.map(
        ({ length }) => length,
      )
    assert.deepEqual(sizes(100, 59), [100, 159])
    assert.deepEqual(sizes(100, 60), [100, 60])
    assert.deepEqual(sizes(59, 100), [159, 100])
  })

  it('confidence has seven levels', () => {
    assert.deepEqual(
      [0.05, 0.0501, 0.1, 0.13, 0.16, 0.2, 0.25, 0.26].map(levelOfFsd),
      [7, 6, 5, 4, 3, 2, 1, 0],
    )
  })
})
