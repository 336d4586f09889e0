// Estimates as of earlier dates: each date has its model, and few models are kept.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TaskRefused } from '../../../src/threads/task-refused.ts'
import type { createReplays } from '../../../src/valuation/serving/replays.ts'
import { until } from '../../support/waiting.ts'
import { openMarket } from '../market-database.ts'
import { town } from '../synthetic-market.ts'

/** Few enough to be fitted at once. */
const ROWS = 120

const [flat] = town({ rows: 1 })
assert.ok(flat)

async function close(replays: ReturnType<typeof createReplays>): Promise<void> {
  const kept = await replays.models()
  await replays.closeFits()
  await Promise.all(kept.map((model) => model.close()))
}

describe('estimates as of earlier dates', () => {
  let market: Awaited<ReturnType<typeof openMarket>>
  before(async () => {
    market = await openMarket(ROWS, 300)
  })
  after(() => market.close())

  it('every date is answered, even if more are asked for at once than models are kept', async () => {
    const { engine } = market.startEngine()
    await engine.look()
    const days = town({ rows: ROWS, spanDays: 300 })
      .map(({ date }) => date)
      .sort()
    const dates = [0.9, 0.8, 0.7, 0.6].map((share) => days[Math.floor(ROWS * share)] as string)
    const answers = await Promise.all(
      dates.map((valuationDate, at) => engine.estimate(flat, { valuationDate }, `user ${at}`)),
    )
    for (const [at, answer] of answers.entries()) {
      assert.ok(answer.kind === 'estimate')
      const date = dates[at] as string
      assert.ok(answer.estimate.model.data_until <= date)
      assert.ok(answer.estimate.comparables.every((comparable) => comparable.date <= date))
    }
    await engine.close()
  })

  it('are made anew once the data has changed, and not before', async () => {
    const changing = await openMarket(60, 300)
    const { engine } = changing.startEngine()
    const dates = town({ rows: 60, spanDays: 300 }).map(({ date }) => date)
    const valuationDate = dates.toSorted()[45]
    assert.ok(valuationDate)
    const versionThen = async () => {
      const answer = await engine.estimate(flat, { valuationDate })
      assert.ok(answer.kind === 'estimate')
      return answer.estimate.model.version
    }
    try {
      await engine.look()
      const version = await versionThen()
      await engine.look()
      assert.equal(await versionThen(), version)
      await changing.putTown(90)
      // A change is taken up once two looks have seen it.
      await engine.look()
      assert.equal(await versionThen(), version)
      await engine.look()
      assert.notEqual(await versionThen(), version)
    } finally {
      await engine.close()
      await changing.close()
    }
  })

  it('are there for whoever could not wait, however many dates were asked for', async () => {
    const { clock } = market
    const replays = market.startReplays()
    const ask = (valuationDate: string, username?: string) =>
      replays.estimates([flat], { valuationDate }, username)
    // As many as are fitted and wait at once.
    const dates = ['2023-10-21', '2023-10-16', '2023-10-11', '2023-10-06', '2023-10-01']
    const impatient = dates.map((date, at) => ask(date, `user ${at}`))
    await assert.rejects(ask('2023-09-26'), TaskRefused)
    clock.advance(25)
    for (const one of impatient) await assert.rejects(one, TaskRefused)
    // A sixth is refused: those who come back wait for the fits that were begun for them,
    // also those who come when others have ended.
    const [first = '', ...others] = dates
    const answers = [await ask(first), ...(await Promise.all(others.map((date) => ask(date))))]
    for (const answer of answers) assert.equal(answer?.estimates[0]?.status, 'ok')
    assert.equal((await replays.models()).length, 2)
    await close(replays)
  })

  it('are fitted two at once for each user, so that others get a turn', async () => {
    const replays = market.startReplays()
    const ask = (valuationDate: string, username: string) =>
      replays.estimates([flat], { valuationDate }, username)
    const first = ask('2023-10-21', 'anna')
    const second = ask('2023-10-16', 'anna')
    await assert.rejects(ask('2023-10-11', 'anna'), TaskRefused)
    // Whoever asks for a date that is being fitted takes no turn.
    const again = ask('2023-10-16', 'anna')
    const other = ask('2023-10-11', 'boris')
    for (const answer of await Promise.all([first, second, again, other])) {
      assert.equal(answer?.estimates[0]?.status, 'ok')
    }
    assert.ok(await ask('2023-10-06', 'anna'))
    await close(replays)
  })

  it('end with the data that they were of, and are kept no longer', async () => {
    const replays = market.startReplays()
    const options = { valuationDate: '2023-10-21' }
    assert.ok(await replays.estimates([flat], options))
    const [model, ...others] = await replays.models()
    assert.ok(model && others.length === 0)
    replays.endAll()
    assert.deepEqual(await replays.models(), [])
    const answers = () => model.run('estimates', { dwellings: [flat], options })
    await until(async () => {
      return answers().then(
        () => false,
        () => true,
      )
    }, 'its threads have ended')
    await replays.closeFits()
  })

  it('are tried anew after a fit that failed', async () => {
    const replays = market.startReplays()
    const ask = () => replays.estimates([flat], { valuationDate: '2023-10-21' })
    const showComparables = await market.hideComparables()
    await assert.rejects(ask(), /comparables/)
    await showComparables()
    assert.equal((await ask())?.estimates[0]?.status, 'ok')
    await close(replays)
  })

  it('keep two models and no more: a third date ends the one asked for longest ago', async () => {
    const replays = market.startReplays()
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
    await close(replays)
  })

  it('keep the one fitted last, whichever were asked for while it was being fitted', async () => {
    const replays = market.startReplays()
    const ask = (valuationDate: string) => replays.estimates([flat], { valuationDate })
    await ask('2023-10-21')
    await ask('2023-10-11')
    const before = await replays.models()
    await Promise.all(['2023-10-01', '2023-10-21', '2023-10-11'].map(ask))
    const kept = await replays.models()
    assert.equal(kept.length, 2)
    assert.equal(kept[0], before[1])
    assert.ok(!before.includes(kept[1] ?? assert.fail('a model is missing')))
    await close(replays)
  })

  it('answer all who wait for a fit, though the data changes meanwhile', async () => {
    const replays = market.startReplays()
    const waiting = Array.from({ length: 3 }, () =>
      replays.estimates([flat], { valuationDate: '2023-10-21' }),
    )
    replays.endAll()
    for (const answer of await Promise.all(waiting)) {
      assert.equal(answer?.estimates[0]?.status, 'ok')
    }
    assert.deepEqual(await replays.models(), [])
    await replays.closeFits()
  })
})
