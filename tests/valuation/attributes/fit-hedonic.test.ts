import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monthOfDay } from '../../../src/calendar.ts'
import { sum } from '../../../src/numbers/sum.ts'
import { fitHedonic } from '../../../src/valuation/attributes/fit-hedonic.ts'
import { hedonicLn, marketIndexOf } from '../../../src/valuation/attributes/hedonic.ts'
import { FIXED } from '../../../src/valuation/attributes/hedonic-columns.ts'
import {
  indexLevel,
  knownMonths,
  type MarketIndex,
} from '../../../src/valuation/attributes/time-index.ts'
import {
  type Comparable,
  HOUSE_MATERIALS,
  type HouseMaterial,
} from '../../../src/valuation/comparables/comparable.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { assertNear } from '../../support/near.ts'
import { sale } from '../sale.ts'
import { TOWN_DAY, town } from '../synthetic-market.ts'

describe('the index of a city', () => {
  // Prices of one city grow by a tenth a year while those of the other fall.
  const growing = town({ rows: 900, seed: 21, yearlyGrowth: 0.1 })
  const falling = (rows: number) =>
    town({ rows, seed: 22, yearlyGrowth: -0.1 }).map((one) => ({
      ...one,
      sourceId: `f-${one.sourceId}`,
      city: 'Падуново',
      lat: one.lat + 1,
    }))
  const indicesOf = (...rows: readonly Comparable[]) => {
    const table = marketTable(clean(rows))
    const hedonic = fitHedonic(table)
    return ['образцовск', 'падуново'].map((city) => {
      const flat = new Float64Array(FLAT.size)
      flat[FLAT.city] = table.words.cities.indexOf(city)
      return marketIndexOf(hedonic, flat)
    }) as [MarketIndex, MarketIndex]
  }
  const growthIn = (rows: number, ...others: Comparable[]) =>
    indicesOf(...growing, ...falling(rows), ...others).map(
      (index) => indexLevel(index, TOWN_DAY - 30) - indexLevel(index, TOWN_DAY - 395),
    ) as [number, number]

  it('is known in the months of its own rows', () => {
    const last = monthOfDay(TOWN_DAY)
    const untilMarch = falling(900).filter(({ date }) => date < '2024-04')
    const [growingIndex, fallingIndex] = indicesOf(...growing, ...untilMarch)
    assert.equal(knownMonths(growingIndex, last)?.until, last)
    assert.equal(knownMonths(fallingIndex, last)?.until, last - 3)
    assert.equal(knownMonths(fallingIndex, fallingIndex.firstMonth - 1), undefined)
  })

  it('is its own where it has rows enough', () => {
    const [up, down] = growthIn(900)
    assert.ok(up > 0.06 && up < 0.14, `${up}`)
    assert.ok(down < -0.06 && down > -0.14, `${down}`)
  })

  it('keeps up with a steady rise where rows are few', () => {
    const misses = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const rows = town({ rows: 200, seed, yearlyGrowth: 0.15, noise: 0.08 })
      const [index] = indicesOf(...rows)
      return indexLevel(index, TOWN_DAY) - indexLevel(index, TOWN_DAY - 365) - 0.15
    })
    assertNear(sum(misses) / misses.length, 0, 0.012)
  })

  it('is its own beside a row of a wrong year', () => {
    const epoch = { ...(growing[0] as Comparable), sourceId: 'epoch', date: '1900-01-01' }
    const [up, down] = growthIn(900, epoch)
    assert.ok(up > 0.06 && up < 0.14, `${up}`)
    assert.ok(down < -0.06 && down > -0.14, `${down}`)
  })

  it('is that of the small cities together where it has not, and not the large one’s', () => {
    const [up, down] = growthIn(400)
    assert.ok(up > 0.06, `${up}`)
    assert.ok(down < -0.04, `${down}`)
  })
})

