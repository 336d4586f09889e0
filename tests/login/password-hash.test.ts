import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hashPassword } from '../../src/login/argon2.js'
import { costOf, needsRenewal, saltOf } from '../../src/login/password-hash.ts'
import { CHEAP } from '../support/service.ts'

const SALT_AND_TAG = '$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b1eQcNv0WuHhUXgtmGFZUQ6ppg'
const phc = (parameters: string, variant = 'argon2id') =>
  `$${variant}$v=19$${parameters}${SALT_AND_TAG}`

describe('stored password hashes', () => {
  it('are read back with the cost they were made with', () => {
    const cost = { memoryKib: 64, passes: 3 }
    assert.deepEqual(costOf(hashPassword('x', cost)), { ...cost, parallelism: 1 })
  })

  it('keep the salt that they are made with', () => {
    for (const bytes of [8, 16, 48]) {
      const salt = randomBytes(bytes).toString('base64').replace(/=+$/, '')
      assert.equal(saltOf(hashPassword('x', CHEAP, salt)), salt)
    }
    assert.notEqual(saltOf(hashPassword('x', CHEAP)), saltOf(hashPassword('x', CHEAP)))
    assert.equal(saltOf('not a hash'), undefined)
  })

  it('are usable within the bounds and malformed past each of them', () => {
    for (const good of ['m=8,t=1,p=1', 'm=1048576,t=10,p=16', 'm=19456,t=2,p=1']) {
      assert.notEqual(costOf(phc(good)), undefined, good)
    }
    for (const bad of [
      'm=1048577,t=1,p=1',
      'm=64,t=11,p=1',
      'm=64,t=0,p=1',
      'm=999999,t=1,p=17',
      'm=7,t=1,p=1',
      'm=64,t=1,p=16',
      'm=64,t=1,p=0',
      't=1,m=64,p=1',
      'm=64,t=1',
    ]) {
      assert.equal(costOf(phc(bad)), undefined, bad)
    }
    assert.equal(costOf(phc('m=64,t=1,p=1', 'argon2i')), undefined)
    assert.equal(costOf(phc('m=64,t=1,p=1').replace('v=19', 'v=16')), undefined)
    assert.equal(costOf('$2b$10$abcdefghijklmnopqrstuv'), undefined)
  })

  it('are malformed where salt or tag is too short, too long or padded, or text stands around them', () => {
    const of = (salt: number, tag: number) =>
      `$argon2id$v=19$m=64,t=1,p=1$${'s'.repeat(salt)}$${'t'.repeat(tag)}`
    for (const [salt, tag] of [
      [11, 22],
      [86, 86],
    ] as const) {
      assert.notEqual(costOf(of(salt, tag)), undefined, `${salt}, ${tag}`)
      assert.equal(saltOf(of(salt, tag)), 's'.repeat(salt))
    }
    for (const bad of [
      of(10, 22),
      of(87, 22),
      of(11, 21),
      of(11, 87),
      `${of(11, 22)}==`,
      `${of(11, 22)}\n`,
      ` ${of(11, 22)}`,
    ]) {
      assert.equal(costOf(bad), undefined, bad)
      assert.equal(saltOf(bad), undefined, bad)
    }
  })

  it('are never usable with any text before them or in them', () => {
    const good = phc('m=64,t=1,p=1')
    const text = fc.string({ unit: 'binary', minLength: 1 })
    fc.assert(
      fc.property(fc.oneof(fc.constant(0), fc.nat(good.indexOf(SALT_AND_TAG))), text, (at, put) => {
        const spoilt = good.slice(0, at) + put + good.slice(at)
        // A further digit may make another cost of it.
        if (!/^\d+$/.test(put)) assert.equal(costOf(spoilt), undefined, spoilt)
      }),
    )
  })

  it('are renewed when any parameter is not the wanted one, and only then', () => {
    const wanted = { memoryKib: 64, passes: 2 }
    assert.equal(needsRenewal(phc('m=64,t=2,p=1'), wanted), false)
    for (const other of ['m=65,t=2,p=1', 'm=64,t=1,p=1', 'm=64,t=2,p=2']) {
      assert.equal(needsRenewal(phc(other), wanted), true, other)
    }
    assert.equal(needsRenewal('not a hash', wanted), false)
  })
})
