// Rows dated a day ahead, as an import in a time zone east of UTC has them: no model knows of them
// before their day, and from then on it does, without another import.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openMarket } from '../market-database.ts'
import { town } from '../synthetic-market.ts'

const [YESTERDAY, TODAY, TOMORROW] = ['2026-01-14', '2026-01-15', '2026-01-16'] as const

it('rows of tomorrow count from tomorrow on, after a restart too', async () => {
  const market = await openMarket(0, 0)
  const rows = town({ rows: 60 })
  const [flat] = rows
  assert.ok(flat)
  await market.put(
    rows.map((row, index) => ({ ...row, date: index % 2 === 0 ? YESTERDAY : TOMORROW })),
  )
  const start = () => {
    const { engine, lines } = market.startEngine()
    const dataUntil = async (valuationDate: string) => {
      const answer = await engine.estimate(flat, { valuationDate })
      assert.equal(answer.kind, 'estimate')
      return answer.estimate.model.data_until
    }
    return { engine, dataUntil, told: () => lines.map(({ msg }) => msg) }
  }

  const first = start()
  await first.engine.look()
  await first.engine.look()
  assert.equal(await first.dataUntil(TODAY), YESTERDAY)
  assert.deepEqual(first.told(), ['valuation model fitted'])
  await first.engine.close()

  const second = start()
  await second.engine.look()
  assert.equal(await second.dataUntil(TODAY), YESTERDAY)
  market.clock.advance(86_400)
  await second.engine.look()
  await second.engine.look()
  assert.equal(await second.dataUntil(TOMORROW), TOMORROW)
  const fitted = 'valuation model fitted'
  assert.deepEqual(second.told(), ['valuation model loaded', fitted, fitted])
  await second.engine.close()

  const third = start()
  await third.engine.look()
  assert.equal(await third.dataUntil(TOMORROW), TOMORROW)
  assert.deepEqual(third.told(), ['valuation model loaded'])
  await third.engine.close()
  await market.close()
})
