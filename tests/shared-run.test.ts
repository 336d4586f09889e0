import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedRun } from '../src/shared-run.ts'
import { until } from './support/waiting.ts'

describe('a run that is shared', () => {
  it('is one for all who ask at once, and begins anew for whoever asks while it is under way', async () => {
    const begun: PromiseWithResolvers<number>[] = []
    const ask = sharedRun(() => {
      const run = Promise.withResolvers<number>()
      begun.push(run)
      return run.promise
    })
    const first = [ask(), ask()]
    assert.equal(begun.length, 0)
    await until(() => begun.length === 1)
    const later = [ask(), ask(), ask()]
    await new Promise(setImmediate)
    assert.equal(begun.length, 1)
    begun[0]?.resolve(1)
    assert.deepEqual(await Promise.all(first), [1, 1])
    await until(() => begun.length === 2)
    begun[1]?.resolve(2)
    assert.deepEqual(await Promise.all(later), [2, 2, 2])
    assert.equal(begun.length, 2)
  })

  it('that fails, fails for those who share it alone', async () => {
    const runs = [() => Promise.reject(new Error('away')), () => Promise.resolve('back')]
    const ask = sharedRun(async () => runs.shift()?.())
    await Promise.all([ask(), ask()].map((answer) => assert.rejects(answer, /away/)))
    assert.equal(await ask(), 'back')
  })
})
