// PostgreSQL that is lost while an estimate is made: an answer that is not stored is not given.
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { comparableWriter } from '../../src/valuation/comparables/comparable-store.ts'
import { untilTakenUp } from '../support/advancing.ts'
import { createTestClock } from '../support/clock.ts'
import { assertNear } from '../support/near.ts'
import { timed, until } from '../support/waiting.ts'
import { REQUEST_OF_SALE, sale } from '../valuation/sale.ts'
import { startBreakable, WAYS } from './breakable-postgres.ts'
import { testWith } from './own-service.ts'
import { assertUnavailable, PATIENCE_MS, SLACK_MS } from './unavailable.ts'

/** A service with a model of three sales, and somebody who asks it. */
async function startValuing() {
  const clock = createTestClock()
  const broken = await startBreakable('main', {}, clock)
  const { service } = broken
  await service.addUser('анна')
  const cookie = await service.cookieOf('анна')
  const estimate = () => service.post('/api/v1/estimate', REQUEST_OF_SALE, { cookie })
  const value = async () => {
    const answer = (await estimate()).json() as { value?: { market_rub: number } | null }
    return answer.value?.market_rub
  }
  const date = new Date(clock.wallMs()).toISOString().slice(0, 10)
  await comparableWriter(service.stores.main, clock).put(
    [8_000_000, 10_000_000, 12_500_000].map((priceRub, at) => ({
      source: 'test',
      comparable: sale(`s${at}`, priceRub, { date }),
    })),
  )
  await untilTakenUp(clock, async () => (await value()) !== undefined)
  return Object.assign(broken, { estimate, value, valueBefore: await value() })
}

const test = testWith(startValuing)

describe('an estimate while PostgreSQL is out of reach', { concurrency: 3 }, () => {
  for (const [way, { break: breakWay, mend }] of Object.entries(WAYS)) {
    test(`is refused with 503 where the server ${way} at its storing, and made again after`, async (broken) => {
      const { service, proxy, estimate, value, valueBefore } = broken
      // The middle of the three in logarithms, but for the rounding of weights.
      assertNear(valueBefore ?? 0, 10_000_000, 10)
      const made = () => service.metric('valuation_estimates_total{outcome="ok"}')
      const stored = async () => (await broken.ask('select from estimates')).length
      const before = [await made(), await stored()]
      // On a connection that is new, the whole text of a statement passes.
      await proxy.cut()
      await until(async () => (await service.get('/readyz')).status === 200, 'reachable anew')
      const broke = Promise.withResolvers<void>()
      proxy.onceSent('insert into "estimates"', () => broke.resolve(breakWay(proxy)))

      const { took, result } = await timed(estimate())

      assertUnavailable(result)
      assert.ok(took < PATIENCE_MS + SLACK_MS, `answered after ${took} ms`)
      await broke.promise
      await mend(proxy)
      assert.deepEqual([await made(), await stored()], before)
      await until(async () => (await estimate()).status === 200, 'an estimate is made again')
      assert.equal(await value(), valueBefore)
    })
  }
})
