// Look-ups gathered per turn: fresh, whole, bounded, and none held up by another that hangs.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gatherPerTurn } from '../../src/db/per-turn.ts'
import { until } from '../support/waiting.ts'

const BOUNDS = { maxKeys: 3, maxCalls: 2 }

/** A source whose calls end when they are told to. */
function heldSource() {
  const calls: { keys: number[]; end: () => void; fail: (error: Error) => void }[] = []
  const lookUp = gatherPerTurn<number, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    calls.push({ keys, end: () => resolve(keys.map((key) => `row ${key}`)), fail: reject })
    return promise
  }, BOUNDS)
  return { calls, lookUp, keys: () => calls.map(({ keys }) => keys) }
}

describe('look-ups of one turn', () => {
  it('are read after the last of them was asked for', async () => {
    const { calls, lookUp } = heldSource()
    void lookUp(1)
    await Promise.resolve()
    void lookUp(2)
    assert.equal(calls.length, 0)
    await nextTurn()
    assert.deepEqual(calls[0]?.keys, [1, 2])
  })

  it('each get the answer of their own key', async () => {
    const { calls, lookUp } = heldSource()
    const answers = [lookUp(7), lookUp(8), lookUp(7)]
    await nextTurn()
    calls[0]?.end()
    assert.deepEqual(await Promise.all(answers), ['row 7', 'row 8', 'row 7'])
  })

  it('are cut into calls of no more keys than allowed', async () => {
    const { lookUp, keys } = heldSource()
    for (const key of [1, 2, 3, 4]) void lookUp(key)
    await nextTurn()
    assert.deepEqual(keys(), [[1, 2, 3], [4]])
  })

  it('share the fault of their call, and the next call is tried afresh', async () => {
    const { calls, lookUp } = heldSource()
    const failing = [lookUp(1), lookUp(2)]
    await nextTurn()
    calls[0]?.fail(new Error('away'))
    for (const answer of failing) await assert.rejects(answer, /away/)
    const next = lookUp(3)
    await nextTurn()
    calls[1]?.end()
    assert.equal(await next, 'row 3')
  })
})

describe('look-ups asked for while as many calls as allowed are under way', () => {
  it('gather until one ends, then go together', async () => {
    const { calls, lookUp, keys } = heldSource()
    void lookUp(1)
    await nextTurn()
    void lookUp(2)
    await nextTurn()
    void lookUp(3)
    await nextTurn()
    void lookUp(4)
    await nextTurn()
    assert.deepEqual(keys(), [[1], [2]])
    calls[1]?.end()
    await nextTurn()
    await nextTurn()
    assert.deepEqual(keys(), [[1], [2], [3, 4]])
  })

  it('do not wait for a call that hangs', async () => {
    const { calls, lookUp } = heldSource()
    void lookUp(1)
    await nextTurn()
    void lookUp(2)
    await nextTurn()
    const held = lookUp(3)
    await until(() => calls.length === 3, 'it is looked up beside the one that hangs')
    calls[2]?.end()
    assert.equal(await held, 'row 3')
  })
})
