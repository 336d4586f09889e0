// Logins a second through HTTP against verifications a second of the same hash on the same number
// of threads without HTTP.
import { availableParallelism } from 'node:os'
import { ENGINES } from '../../tests/support/databases.ts'
import type { Call, CallersResult, CallersTask } from '../load/callers.ts'
import { type Bench, judged, table } from '../support/bench.ts'
import type { Child } from '../support/children.ts'
import { median } from '../support/statistics.ts'
import { addUsers, PASSWORD, usersNamed, WITHOUT_LIMITS } from '../support/users.ts'

const GOAL = 0.9
const ROUNDS = 5
const SECONDS = 3
/** At least as many as callers. */
const USERS = Math.max(64, availableParallelism())

const BUSY_PAUSE_MS = 2

export async function logins(bench: Bench): Promise<void> {
  const slots = Math.max(2, availableParallelism())
  const raw = await bench.child('load/raw-hash.ts', { LOGIN_PASSWORD_VERIFY_WORKERS: `${slots}` })
  const callers = await bench.child('load/callers.ts')
  const subjects = await Promise.all(
    ENGINES.map(async (engine) => {
      const database = await bench.database(engine)
      await addUsers(database, usersNamed(USERS))
      const service = await bench.child('servers/service.ts', {
        ...WITHOUT_LIMITS,
        DATABASE_URL: database.variable,
        LOGIN_PASSWORD_VERIFY_WORKERS: `${slots}`,
      })
      const peerDatabase = await bench.database(engine)
      const peer = await bench.child('peers/better-auth.mjs', {
        DATABASE_URL: peerDatabase.variable,
      })
      const emails = Array.from({ length: USERS }, (_, index) => `user-${index}@example.org`)
      await peer.ask('addUsers', { emails, password: PASSWORD })
      return { engine, service, peer }
    }),
  )

  // As many callers as slots: more are refused, and what refusing and asking again every few
  // milliseconds costs on the same cores is no sign-in's.
  const ours = (service: Child, seconds: number) =>
    signIns(callers, seconds, slots, (caller, user) => ({
      method: 'POST',
      url: `${service.ready}/api/v1/auth/login`,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.100.${caller + 1}`,
      },
      body: JSON.stringify({ username: `user-${user}`, password: PASSWORD }),
    }))
  // The peer refuses nobody, so as many callers keep it as busy.
  const theirs = (peer: Child, seconds: number) =>
    signIns(callers, seconds, slots, (_caller, user) => ({
      method: 'POST',
      url: `${peer.ready}/api/auth/sign-in/email`,
      headers: { 'content-type': 'application/json', origin: peer.ready },
      body: JSON.stringify({ email: `user-${user}@example.org`, password: PASSWORD }),
    }))

  for (const { service, peer } of subjects) {
    await ours(service, 1)
    await theirs(peer, 1)
  }
  const rates = new Map<string, number[]>()
  const note = (what: string, rate: number) => {
    const known = rates.get(what) ?? []
    known.push(rate)
    rates.set(what, known)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    note('raw', await raw.ask<number>('verify', SECONDS))
    for (const { engine, service, peer } of subjects) {
      note(`ours ${engine}`, await ours(service, SECONDS))
      note(`theirs ${engine}`, await theirs(peer, SECONDS))
    }
  }

  const rawRates = rates.get('raw') ?? []
  const row = (what: string, key: string, hasGoal: boolean) => {
    const of = rates.get(key) ?? []
    const ratio = median(of.map((rate, round) => rate / (rawRates[round] ?? Number.NaN)))
    return [
      what,
      median(of).toFixed(0),
      hasGoal ? judged(ratio, 2, ratio >= GOAL) : ratio.toFixed(2),
      hasGoal ? `≥ ${GOAL.toFixed(2)}` : '',
    ]
  }
  bench.print(
    table(
      `Logins, argon2id 19,456 KiB and 2 passes, ${slots} threads`,
      ['what', 'a second', 'of the bare hash', 'goal'],
      [
        ['bare hash, same threads, no HTTP', median(rawRates).toFixed(0), '1', ''],
        ...ENGINES.map((engine) =>
          row(`POST /api/v1/auth/login, ${engine}`, `ours ${engine}`, true),
        ),
        ...ENGINES.map((engine) =>
          row(`peer: better-auth sign-in, same hash, ${engine}`, `theirs ${engine}`, false),
        ),
      ],
    ),
  )
  for (const { service, peer } of subjects) {
    await service.stop()
    await peer.stop()
  }
}

/** @returns sign-ins a second, refusals not counted */
async function signIns(
  callers: Child,
  seconds: number,
  count: number,
  callOf: (caller: number, user: number) => Call,
): Promise<number> {
  const task: CallersTask = {
    callers: Array.from({ length: count }, (_, caller) =>
      Array.from({ length: Math.floor(USERS / count) }, (_, user) =>
        callOf(caller, (user * count + caller) % USERS),
      ),
    ),
    seconds,
    busyPauseMs: BUSY_PAUSE_MS,
    pauseMs: 0,
  }
  const { statuses, seconds: took } = await callers.ask<CallersResult>('run', task)
  const unexpected = Object.keys(statuses).filter((status) => status !== '200' && status !== '429')
  if (unexpected.length > 0) throw new Error(`sign-ins were answered ${JSON.stringify(statuses)}`)
  return (statuses[200] ?? 0) / took
}
