// What is made of a dataset follows it: made when it has come to rest, once, and again after a
// fault.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { followDataset } from '../../src/datasets/follow-dataset.ts'
import { createTestClock } from '../support/clock.ts'

function followed(
  renew: (version: number) => Promise<void> = async () => {},
  isOutdated: () => boolean = () => false,
) {
  const clock = createTestClock()
  const renewed: number[] = []
  let version = 1
  const follower = followDataset(
    {
      datasets: { current: async () => ({ version, isDemo: false }) },
      clock,
      log: pino({ level: 'silent' }),
    },
    {
      dataset: 'parcels',
      failed: 'could not be renewed',
      isOutdated,
    },
    async (dataset) => {
      renewed.push(dataset.version)
      await renew(dataset.version)
    },
  )
  const lookAt = async (next: number) => {
    version = next
    await follower.look()
  }
  return { clock, renewed, follower, lookAt }
}

describe('following a dataset', () => {
  it('renews at the first look, whatever the version', async () => {
    const { renewed, lookAt } = followed()
    await lookAt(0)
    assert.deepEqual(renewed, [0])
  })

  it('renews once for a version', async () => {
    const { renewed, lookAt } = followed()
    for (let look = 0; look < 3; look += 1) await lookAt(1)
    assert.deepEqual(renewed, [1])
  })

  it('renews again what is outdated though the data has not changed', async () => {
    let isOutdated = false
    const { renewed, lookAt } = followed(
      async () => {
        isOutdated = false
      },
      () => isOutdated,
    )
    await lookAt(1)
    isOutdated = true
    await lookAt(1)
    await lookAt(1)
    assert.deepEqual(renewed, [1, 1])
  })

  it('says which version it has renewed, and when it renews the next', async () => {
    const { follower, lookAt } = followed()
    const told: string[] = []
    void follower.nextRenewal().then(() => told.push('first'))
    await lookAt(1)
    assert.equal(follower.renewedVersion, 1)
    void follower.nextRenewal().then(() => told.push('second'))
    await lookAt(2)
    assert.equal(follower.renewedVersion, 1)
    assert.deepEqual(told, ['first'])
    await lookAt(2)
    assert.equal(follower.renewedVersion, 2)
    assert.deepEqual(told, ['first', 'second'])
    void follower.nextRenewal().then(() => told.push('closed'))
    follower.close()
    await Promise.resolve()
    assert.deepEqual(told, ['first', 'second', 'closed'])
  })

  it('waits until two looks have seen the same version', async () => {
    const { renewed, lookAt } = followed()
    for (const version of [1, 2, 3, 3, 3]) await lookAt(version)
    assert.deepEqual(renewed, [1, 3])
  })

  it('tells a failure and tries again after a minute, not before', async () => {
    let broken = true
    const { clock, renewed, follower, lookAt } = followed(async () => {
      if (broken) throw new Error('away')
    })
    await lookAt(1)
    assert.equal(follower.failure, 'away')
    clock.advance(59)
    await lookAt(1)
    assert.deepEqual(renewed, [1])
    broken = false
    clock.advance(1)
    await lookAt(1)
    assert.deepEqual(renewed, [1, 1])
    assert.equal(follower.failure, undefined)
  })

  it('takes a renewal that a stop broke off for no failure', async () => {
    const held = Promise.withResolvers<void>()
    const { follower } = followed(() => held.promise)
    const looking = follower.look()
    follower.close()
    held.reject(new Error('ended'))
    await looking
    assert.equal(follower.failure, undefined)
  })
})
