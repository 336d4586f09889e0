import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { fit } from '../../../src/valuation/model/model.ts'
import { TOWN_DAY, town } from '../synthetic-market.ts'

describe('the interval of a market whose prices hardly follow its flats', () => {
  const until = isoOfDay(TOWN_DAY)
  const settings = { until, tuningTrials: 100, fewestForTrees: Infinity }
  const answersTo = (known: readonly Comparable[], asked: readonly Comparable[]) => {
    const model = fit(known, settings)
    return asked.flatMap((flat) => {
      const answer = estimate(model, flat, { valuationDate: until })
      return answer.status === 'ok' ? { ...answer.value, priceRub: flat.priceRub } : []
    })
  }

  it('refuses nearly all, where a few trials could be answered', () => {
    const flats = town({ rows: 800, seed: 3, noise: 0.4, spanDays: 0 })
    assert.ok(answersTo(flats.slice(0, 600), flats.slice(600)).length < 20)
  })

  it('refuses nearly all beside a city where prices do follow, and none there', () => {
    const here = town({ rows: 800, seed: 11, spanDays: 0 })
    const there = town({ rows: 500, seed: 1, noise: 0.4, spanDays: 0 }).map((one) => ({
      ...one,
      sourceId: `there-${one.sourceId}`,
      city: 'Дальний',
      lat: one.lat + 1,
    }))
    const known = [...here.slice(100), ...there.slice(100)]
    assert.ok(answersTo(known, there.slice(0, 100)).length < 10)
    assert.equal(answersTo(known, here.slice(0, 100)).length, 100)
  })

  it('holds its share in a market so small that too few trials for an interval could be answered', () => {
    const flats = town({ rows: 235, buildings: 20, seed: 2, noise: 0.15, spanDays: 0 })
    const answers = answersTo(flats.slice(0, 35), flats.slice(35))
    const held = answers.filter(
      (one) => one.low_rub <= one.priceRub && one.priceRub <= one.high_rub,
    )
    const covered = held.length / answers.length
    assert.ok(answers.length > 100 && covered > 0.74 && covered < 0.9, `80 % covers ${covered}`)
  })
})
