import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoginUser } from '../../src/identity/registry.ts'
import { hashPassword } from '../../src/login/argon2.js'
import { createHashRenewal } from '../../src/login/hash-renewal.ts'
import { type HashCost, saltOf } from '../../src/login/password-hash.ts'
import { createVerifySlots } from '../../src/login/verify-slots.ts'
import { createTestLog } from '../support/log.ts'
import { CHEAP } from '../support/service.ts'

const OLD = hashPassword('secret', CHEAP)
const SALT = saltOf(OLD)
const WANTED = { memoryKib: 16, passes: 1 }
const USER: LoginUser = {
  userId: 7,
  username: 'anna',
  passwordHash: OLD,
  accessState: 'active',
}

const HASHED = 'hash secret with 16 KiB and its salt'

/** A renewal, with one slot unless told, whose hash is computed when `compute` is resolved. */
function renewalWithSlots({ count = 1, writeFails }: { count?: number; writeFails?: Error } = {}) {
  const slots = createVerifySlots(count)
  const compute = Promise.withResolvers<string>()
  const done: string[] = []
  const pool = {
    hash: (password: string, { memoryKib }: HashCost, salt?: string) => {
      done.push(`hash ${password} with ${memoryKib} KiB and ${salt === SALT ? 'its salt' : salt}`)
      return compute.promise
    },
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
    renewal: createHashRenewal({ wantedCost: WANTED, slots, pool, registry, log }),
  }
}

describe('the renewal of a hash', () => {
  it('is left out while every slot is held, and takes none away', async () => {
    const { slots, done, lines, renewal } = renewalWithSlots()
    const held = slots.tryReserve('203.0.113.1')
    renewal.consider(USER, 'secret')
    await renewal.settled()
    assert.deepEqual(done, [])
    assert.deepEqual(lines, [])
    assert.equal(slots.inUse, 1)
    held?.[Symbol.dispose]()
    assert.equal(slots.inUse, 0)
  })

  it('is one at a time, however many logins read the hash before it', async () => {
    const { compute, done, renewal } = renewalWithSlots({ count: 4 })
    renewal.consider(USER, 'secret')
    renewal.consider(USER, 'secret')
    compute.resolve('new')
    await renewal.settled()
    assert.deepEqual(done, [HASHED, 'write 7 old new with 0 slots'])
  })

  it('is tried again by the next login where it failed', async () => {
    const { compute, done, renewal } = renewalWithSlots({ writeFails: new Error('refused') })
    compute.resolve('new')
    renewal.consider(USER, 'secret')
    await renewal.settled()
    renewal.consider(USER, 'secret')
    await renewal.settled()
    assert.deepEqual(done, [HASHED, 'write fails', HASHED, 'write fails'])
  })

  it('holds its slot until the hash is computed, and no longer', async () => {
    const { slots, compute, done, renewal } = renewalWithSlots()
    renewal.consider(USER, 'secret')
    assert.equal(slots.inUse, 1)
    assert.equal(slots.tryReserve('203.0.113.1'), undefined)
    compute.resolve('new')
    await renewal.settled()
    assert.deepEqual(done, [HASHED, 'write 7 old new with 0 slots'])
    assert.equal(slots.inUse, 0)
  })

  it('that fails gives its slot back and is logged without the password', async () => {
    const { slots, compute, done, lines, renewal } = renewalWithSlots()
    renewal.consider(USER, 'secret')
    compute.reject(new Error('thread lost'))
    await renewal.settled()
    assert.deepEqual(done, [HASHED])
    assert.equal(slots.inUse, 0)
    assert.deepEqual(
      lines.map(({ level, userId }) => ({ level, userId })),
      [{ level: 40, userId: 7 }],
    )
    assert.ok(!JSON.stringify(lines).includes('secret'))
  })

  it('settles only when none is under way', async () => {
    const { compute, renewal } = renewalWithSlots()
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
