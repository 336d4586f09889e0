// Who asks before there is an index waits for the first one, so that a restart refuses nobody.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { createAddressEngine } from '../../src/addresses/engine.ts'
import { followIndex } from '../../src/datasets/follow-index.ts'
import { createParcelEngine } from '../../src/parcels/engine.ts'
import { TaskRefused } from '../../src/threads/task-refused.ts'
import { createTestClock } from '../support/clock.ts'
import { soon } from '../support/waiting.ts'

/** Of data that nobody has imported, which no thread is needed for. */
function nothingImported() {
  const clock = createTestClock()
  const parts = {
    database: { engine: 'sqlite', file: 'unused' },
    datasets: { current: async () => ({ version: 0, isDemo: false }) },
    clock,
    log: pino({ level: 'silent' }),
  } as const
  return { clock, parts }
}

function followed(replace: () => Promise<void> = async () => {}) {
  const { clock, parts } = nothingImported()
  const kind = { dataset: 'parcels', task: new URL('file:///unused'), failed: 'failed' } as const
  return { clock, follower: followIndex(parts, kind, replace) }
}

describe('the first index', () => {
  it('is waited for, and those after it are not', async () => {
    const { clock, follower } = followed()
    let isThere = false
    const waiting = follower.first().then(() => {
      isThere = true
    })
    await Promise.resolve()
    assert.equal(isThere, false)
    await follower.look()
    await waiting
    await follower.first()
    assert.equal(clock.sleeping, 0)
    await follower.close()
  })

  it('is waited for as long as a model, or as told', async () => {
    const { clock, follower } = followed()
    const short = assert.rejects(follower.first(5), TaskRefused)
    const usual = assert.rejects(follower.first(), TaskRefused)
    clock.advance(5)
    await short
    assert.equal(clock.sleeping, 1)
    clock.advance(20)
    await usual
    await follower.close()
  })

  it('is refused once it is closed, to who waits for it and to who asks', async () => {
    const { clock, follower } = followed()
    const waiting = assert.rejects(follower.first(), TaskRefused)
    await follower.close()
    await waiting
    await assert.rejects(follower.first(), TaskRefused)
    assert.equal(clock.sleeping, 0)
    assert.equal(follower.failure, undefined)
  })

  it('is refused by the engines of addresses and parcels when a stop begins', async () => {
    for (const create of [createAddressEngine, createParcelEngine]) {
      const { clock, parts } = nothingImported()
      const engine = create(parts)
      const waiting = assert.rejects(
        'suggest' in engine ? engine.suggest({ q: 'мира' }) : engine.current(),
        TaskRefused,
      )
      await engine.endRenewals()
      await waiting
      assert.equal(clock.sleeping, 0)
      await engine.close()
    }
  })

  it('is not waited for where it could not be built, and no longer than until then', async () => {
    const { clock, follower } = followed(async () => {
      throw new Error('no room')
    })
    const waiting = follower.first()
    await follower.look()
    await waiting
    await follower.first()
    assert.deepEqual([follower.failure, clock.sleeping], ['no room', 0])
    // Else the service would answer that there is nothing, instead of that it cannot tell.
    assert.equal(follower.isEmpty, false)
    await follower.close()
  })

  it('leaves the data empty until it stands, whoever asks meanwhile', async () => {
    const { parts } = nothingImported()
    let version = 0
    const datasets = { current: async () => ({ version, isDemo: false }) }
    const task = new URL('../support/index-of-nothing-task.ts', import.meta.url)
    const kind = { dataset: 'addresses', task, failed: 'failed' } as const
    const follower = followIndex({ ...parts, datasets }, kind, () => {})
    await follower.look()
    assert.equal(follower.isEmpty, true)
    version = 1
    await follower.look()
    const building = follower.look()
    await follower.first()
    assert.equal(follower.isEmpty, true)
    await building
    assert.deepEqual([follower.failure, follower.isEmpty], [undefined, false])
    await follower.close()
  })

  it('is not built to its end once it is closed', async () => {
    const { parts } = nothingImported()
    const datasets = { current: async () => ({ version: 1, isDemo: false }) }
    const task = new URL('../support/endless-task.ts', import.meta.url)
    const kind = { dataset: 'parcels', task, failed: 'failed' } as const
    const follower = followIndex({ ...parts, datasets }, kind, () => assert.fail('built'))
    const building = follower.look()
    await nextTurn()
    await follower.close()
    await soon(building, 'the look ends')
  })

  it('is what addresses asked for right after a start are answered from', async () => {
    const { parts } = nothingImported()
    const engine = createAddressEngine(parts)
    const asked = [engine.suggest({ q: 'ленина', limit: 5 }), engine.resolve('ленина, 1')] as const
    await engine.look()
    assert.deepEqual((await asked[0]).suggestions, [])
    assert.deepEqual(await asked[1], { outcome: 'not_found' })
    await engine.close()
  })
})
