// What the steps of a sign-in touch, and in what order: every part is a stand-in that only says it
// was called. Through HTTP, with real parts, the same steps are in tests/interface/login.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoginUser } from '../../src/identity/registry.ts'
import { type LoginParts, login } from '../../src/login/login.ts'
import { submittedPassword } from '../../src/login/submitted-password.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'

const ANNA: LoginUser = {
  userId: 7,
  username: 'anna',
  passwordHash: '$argon2id$v=19$m=8,t=1,p=1$c2FsdCBhcyByZWFk$dGFnIG9mIHNpeHRlZW4gYnl0ZXM',
  accessState: 'active',
}

const ATTEMPT = {
  username: 'anna',
  ip: '203.0.113.1',
  addressKey: '203.0.113.1',
  userAgent: null,
  clientGone: new AbortController().signal,
}

interface World {
  readonly waitS?: number
  readonly noSlot?: boolean
  readonly user?: LoginUser | undefined
  readonly lookUpFails?: boolean
  readonly revokeFails?: boolean
  readonly verified?: boolean
  /** Failures in the window, this one included. */
  readonly fails?: number
  readonly passwordChanged?: boolean
}

/** Signs Anna in to a world of stand-ins. @returns the outcome, and what was touched, in order */
async function signIn(world: World, carriedToken?: string, touched: string[] = []) {
  const touch = <T>(what: string, value: T): T => {
    touched.push(what)
    return value
  }
  const password = submittedPassword('secret')
  const parts: LoginParts = {
    settings: { loginUsernameFailThreshold: 5, loginUsernameThrottleMaxDelayS: 15 },
    pairLimiter: { spend: () => touch('pair', world.waitS) },
    slots: {
      tryReserve: () =>
        touch(
          'slot',
          world.noSlot ? undefined : { [Symbol.dispose]: () => touch('slot freed', undefined) },
        ),
    },
    saturation: { rejected: () => touch('saturation', undefined) },
    registry: {
      async findForLogin() {
        touch('look-up', undefined)
        if (world.lookUpFails) throw new Error('no database')
        return 'user' in world ? world.user : ANNA
      },
    },
    verifier: { verify: async () => touch('verification', world.verified ?? true) },
    failures: { record: () => touch('failure', world.fails ?? 1) },
    throttle: {
      async wait(delayS) {
        assert.throws(() => password.read(), 'an answer that waits keeps the password')
        touch(`wait ${delayS} s`, undefined)
      },
    },
    sessions: {
      create: async ({ salt }) =>
        touch(`session for ${salt}`, world.passwordChanged ? undefined : 'a token'),
      async revoke() {
        if (world.revokeFails) throw new Error('no database')
        touch('carried session ended', undefined)
      },
    },
    counters: { logins: { add: (result) => touch(`counted ${result}`, undefined) } },
    audit: { record: ({ eventType }) => touch(eventType, undefined) },
    clock: createTestClock(),
    log: Object.assign(createTestLog().log, { warn: () => touch('warning', undefined) }),
  }
  const outcome = await login(parts, { ...ATTEMPT, carriedToken }, password)
  return { outcome, touched }
}

const VERIFIED = ['pair', 'slot', 'look-up', 'verification', 'slot freed']
const FAILED = [...VERIFIED, 'failure', 'counted failed', 'login_failed']
const SESSION = 'session for c2FsdCBhcyByZWFk'

describe('the steps of a sign-in', () => {
  it('end at a spent pair budget, with the wait in whole seconds', async () => {
    const { outcome, touched } = await signIn({ waitS: 12.1 })
    assert.deepEqual(outcome, { kind: 'pair_limited', retryAfterS: 13 })
    assert.deepEqual(touched, ['pair'])
  })

  it('end at the saturation gate before the registry is read', async () => {
    const { outcome, touched } = await signIn({ noSlot: true })
    assert.deepEqual(outcome, { kind: 'saturated' })
    assert.deepEqual(touched, ['pair', 'slot', 'saturation'])
  })

  it('make the session, then count, record and end the session carried', async () => {
    const { outcome, touched } = await signIn({}, 'an old token')
    assert.deepEqual(outcome, { kind: 'signed_in', token: 'a token', user: ANNA })
    assert.deepEqual(touched, [
      ...VERIFIED,
      SESSION,
      'counted success',
      'login_success',
      'carried session ended',
    ])
  })

  it('end no session where none is carried', async () => {
    const { outcome, touched } = await signIn({})
    assert.equal(outcome.kind, 'signed_in')
    assert.deepEqual(touched, [...VERIFIED, SESSION, 'counted success', 'login_success'])
  })

  it('sign in also where the session carried cannot be ended, and warn of it', async () => {
    const { outcome, touched } = await signIn({ revokeFails: true }, 'an old token')
    assert.deepEqual(outcome, { kind: 'signed_in', token: 'a token', user: ANNA })
    assert.deepEqual(touched, [...VERIFIED, SESSION, 'counted success', 'login_success', 'warning'])
  })

  it('tell an expired trial only to who proved the password, and count nothing', async () => {
    const user: LoginUser = { ...ANNA, accessState: 'trial_expired' }
    const proven = await signIn({ user })
    assert.deepEqual(proven.outcome, { kind: 'access_expired' })
    assert.deepEqual(proven.touched, [...VERIFIED, 'login_blocked_expired'])
    const guessed = await signIn({ user, verified: false })
    assert.deepEqual(guessed.outcome, { kind: 'wrong_credentials' })
    assert.deepEqual(guessed.touched, FAILED)
  })

  const causes: readonly (readonly [cause: string, world: World])[] = [
    ['an unknown name', { user: undefined, verified: false }],
    ['an unknown name whose password is the dummy’s', { user: undefined }],
    ['a wrong password', { verified: false }],
    ['a user without a hash', { user: { ...ANNA, passwordHash: null }, verified: false }],
    ['a disabled user with the right password', { user: { ...ANNA, accessState: 'disabled' } }],
  ]
  for (const [cause, world] of causes) {
    it(`touch the same for ${cause} as for any other failure`, async () => {
      const { outcome, touched } = await signIn(world)
      assert.deepEqual(outcome, { kind: 'wrong_credentials' })
      assert.deepEqual(touched, FAILED)
    })
  }

  it('never read the access state of who has not proven the password', async () => {
    let timesRead = 0
    const user: LoginUser = {
      ...ANNA,
      get accessState() {
        timesRead += 1
        return 'active' as const
      },
    }
    assert.deepEqual((await signIn({ user, verified: false })).touched, FAILED)
    assert.equal(timesRead, 0)
    await signIn({ user })
    assert.notEqual(timesRead, 0)
  })

  it('wait last of all, when everything is given back and written down', async () => {
    const { touched } = await signIn({ verified: false, fails: 7 })
    assert.deepEqual(touched, [...FAILED, 'warning', 'wait 2 s'])
  })
})

describe('a look-up that fails', () => {
  it('gives the slot back, and neither counts nor records anything', async () => {
    const touched: string[] = []
    await assert.rejects(signIn({ lookUpFails: true }, undefined, touched), /no database/)
    assert.deepEqual(touched, ['pair', 'slot', 'look-up', 'slot freed'])
  })
})

describe('a password that was changed while it was verified', () => {
  it('fails like a wrong one', async () => {
    const { outcome, touched } = await signIn({ passwordChanged: true })
    assert.deepEqual(outcome, { kind: 'wrong_credentials' })
    assert.deepEqual(touched, [...VERIFIED, SESSION, 'failure', 'counted failed', 'login_failed'])
  })
})
