import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jointRun, sharedRun } from '../src/joint-run.ts'
import { until } from './support/waiting.ts'

describe('a run that is shared', () => {
  it('is one for all who ask at once, and begins anew for whoever asks while it is under way', async () => {
    const begun: PromiseWithResolvers<number>[] = []
    const ask = jointRun(() => {
      const run = Promise.withResolvers<number>()
      begun.push(run)
      return run.promise
    })
    const first = [ask(), ask()]
    assert.equal(begun.length, 0)
    await until(() => begun.length === 1)
    const later = [ask(), ask(), ask()]
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
    assert.equal(begun.length, 1)
    begun[0]?.resolve(1)
    assert.deepEqual(await Promise.all(first), [1, 1])
    await until(() => begun.length === 2)
    begun[1]?.resolve(2)
    assert.deepEqual(await Promise.all(later), [2, 2, 2])
    assert.equal(begun.length, 2)
  })

  it('is one for those who ask one after another in a turn of the event loop, however soon it ends', async () => {
    let runs = 0
    const ask = jointRun(async () => {
      runs += 1
    })
    // As requests do that are read from sockets one by one.
    for (let asked = 0; asked < 9; asked += 1) {
      void ask()
      for (let turn = 0; turn < 9; turn += 1) await Promise.resolve()
    }
    await ask()
    assert.equal(runs, 1)
  })

  it('that fails, fails for those who share it alone', async () => {
    const runs = [() => Promise.reject(new Error('away')), () => Promise.resolve('back')]
    const ask = jointRun(async () => runs.shift()?.())
    await Promise.all([ask(), ask()].map((answer) => assert.rejects(answer, /away/)))
    assert.equal(await ask(), 'back')
  })
})

describe('a run that others may join', () => {
  it('is one for all who ask while it is under way, and begins anew for whoever asks after', async () => {
    const begun: PromiseWithResolvers<number>[] = []
    const ask = sharedRun(() => {
      const run = Promise.withResolvers<number>()
      begun.push(run)
      return run.promise
    })
    const together = [ask(), ask()]
    assert.equal(begun.length, 1)
    begun[0]?.resolve(1)
    assert.deepEqual(await Promise.all(together), [1, 1])
    const later = ask()
    begun[1]?.resolve(2)
    assert.equal(await later, 2)
  })

  it('that fails, fails for those who share it alone', async () => {
    const runs = [() => Promise.reject(new Error('away')), () => Promise.resolve('back')]
    const ask = sharedRun(async () => runs.shift()?.())
    await Promise.all([ask(), ask()].map((answer) => assert.rejects(answer, /away/)))
    assert.equal(await ask(), 'back')
  })
})
