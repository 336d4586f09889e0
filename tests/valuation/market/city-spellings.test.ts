import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { spellCitiesAlike } from '../../../src/valuation/market/city-spellings.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { ok } from '../ok-estimate.ts'
import { sale } from '../sale.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

describe('the spelling of cities', () => {
  const named = (...cities: (string | null)[]): Comparable[] =>
    cities.map((city, i) => sale(`s${i}`, 5_000_000, { city }))
  const spelt = (...cities: (string | null)[]) =>
    spellCitiesAlike(named(...cities)).map(({ city }) => city)

  it('is for each city the one that most of its rows have', () => {
    assert.deepEqual(
      spelt('г. Королёв', 'Королев', 'Москва', 'г. Королёв', 'город КОРОЛЁВ', null),
      ['г. Королёв', 'г. Королёв', 'Москва', 'г. Королёв', 'г. Королёв', null],
    )
    assert.deepEqual(spelt('СПб', 'Санкт Петербург', 'Санкт-Петербург', 'СПб'), [
      'СПб',
      'СПб',
      'СПб',
      'СПб',
    ])
  })

  it('is the first by its letters where two are as usual, in any order', () => {
    assert.deepEqual(spelt('Москва', 'г Москва'), ['Москва', 'Москва'])
    assert.deepEqual(spelt('г Москва', 'Москва'), ['Москва', 'Москва'])
  })

  it('stays apart for places of another kind or name, and leaves such rows as they are', () => {
    const rows = named('Королёв', 'с. Королёво', 'пос. Королёв', '')
    assert.equal(spellCitiesAlike(rows), rows)
  })

  it('changes no value: a town spelt in three ways is valued as one spelt in one', async () => {
    const flats = town({ rows: 400, seed: 6 })
    const ways = ['Образцовск', 'г. Образцовск', 'ОБРАЗЦОВСК г']
    const until = isoOfDay(TOWN_DAY)
    const mixed = flats.map((one, i) => ({ ...one, city: ways[i % 7 < 4 ? 0 : (i % 2) + 1] ?? '' }))
    const [subject] = flats
    assert.ok(subject)
    const valueIn = async (rows: readonly Comparable[]) => {
      const model = await fit(rows, { until, ...QUICK_FIT })
      return ok(estimate(model, subject, { valuationDate: until })).value.market_rub
    }
    assert.equal(await valueIn(mixed), await valueIn(flats))
  })
})
