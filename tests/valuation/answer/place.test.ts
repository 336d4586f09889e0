// Which adverts are a flat's own, and which building is its, where many addresses share a point
// too.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import { placeSubject } from '../../../src/valuation/answer/subject.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { ok } from '../ok-estimate.ts'
import { sale } from '../sale.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const TODAY = isoOfDay(TOWN_DAY)

/** More streets than one point can have as a building's. */
const NAMES = ['Лесная', 'Садовая', 'Мира', 'Речная', 'Школьная', 'Новая']

describe('the subject’s own advert', () => {
  it('never counts, while past deals of the same flat do', async () => {
    const model = await fit(
      [
        sale('deal', 10_000_000),
        sale('earlier deal', 9_000_000, { date: '2023-05-02' }),
        sale('advert', 11_000_000, { kind: 'listing' }),
        ...[4, 5].map((floor) => sale(`on floor ${floor}`, 10_000_000, { floor })),
      ],
      { until: '2024-05-20' },
    )
    const { comparables } = ok(
      estimate(model, sale('subject', 1), { valuationDate: '2024-05-20', maxComparables: 20 }),
    )
    assert.deepEqual(comparables.map(({ id }) => id).toSorted(), [
      'deal',
      'earlier deal',
      'on floor 4',
      'on floor 5',
    ])
  })

  it('is valued by the trees that did not see it, any other flat by all of them', async () => {
    const market = town({ rows: 600, kind: 'mixed' })
    const model = await fit(market, { until: TODAY, ...QUICK_FIT })
    const { folds } = model.attribute
    assert.equal(folds.length, 2)
    /** With trees of one fold that value every flat 5 % higher. */
    const raised = (fold: number) => ({
      ...model,
      attribute: {
        ...model.attribute,
        folds: folds.map((trees, at) => ({
          ...trees,
          split: trees.split.map((value, node) =>
            at === fold && (trees.feature[node] ?? 0) < 0
              ? value + Math.log(1.05) / trees.roots.length
              : value,
          ),
        })),
      },
    })
    const rises = (subject: Comparable) => {
      const rubIn = (one: typeof model) =>
        ok(estimate(one, subject, { valuationDate: TODAY })).value.market_rub
      return [0, 1].map((fold) => (rubIn(raised(fold)) / rubIn(model)).toFixed(3))
    }
    let tried = 0
    for (const one of market.filter(({ kind }) => kind === 'listing').slice(0, 12)) {
      const { isOwnAdvert } = placeSubject(model, one, TOWN_DAY)
      const own = model.foldOfRow.findIndex((_, row) => isOwnAdvert(row))
      const unseenBy = model.foldOfRow[own]
      if (unseenBy !== 0 && unseenBy !== 1) continue
      tried += 1
      assert.deepEqual(rises(one), unseenBy === 0 ? ['1.050', '1.000'] : ['1.000', '1.050'])
      // √1.05 of the mean of both.
      assert.deepEqual(rises({ ...one, areaM2: one.areaM2 + 7.3 }), ['1.025', '1.025'])
    }
    assert.ok(tried > 5, `${tried}`)
  })

  it('is never used at a point that many addresses share, whether or not an address is given', async () => {
    const shared = town({ rows: 300, kind: 'listing', spanDays: 60 }).map((one, i) => ({
      ...one,
      lat: 55.01,
      lon: 60.01,
      address: `Улица ${i % 9}, ${i % 9}`,
    }))
    const atPoint = await fit([...town({ rows: 900, kind: 'mixed' }), ...shared], {
      until: TODAY,
      ...QUICK_FIT,
    })
    let compared = 0
    for (const own of shared.slice(0, 40)) {
      for (const address of [own.address, null]) {
        const answer = estimate(
          atPoint,
          { ...own, address },
          { valuationDate: TODAY, maxComparables: 20 },
        )
        compared += answer.comparables.length
        assert.ok(!answer.comparables.some(({ id }) => id === own.sourceId))
      }
    }
    assert.ok(compared > 100)
  })

  it('is never used where its address is written or placed otherwise', async () => {
    const shared = town({ rows: 300, kind: 'listing', spanDays: 60 }).map((one, i) => ({
      ...one,
      lat: 55.01,
      lon: 60.01,
      address: `улица ${NAMES[i % NAMES.length]}, ${(i % 9) + 1}`,
    }))
    const atPoint = await fit([...town({ rows: 900, kind: 'mixed' }), ...shared], {
      until: TODAY,
      ...QUICK_FIT,
    })
    const NEAR = 0.00003
    let compared = 0
    for (const own of shared.slice(0, 20)) {
      const [street, house] = (own.address ?? '').split(', ')
      const written = `г Образцовск, ${street}, д ${house}`
      for (const place of [{}, { lat: own.lat + NEAR }, { lat: own.lat + NEAR, address: null }]) {
        const answer = estimate(
          atPoint,
          { ...own, address: written, ...place },
          { valuationDate: TODAY, maxComparables: 20 },
        )
        compared += answer.comparables.length
        assert.ok(!answer.comparables.some(({ id }) => id === own.sourceId))
      }
    }
    assert.ok(compared > 100)
  })
})

describe('the building of a subject at a point that many addresses share', async () => {
  const shared = town({ rows: 200, kind: 'listing', spanDays: 60 }).map((one, i) => ({
    ...one,
    lat: 55.01,
    lon: 60.01,
    address: `улица ${NAMES[i % NAMES.length]}, 8`,
  }))
  const atPoint = await fit([...town({ rows: 900, kind: 'mixed' }), ...shared], {
    until: TODAY,
    ...QUICK_FIT,
  })
  const [some] = shared
  assert.ok(some)
  const buildingOf = (wishes: Partial<Comparable>): string | undefined => {
    const { building } = placeSubject(atPoint, { ...some, ...wishes }, TOWN_DAY)
    return building < 0 ? undefined : atPoint.table.buildings[building]
  }

  it('is the one of its address, however that is written, at the point and beside it', () => {
    const own = buildingOf({ address: 'улица Лесная, 8' })
    assert.match(own ?? '', /лесная/)
    assert.equal(buildingOf({ address: 'г Образцовск, Лесная ул., дом 8, кв 4' }), own)
    assert.equal(buildingOf({ address: 'Лесная 8', lat: 55.01003 }), own)
    assert.notEqual(buildingOf({ address: 'улица Садовая, 8' }), own)
  })
  it('is none where the point is only near it, as the middle of the street is', () => {
    const answer = estimate(
      atPoint,
      { ...some, address: 'улица Лесная' },
      { valuationDate: TODAY, isPointNearby: true },
    )
    assert.ok(answer.comparables.length > 0)
    assert.ok(!answer.comparables.some((one) => one.same_building))
    const unaddressed = { ...some, address: null }
    const { building, isOwnAdvert } = placeSubject(atPoint, unaddressed, TOWN_DAY, true)
    assert.equal(building, -1)
    assert.ok(!atPoint.comparables.some((_, row) => isOwnAdvert(row)))
    // Nor where that point is of one building alone.
    const alone = { ...(atPoint.comparables.find(({ lat }) => lat !== 55.01) as Comparable) }
    assert.ok(placeSubject(atPoint, alone, TOWN_DAY).building >= 0)
    assert.equal(placeSubject(atPoint, alone, TOWN_DAY, true).building, -1)
  })
  it('is none where the address is another or not given', () => {
    for (const lat of [55.01, 55.01003]) {
      assert.equal(buildingOf({ address: 'улица Дальняя, 8', lat }), undefined)
      assert.equal(buildingOf({ address: null, lat }), undefined)
    }
  })
})
