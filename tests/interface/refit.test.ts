// A new model takes the place of the one before while estimates are asked for: each answer is of
// one of the two, whole.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { comparableWriter } from '../../src/valuation/comparables/comparable-store.ts'
import { untilTakenUp } from '../support/advancing.ts'
import { ENGINES } from '../support/databases.ts'
import { assertNear } from '../support/near.ts'
import { startTestService } from '../support/service.ts'
import { REQUEST_OF_SALE, sale } from '../valuation/sale.ts'

const CALLERS = 8

interface Answer {
  readonly status: string
  readonly value: { readonly market_rub: number } | null
  readonly comparables: readonly { readonly price_rub: number }[]
  readonly model: { readonly version: string } | null
}

for (const engine of ENGINES) {
  describe(`a refit on ${engine}`, () => {
    it('answers every request of the meantime by the old model or the new one', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('anna')
      const cookie = await service.cookieOf('anna')
      const put = (times: number) =>
        comparableWriter(service.stores.main, service.clock).put(
          [8_000_000, 10_000_000, 12_500_000].map((priceRub, at) => ({
            source: 'test',
            comparable: sale(`s${at}`, priceRub * times, {
              date: new Date(service.clock.wallMs()).toISOString().slice(0, 10),
            }),
          })),
        )
      const answers: Answer[] = []
      const post = () => service.post('/api/v1/estimate', REQUEST_OF_SALE, { cookie })
      const ask = async (): Promise<Answer> => {
        const response = await post()
        assert.equal(response.status, 200, response.body)
        const answer = response.json() as Answer
        answers.push(answer)
        return answer
      }
      await put(1)
      // Refused with 503 while the first model is made for longer than its callers wait.
      await untilTakenUp(service.clock, async () => {
        const response = await post()
        return response.status === 200 && (response.json() as Answer).status === 'ok'
      })
      const first = await ask()

      answers.length = 0
      let isTakenUp = false
      const callers = Array.from({ length: CALLERS }, async () => {
        while (!isTakenUp) await ask()
      })
      await put(2)
      await untilTakenUp(service.clock, async () => {
        isTakenUp = (await ask()).model?.version !== first.model?.version
        return isTakenUp
      })
      await Promise.all(callers)

      const of = (answer: Answer) => ({
        version: answer.model?.version,
        value: answer.value?.market_rub,
        prices: answer.comparables.map(({ price_rub }) => price_rub).toSorted((a, b) => a - b),
      })
      const last = await ask()
      const [before, after] = [of(first), of(last)]
      // The middle of three in logarithms, but for the rounding of weights.
      assertNear(before.value ?? 0, 10_000_000, 10)
      assertNear(after.value ?? 0, 20_000_000, 20)
      assert.deepEqual(after.prices, [16_000_000, 20_000_000, 25_000_000])
      const kinds = answers.map((answer) => {
        assert.deepEqual(of(answer), answer.model?.version === before.version ? before : after)
        return answer.model?.version
      })
      assert.ok(kinds.filter((version) => version === before.version).length >= CALLERS)
      assert.ok(kinds.includes(after.version))
    })
  })
}
