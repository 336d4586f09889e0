// The first model: who asks before it is there waits, and is never told that nothing is known.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { TaskRefused } from '../../../src/threads/task-refused.ts'
import { soon, until } from '../../support/waiting.ts'
import { openMarket } from '../market-database.ts'
import { TOWN_DAY, town } from '../synthetic-market.ts'

const [flat] = town({ rows: 1 })
assert.ok(flat)
const asked = [flat, { valuationDate: isoOfDay(TOWN_DAY) }] as const

describe('an estimate before the first model', () => {
  it('says that there is no data where nothing was imported', async () => {
    const market = await openMarket(0, 0)
    const { engine } = market.startEngine()
    await engine.look()
    assert.equal((await engine.estimate(...asked)).kind, 'no_data')
    await engine.close()
    await market.close()
  })

  it('says so too where nothing was imported and no look has come through yet', async () => {
    const market = await openMarket(0, 0)
    const { engine } = market.startEngine()
    const answer = await soon(engine.estimate(...asked), 'it is answered')
    assert.equal(answer.kind, 'no_data')
    await engine.close()
    await market.close()
  })

  it('waits for the model of an import that has just come in', async () => {
    const market = await openMarket(0, 0)
    const { engine } = market.startEngine()
    await engine.look()
    await market.putTown(60)
    const answer = engine.estimate(...asked)
    // Once to see the import, once to find it at rest.
    await engine.look()
    await engine.look()
    assert.equal((await answer).kind, 'estimate')
    await engine.close()
    await market.close()
  })

  it('is refused at once where no model could be made, until one can', async () => {
    const market = await openMarket(60, 0)
    let isAway = true
    const { engine } = market.startEngine({
      loadNewest: async () => {
        if (isAway) throw new Error('away')
        return undefined
      },
    })
    const waiting = assert.rejects(engine.estimate(...asked), TaskRefused)
    await engine.look()
    await waiting
    await assert.rejects(engine.estimate(...asked), TaskRefused)
    assert.equal(market.clock.sleeping, 0, 'nobody waits')
    isAway = false
    market.clock.advance(60)
    await engine.look()
    assert.equal((await engine.estimate(...asked)).kind, 'estimate')
    await engine.close()
    await market.close()
  })

  it('is refused once a stop begins, as one of an earlier date is, while the model in place answers', async () => {
    const market = await openMarket(60, 100)
    const { engine } = market.startEngine()
    const [one] = asked
    const waiting = assert.rejects(engine.estimate(...asked), TaskRefused)
    await engine.endRenewals()
    await soon(waiting, 'it is refused')
    await assert.rejects(engine.estimate(...asked), TaskRefused)
    assert.equal(market.clock.sleeping, 0, 'nobody waits')
    await engine.close()

    const { engine: another } = market.startEngine()
    await another.look()
    const earlier = { valuationDate: isoOfDay(TOWN_DAY - 30) }
    const replayed = assert.rejects(another.estimate(one, earlier), TaskRefused)
    await until(() => market.clock.sleeping > 0, 'it waits')
    await another.endRenewals()
    await soon(replayed, 'it is refused')
    assert.equal((await another.estimate(...asked)).kind, 'estimate')
    await another.close()
    await market.close()
  })

  it('is refused when it takes too long, and when the service stops', async () => {
    const market = await openMarket(60, 0)
    const { engine } = market.startEngine()
    const late = engine.estimate(...asked)
    const refused = assert.rejects(late, TaskRefused)
    await until(() => market.clock.sleeping > 0, 'it waits')
    market.clock.advance(26)
    await refused
    const stopped = assert.rejects(engine.estimate(...asked), TaskRefused)
    await engine.close()
    market.clock.advance(26)
    await stopped
    await market.close()
  })
})
