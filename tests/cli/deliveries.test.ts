// `deliveries` from the command line: what is listed, and that each option reaches those it names.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDeliveryStore, enqueueDelivery } from '../../src/delivery/delivery-store.ts'
import { runCommand } from '../support/commands.ts'
import { openTestStores } from '../support/stores.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-0000000000a${number}`

/** Deliveries given up, each with one of these faults, and one not tried yet behind them. */
async function queueWith(faults: readonly string[]) {
  const stores = await openTestStores('sqlite')
  const wallMs = stores.clock.wallMs()
  await stores.main.query.transaction().execute(async (transaction) => {
    for (const number of [...faults.keys(), faults.length]) {
      const recordId = idOf(number)
      await enqueueDelivery(transaction, {
        recordId,
        destination: 'messenger',
        kind: 'pilot',
        wallMs: wallMs + number,
      })
    }
  })
  const store = createDeliveryStore(stores.main)
  const claims = await store.claimDue('messenger', faults.length, wallMs + faults.length)
  for (const claim of claims) {
    await store.giveUp(claim, faults[Number(claim.recordId.at(-1))] as string)
  }
  const runWords = (words: readonly string[]) =>
    runCommand(['deliveries', ...words, '--json'], { DATABASE_URL: stores.database.variable })
  const command = async (...words: string[]) => {
    const result = await runWords(words)
    assert.equal(result.code, 0, result.err)
    return result
  }
  const run = async (...words: string[]): Promise<unknown> =>
    JSON.parse((await command(...words)).out)
  return {
    run,
    async refused(...words: string[]) {
      const { code, out, err } = await runWords(words)
      assert.deepEqual([code, out], [1, ''])
      return err
    },
    cut: (limit: number) => command('list', '--limit', String(limit)),
    listed: async () =>
      ((await run('list')) as { id: string; state: string; last_fault: string | null }[]).map(
        ({ id, state, last_fault }) => [Number(id.at(-1)), state, last_fault],
      ),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  }
}

describe('deliveries from the command line', () => {
  it('are dropped one by one, or all of a fault as it is listed', async () => {
    await using queue = await queueWith(['webhook answered 422', 'down', 'webhook answered 422'])
    assert.deepEqual(await queue.run('drop', '--id', idOf(1)), { dropped: 1 })
    assert.match(await queue.refused('drop', '--id', idOf(1)), /^No delivery \S+a1 waits or was/)
    assert.deepEqual(await queue.run('drop', '--fault', 'webhook answered 422'), { dropped: 2 })
    assert.deepEqual(await queue.listed(), [[3, 'pending', null]])
  })

  it('are listed oldest first, up to a limit, and a list that was cut says so', async () => {
    await using queue = await queueWith(['down', 'down'])
    assert.deepEqual(
      (await queue.listed()).map(([number]) => number),
      [0, 1, 2],
    )
    const { out, err } = await queue.cut(2)
    assert.equal((JSON.parse(out) as unknown[]).length, 2)
    assert.match(err, /^These are the oldest 2\. There are more: --limit N\.\n$/)
    assert.equal((await queue.cut(3)).err, '')
  })

  it('are listed with their next attempt, of which one that was given up has none', async () => {
    await using queue = await queueWith(['down'])
    const nextAttempts = (await queue.run('list')) as { next_attempt_at: string | null }[]
    assert.deepEqual(
      nextAttempts.map(({ next_attempt_at: next }) => next),
      [null, '2026-01-15T09:30:00.001Z'],
    )
  })

  it('are tried again one by one, or all that were given up, but not while they are due', async () => {
    await using queue = await queueWith(['down', 'down', 'down'])
    assert.deepEqual(await queue.run('retry', '--id', idOf(1).toUpperCase()), { retried: 1 })
    assert.match(await queue.refused('retry', '--id', idOf(1)), /^No delivery \S+a1 was given up/)
    assert.deepEqual(await queue.run('retry', '--all'), { retried: 2 })
    assert.deepEqual(await queue.run('retry', '--all'), { retried: 0 })
    assert.deepEqual(
      (await queue.listed()).map(([number, state]) => [number, state]),
      [0, 1, 2, 3].map((number) => [number, 'pending']),
    )
  })
})
