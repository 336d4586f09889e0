import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import type { LoginUser } from '../../src/identity/registry.ts'
import { hashPassword } from '../../src/login/argon2.js'
import { createHashRenewal } from '../../src/login/hash-renewal.ts'
import { createVerifySlots } from '../../src/login/verify-slots.ts'
import { createTestLog } from '../support/log.ts'
import { CHEAP } from '../support/service.ts'

const OLD = hashPassword('secret', CHEAP)
const TODAY = { memoryKib: 16, passes: 1 }
const USER: LoginUser = {
  userId: 7,
  username: 'anna',
  passwordHash: OLD,
  accessState: 'active',
}

/** A renewal with one slot, whose hash is computed when `compute` is resolved. */
function renewalWithOneSlot({ writeFails }: { writeFails?: Error } = {}) {
  const slots = createVerifySlots(1)
  const compute = Promise.withResolvers<string>()
  const done: string[] = []
  const pool = {
    hash: (password: string) => {
      done.push(`hash ${password}`)
      return compute.promise
    },
    verify: () => Promise.reject(new Error('not a renewal’s')),
    close: () => Promise.reject(new Error('not a renewal’s')),
  }
  const registry = {
    renewPasswordHash: async (userId: unknown, from: string, to: string) => {
      if (writeFails) {
        done.push('write fails')
        throw writeFails
      }
      done.push(`write ${userId} ${from === OLD ? 'old' : from} ${to} with ${slots.inUse} slots`)
    },
  }
  const { log, lines } = createTestLog()
  return {
    slots,
    compute,
    done,
    lines,
    renewal: createHashRenewal(TODAY, slots, pool, registry, log),
  }
}

describe('the renewal of a hash', () => {
  it('is left out while every slot is held, and takes none away', async () => {
    const { slots, done, lines, renewal } = renewalWithOneSlot()
    const held = slots.tryReserve('203.0.113.1')
    renewal.consider(USER, 'secret')
    await renewal.settled()
    assert.deepEqual(done, [])
    assert.deepEqual(lines, [])
    assert.equal(slots.inUse, 1)
    held?.[Symbol.dispose]()
    assert.equal(slots.inUse, 0)
  })

  it('is known to logins that read the hash before it', async () => {
    const { compute, renewal } = renewalWithOneSlot()
    renewal.consider(USER, 'secret')
    assert.equal(renewal.latestOf(USER), OLD)
    compute.resolve('new')
    await renewal.settled()
    assert.equal(renewal.latestOf(USER), 'new')
    assert.equal(renewal.latestOf({ ...USER, userId: 8 }), OLD)
    assert.equal(renewal.latestOf({ ...USER, passwordHash: 'another' }), 'another')
    assert.equal(renewal.latestOf({ ...USER, passwordHash: null }), null)
  })

  it('is one, however many logins read the hash before it', async () => {
    const { compute, done, renewal } = renewalWithOneSlot()
    renewal.consider(USER, 'secret')
    renewal.consider(USER, 'secret')
    compute.resolve('new')
    await renewal.settled()
    renewal.consider(USER, 'secret')
    await renewal.settled()
    assert.deepEqual(done, ['hash secret', 'write 7 old new with 0 slots'])
    assert.equal(renewal.latestOf(USER), 'new')
  })

  it('is tried again by the next login where it failed', async () => {
    const { compute, done, renewal } = renewalWithOneSlot({ writeFails: new Error('refused') })
    compute.resolve('new')
    renewal.consider(USER, 'secret')
    await renewal.settled()
    assert.equal(renewal.latestOf(USER), OLD)
    renewal.consider(USER, 'secret')
    await renewal.settled()
    assert.deepEqual(done, ['hash secret', 'write fails', 'hash secret', 'write fails'])
  })

  it('is taken to stand where its write got no answer, which may have come through', async () => {
    const writeFails = new DatabaseUnavailable('no answer')
    const { compute, renewal } = renewalWithOneSlot({ writeFails })
    compute.resolve('new')
    renewal.consider(USER, 'secret')
    await renewal.settled()
    assert.equal(renewal.latestOf(USER), 'new')
  })

  it('is remembered until a thousand others came after it', async () => {
    const { compute, renewal } = renewalWithOneSlot()
    compute.resolve('new')
    for (let userId = 1; userId <= 1_001; userId += 1) {
      renewal.consider({ ...USER, userId }, 'secret')
      await renewal.settled()
    }
    const latest = [1, 2, 1_001].map((userId) => renewal.latestOf({ ...USER, userId }))
    assert.deepEqual(latest, [OLD, 'new', 'new'])
  })

  it('holds its slot until the hash is computed, and no longer', async () => {
    const { slots, compute, done, renewal } = renewalWithOneSlot()
    renewal.consider(USER, 'secret')
    assert.equal(slots.inUse, 1)
    assert.equal(slots.tryReserve('203.0.113.1'), undefined)
    compute.resolve('new')
    await renewal.settled()
    assert.deepEqual(done, ['hash secret', 'write 7 old new with 0 slots'])
    assert.equal(slots.inUse, 0)
  })

  it('that fails gives its slot back and is told in the log, without the password', async () => {
    const { slots, compute, done, lines, renewal } = renewalWithOneSlot()
    renewal.consider(USER, 'secret')
    compute.reject(new Error('thread lost'))
    await renewal.settled()
    assert.deepEqual(done, ['hash secret'])
    assert.equal(slots.inUse, 0)
    assert.deepEqual(
      lines.map(({ level, userId }) => ({ level, userId })),
      [{ level: 40, userId: 7 }],
    )
    assert.ok(!JSON.stringify(lines).includes('secret'))
  })

  it('settles only when none is under way', async () => {
    const { compute, renewal } = renewalWithOneSlot()
    let settled = false
    renewal.consider(USER, 'secret')
    const end = renewal.settled().then(() => {
      settled = true
    })
    await new Promise(setImmediate)
    assert.equal(settled, false)
    compute.resolve('new')
    await end
    assert.equal(settled, true)
  })
})