describe('the hedonic regression', () => {
  it('finds the effects a town was made with', () => {
    const table = marketTable(clean(town({ rows: 3000, noise: 0.03 })))
    const fitted = fitHedonic(table)
    assertNear(fitted.coefficients[1] as number, 0.85, 0.1)
    const index = fitted.indices[0]
    if (index === undefined) throw new Error('unreachable')
    const year = indexLevel(index, TOWN_DAY - 30) - indexLevel(index, TOWN_DAY - 395)
    assertNear(year, 0.08, 0.02)
  })

  it('a few odd prices hardly move the others', () => {
    const flats = town({ rows: 600, noise: 0.03 })
    const odd = flats.map((one, i) => (i % 20 === 0 ? { ...one, priceRub: one.priceRub * 4 } : one))
    /** Mean price, ln, of the town's flats by a regression on these rows. */
    const levelOf = (rows: typeof flats) => {
      const table = marketTable(clean(rows))
      const hedonic = fitHedonic(table)
      const fitted = Array.from({ length: table.n }, (_, row) => {
        const flat = flatOf(table, row)
        return hedonicLn(hedonic, flat) + indexLevel(marketIndexOf(hedonic, flat), TOWN_DAY - 200)
      })
      return fitted.reduce((sum, ln) => sum + ln, 0) / table.n
    }
    // Squares alone would move the mean by ln 4 / 20, 0.07.
    const moved = levelOf(odd) - levelOf(flats)
    assert.ok(Math.abs(moved) < 0.03, `${moved}`)
  })

  it('takes the median point of a city’s flats for its centre', () => {
    // The first flat and one in twenty lie far out: they move a mean, not the median.
    const near = town({ rows: 200 }).map((one, i) =>
      i % 20 === 0 ? { ...one, lat: one.lat + 0.5, lon: one.lon + 0.9 } : one,
    )
    const far = near.map((one) => ({
      ...one,
      sourceId: `far-${one.sourceId}`,
      city: 'Падуново',
      lat: one.lat + 1,
      lon: one.lon - 2,
    }))
    const table = marketTable(clean([...near, ...far]))
    const { centres } = fitHedonic(table)
    for (const [name, lat, lon] of [
      ['образцовск', 55, 60],
      ['падуново', 56, 58],
    ] as const) {
      const city = table.words.cities.indexOf(name)
      assert.ok(Math.abs((centres[2 * city] as number) - lat) < 0.02, name)
      assert.ok(Math.abs((centres[2 * city + 1] as number) - lon) < 0.03, name)
    }
  })

  it('holds a month to the one before it the less, the longer it is since', () => {
    /** How far prices rise, ln, between two months of thirty sales each: by a fifth. */
    const riseTo = (laterDate: string) => {
      const rows = town({ rows: 60, yearlyGrowth: 0, noise: 0.01 }).map((one, i) => ({
        ...one,
        date: i % 2 === 0 ? '2022-06-15' : laterDate,
        priceRub: i % 2 === 0 ? one.priceRub : Math.round(one.priceRub * 1.2),
      }))
      const effects = fitHedonic(marketTable(clean(rows))).indices[0]?.effects ?? []
      return (effects.at(-1) as number) - (effects[0] as number)
    }
    const [month, year] = [riseTo('2022-07-15'), riseTo('2023-06-15')]
    assert.ok(month > 0 && year > 1.5 * month && year < Math.log(1.2), `${month} and ${year}`)
  })

  it('holds a change of prices to none by forty rows a month and a hundred of a steady drift', () => {
    /** The rise found of one flat, sold daily, between months so many apart: by a fifth, ln. */
    const foundAfter = (months: number) => {
      const sales = Array.from({ length: 60 }, (_, i) => {
        const month = 5 + (i % 2) * months
        const day = String(1 + Math.floor(i / 2)).padStart(2, '0')
        return sale(`${i}`, i % 2 === 0 ? 5_000_000 : 6_000_000, {
          date: `${2023 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${day}`,
        })
      })
      const effects = fitHedonic(marketTable(clean(sales))).indices[0]?.effects ?? []
      return (effects.at(-1) as number) - (effects[0] as number)
    }
    for (const months of [1, 6]) {
      // Thirty sales a month weigh 30 / 2, each half as far off; an effect of 0 weighs 0.1 / 2, and
      // a change 1 over months / 40 + months² / 100.
      const held = 1 / (months / 40 + months ** 2 / 100)
      assertNear(foundAfter(months), (Math.log(1.2) * 15) / (15 + 0.05 + held), 1e-5)
    }
  })

  it('bargaining stays at its prior when all prices are asked, and is learnt when they are mixed', () => {
    const asked = fitHedonic(marketTable(clean(town({ rows: 300, kind: 'listing' }))))
    assertNear(asked.lnAskOverDeal, 0.046, 1e-3)
    const mixed = town({ rows: 2000, kind: 'mixed' })
    const deals = mixed.filter(({ kind }) => kind === 'deal')
    const adverts = mixed.filter(({ kind }) => kind === 'listing')
    const learntOf = (dealsKnown: number, over: number) => {
      const dearer = adverts.map((one) => ({ ...one, priceRub: Math.round(one.priceRub * over) }))
      const rows = [...deals.slice(0, dealsKnown), ...dearer]
      return fitHedonic(marketTable(clean(rows))).lnAskOverDeal
    }
    const ofAll = learntOf(deals.length, 1.05)
    assert.ok(ofAll > 0.075 && ofAll < 0.11, `${ofAll}`)
    // Sixty deals outweigh a prior of twelve rows; without them it would be 0.046, by them 0.14.
    const ofSixty = learntOf(60, 1.1)
    assert.ok(ofSixty > 0.115 && ofSixty < 0.15, `${ofSixty}`)
  })
})

describe('what the flats of a building have alike', () => {
  /** How much dearer, ln, brick is found to be where three brick houses cost a fifth more. */
  const brickFound = (salesPerHouse: number) => {
    const sales = [0, 1, 2, 3, 4, 5].flatMap((house) =>
      Array.from({ length: salesPerHouse }, (_, i) =>
        sale(`${house}-${i}`, house % 2 === 0 ? 6_000_000 : 5_000_000, {
          date: `2024-05-${String(i + 1).padStart(2, '0')}`,
          address: `Улица Мира, ${house}`,
          lon: 60.73 + house / 1000,
          houseMaterial: house % 2 === 0 ? 'brick' : 'panel',
        }),
      ),
    )
    const table = marketTable(clean(sales))
    assert.equal(table.n, 6 * salesPerHouse)
    const { coefficients } = fitHedonic(table)
    const of = (material: HouseMaterial) =>
      coefficients[FIXED.material + HOUSE_MATERIALS.indexOf(material)] as number
    return of('brick') - of('panel')
  }

  it('is told by many flats of a building as by two flats of others at most', () => {
    // Three houses of a material, an effect of 0 that weighs 1.5 rows, and half of a flat's
    // deviation that of its house: of twenty flats 10.5 tell what one alone tells.
    assertNear(brickFound(1), Math.log(1.2) * (3 / (3 + 1.5)), 1e-4)
    assertNear(brickFound(20), Math.log(1.2) * (60 / (60 + 1.5 * 10.5)), 1e-4)
  })
})
