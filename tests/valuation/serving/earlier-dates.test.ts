// Estimates as of earlier dates: each date has its model, and few models are kept.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openMarket } from '../market-database.ts'
import { town } from '../synthetic-market.ts'

/** Few enough to be fitted at once. */
const ROWS = 120

describe('estimates as of earlier dates', () => {
  let market: Awaited<ReturnType<typeof openMarket>>
  before(async () => {
    market = await openMarket(ROWS, 300)
  })
  after(() => market.close())

  it('every date is answered, even if more are asked for at once than models are kept', async () => {
    const { engine } = market.startEngine()
    await engine.look()
    const [flat] = town({ rows: 1 })
    assert.ok(flat)
    const days = town({ rows: ROWS, spanDays: 300 })
      .map(({ date }) => date)
      .sort()
    const dates = [0.9, 0.8, 0.7, 0.6].map((share) => days[Math.floor(ROWS * share)] as string)
    const answers = await Promise.all(
      dates.map((valuationDate) => engine.estimate(flat, { valuationDate })),
    )
    for (const [at, answer] of answers.entries()) {
      assert.equal(answer.kind, 'estimate')
      if (answer.kind !== 'estimate') continue
      const date = dates[at] as string
      assert.ok(answer.estimate.model.data_until <= date)
      assert.ok(answer.estimate.comparables.every((comparable) => comparable.date <= date))
    }
    await engine.close()
  })

  it('keep two models and no more: a third date ends the one asked for longest ago', async () => {
    const replays = market.startReplays()
    const [flat] = town({ rows: 1 })
    assert.ok(flat)
    const ask = async (valuationDate: string) => {
      assert.ok(await replays.estimates([flat], { valuationDate }))
      return replays.models()
    }
    const [first] = await ask('2023-10-21')
    await ask('2023-10-11')
    const both = await ask('2023-10-21')
    assert.equal(both.length, 2)
    const kept = await ask('2023-10-01')
    assert.equal(kept.length, 2)
    assert.equal(kept[0], first)
    assert.ok(!both.includes(kept[1] ?? assert.fail('a model is missing')))
    await replays.closeFits()
    await Promise.all(kept.map(({ pool }) => pool.close()))
  })
})
