import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { hashPassword } from '../../src/login/argon2.js'
import { costOf } from '../../src/login/password-hash.ts'
import { createPasswordVerifier } from '../../src/login/password-verifier.ts'
import { createVerifyPool, type VerifyPool } from '../../src/login/verify-pool.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { CHEAP } from '../support/service.ts'

describe('password verifier', () => {
  const { log, lines, text } = createTestLog()
  const pool = createVerifyPool(1, createTestClock(), log)
  after(() => pool.close())

  /** Counts what the pool is asked for. */
  const counted = () => {
    const asked: string[] = []
    const counting: VerifyPool = {
      ...pool,
      verify: (phc, password, dummy) => {
        asked.push(phc)
        return pool.verify(phc, password, dummy)
      },
    }
    return { asked, counting }
  }

  it('verifies exactly once whether the user exists, has a hash, or a hash that is malformed', async () => {
    const { asked, counting } = counted()
    const verifier = await createPasswordVerifier(counting, CHEAP, log)
    const dummy = asked[0]
    const good = hashPassword('right', CHEAP)
    const cases: [string | null | undefined, string, boolean, boolean][] = [
      [good, 'right', true, false],
      [good, 'wrong', false, false],
      [null, 'right', false, true],
      [undefined, 'right', false, true],
      ['not a hash', 'right', false, true],
      [good.replace('m=8', 'm=1048577'), 'right', false, true],
      [good.replace('t=1', 't=11'), 'right', false, true],
      [good, '\ud800', false, true],
    ]
    for (const [passwordHash, password, matches, onDummy] of cases) {
      asked.length = 0
      const user = passwordHash === undefined ? undefined : { userId: 1, passwordHash }
      assert.equal(await verifier.verify(user, password), matches)
      assert.equal(asked.length, 1)
      assert.equal(asked[0] === dummy, onDummy)
    }
  })

  it('has a dummy of the cost of new hashes, so that an unknown name takes as long as a known one', async () => {
    for (const cost of [CHEAP, { memoryKib: 24, passes: 1 }, { memoryKib: 16, passes: 3 }]) {
      const { asked, counting } = counted()
      const verifier = await createPasswordVerifier(counting, cost, log)
      await verifier.verify(undefined, 'right')
      const costs = asked.map((phc) => costOf(phc))
      assert.deepEqual(costs, Array(2).fill({ ...cost, parallelism: 1 }))
    }
  })

  it('ignores what the dummy’s verification gives', async () => {
    const matching: VerifyPool = {
      ...pool,
      verify: async () => ({ matches: true, malformed: false }),
    }
    const verifier = await createPasswordVerifier(matching, CHEAP, log)
    assert.equal(await verifier.verify(undefined, 'x'), false)
    for (const passwordHash of [null, 'not a hash']) {
      assert.equal(await verifier.verify({ userId: 1, passwordHash }, 'x'), false)
    }
  })

  it('is not made where the dummy does not verify', async () => {
    const broken: VerifyPool = {
      ...pool,
      verify: async () => ({ matches: false, malformed: false }),
    }
    await assert.rejects(createPasswordVerifier(broken, CHEAP, log), /does not verify its own hash/)
  })

  it('logs a malformed hash once for each user, without showing it', async () => {
    const verifier = await createPasswordVerifier(pool, CHEAP, log)
    const before = lines.length
    for (const userId of [7, 7, 8, 7]) {
      await verifier.verify({ userId, passwordHash: '$argon2id$secret-remains' }, 'x')
    }
    assert.deepEqual(
      lines.slice(before).map((line) => line.userId),
      [7, 8],
    )
    assert.ok(!text().includes('secret-remains'))
  })

  it('logs a malformed hash again once ten thousand other users had one', async () => {
    const atOnce: VerifyPool = {
      ...pool,
      verify: async () => ({ matches: true, malformed: false }),
    }
    const verifier = await createPasswordVerifier(atOnce, CHEAP, log)
    const isLogged = async (userId: number) => {
      const before = lines.length
      await verifier.verify({ userId, passwordHash: 'not a hash' }, 'x')
      return lines.length > before
    }
    for (let userId = 1; userId <= 10_000; userId += 1) await isLogged(userId)
    assert.equal(await isLogged(1), false)
    assert.equal(await isLogged(10_001), true)
    assert.equal(await isLogged(2), false)
    assert.equal(await isLogged(1), true)
  })

  it('spends one dummy verification on a hash that only the library refuses, and logs it', async () => {
    const refused = hashPassword('right', CHEAP).replace('$m=8,', '$m=08,')
    assert.ok(costOf(refused))
    const { matches, malformed } = await pool.verify(refused, 'right', hashPassword('', CHEAP))
    assert.deepEqual({ matches, malformed }, { matches: false, malformed: true })
    const verifier = await createPasswordVerifier(pool, CHEAP, log)
    const before = lines.length
    assert.equal(await verifier.verify({ userId: 9, passwordHash: refused }, 'right'), false)
    assert.deepEqual(
      lines.slice(before).map((line) => line.userId),
      [9],
    )
    // The thread fails on a dummy that is none, and so had come to it.
    await assert.rejects(pool.verify(refused, 'right', 'no dummy'))
  })
})
