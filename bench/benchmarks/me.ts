// GET /api/v1/me with a session against an open route of the same application, against one
// prepared select a request written by hand, and against peers.
import type { Engine } from '../../tests/support/databases.ts'
import { type Bench, judged, table } from '../support/bench.ts'
import { type Child, usageOf } from '../support/children.ts'
import type { Loaded } from '../support/me-beside.ts'
import { median } from '../support/statistics.ts'
import {
  addUsers,
  cookieFrom,
  PASSWORD,
  signInAll,
  usersNamed,
  WITHOUT_LIMITS,
} from '../support/users.ts'

const CONNECTIONS = 32
const ROUNDS = 5
const SECONDS = 2
const WARM_UP_SECONDS = 1

const GOAL = { sqlite: 0.75, postgres: 0.5 } as const
const GOAL_BY_HAND = 2

interface Subject {
  readonly what: string
  readonly child: Child
  readonly path: string
  readonly cookies: readonly string[]
}

interface Figures {
  readonly perSecond: number[]
  readonly cpuUs: number[]
}

export async function me(bench: Bench): Promise<void> {
  for (const engine of ['sqlite', 'postgres'] as const) await meOn(engine, bench)
}

async function meOn(engine: Engine, bench: Bench): Promise<void> {
  const generator = await bench.child('load/generator.mjs')
  const database = await bench.database(engine)
  await addUsers(database, usersNamed(CONNECTIONS))
  const service = await bench.child('servers/service.ts', {
    ...WITHOUT_LIMITS,
    DATABASE_URL: database.variable,
  })
  const cookies = await signInAll(service.ready, CONNECTIONS)
  const open = { what: 'open route', child: service, path: '/api/v1/bench/open', cookies }
  const ours = { what: 'GET /api/v1/me', child: service, path: '/api/v1/me', cookies }
  const byHand =
    engine === 'postgres' ? await byHandSubject(bench, database.variable, cookies) : undefined
  const peers = await peerSubjects(engine, bench)
  const subjects: readonly Subject[] = [open, ours, ...(byHand ? [byHand] : []), ...peers]

  const figures = new Map<Subject, Figures>(
    subjects.map((subject) => [subject, { perSecond: [], cpuUs: [] }]),
  )
  for (const subject of subjects) await load(generator, subject, WARM_UP_SECONDS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of subjects) {
      const { perSecond, cpuUs } = await load(generator, subject, SECONDS)
      figures.get(subject)?.perSecond.push(perSecond)
      figures.get(subject)?.cpuUs.push(cpuUs)
    }
  }

  const of = (subject: Subject): Figures => figures.get(subject) ?? { perSecond: [], cpuUs: [] }
  const ratio = (a: Subject, b: Subject) =>
    median(of(a).perSecond.map((rate, round) => rate / (of(b).perSecond[round] ?? Number.NaN)))
  const rows = subjects.map((subject) => {
    const share = ratio(subject, open)
    return [
      subject.what,
      median(of(subject).perSecond).toFixed(0),
      median(of(subject).cpuUs).toFixed(0),
      subject === ours ? judged(share, 2, share >= GOAL[engine]) : share.toFixed(2),
      subject === ours ? `≥ ${GOAL[engine].toFixed(2)}` : '',
    ]
  })
  if (byHand) {
    const times = ratio(ours, byHand)
    rows.push([
      '`/me` over the select by hand',
      '',
      '',
      `${judged(times, 2, times >= GOAL_BY_HAND)}`,
      `≥ ${GOAL_BY_HAND}`,
    ])
  }
  bench.print(
    table(
      `GET /api/v1/me, ${engine}, ${CONNECTIONS} connections`,
      ['what', 'requests/s', 'server µs/request', 'of the open route', 'goal'],
      rows,
    ),
  )
  for (const { child } of subjects) await child.stop()
  await generator.stop()
}

async function byHandSubject(
  bench: Bench,
  databaseUrl: string,
  cookies: readonly string[],
): Promise<Subject> {
  const child = await bench.child('servers/by-hand.ts', { DATABASE_URL: databaseUrl })
  return { what: 'one prepared select by hand', child, path: '/me', cookies }
}

async function peerSubjects(engine: Engine, bench: Bench): Promise<readonly Subject[]> {
  const betterAuth = await bench.child('peers/better-auth.mjs', {
    DATABASE_URL: (await bench.database(engine)).variable,
  })
  const emails = Array.from({ length: CONNECTIONS }, (_, index) => `user-${index}@example.org`)
  await betterAuth.ask('addUsers', { emails, password: PASSWORD })
  const cookies: string[] = []
  for (const email of emails) {
    const url = `${betterAuth.ready}/api/auth/sign-in/email`
    cookies.push(await cookieFrom(url, { email, password: PASSWORD }, { origin: betterAuth.ready }))
  }
  const subjects = [
    { what: 'peer: better-auth getSession', child: betterAuth, path: '/me', cookies },
  ]
  if (engine === 'sqlite') return subjects

  const express = await bench.child('peers/express-session.mjs', {
    DATABASE_URL: (await bench.database(engine)).variable,
  })
  const expressCookies: string[] = []
  for (let index = 0; index < CONNECTIONS; index += 1) {
    expressCookies.push(await cookieFrom(`${express.ready}/sign-in`, {}))
  }
  return [
    ...subjects,
    {
      what: 'peer: express-session, connect-pg-simple',
      child: express,
      path: '/me',
      cookies: expressCookies,
    },
  ]
}

async function load(
  generator: Child,
  { what, child, path, cookies }: Subject,
  seconds: number,
): Promise<{ readonly perSecond: number; readonly cpuUs: number }> {
  const before = await usageOf(child)
  const loaded = await generator.ask<Loaded>('get', {
    url: `${child.ready}${path}`,
    cookies,
    connections: CONNECTIONS,
    seconds,
  })
  const after = await usageOf(child)
  const answered = loaded.statuses[200] ?? 0
  if (loaded.errors > 0 || Object.keys(loaded.statuses).some((status) => status !== '200')) {
    throw new Error(`${what}: ${JSON.stringify(loaded.statuses)}, ${loaded.errors} errors`)
  }
  return {
    perSecond: answered / loaded.seconds,
    cpuUs: (after.cpuUs - before.cpuUs) / answered,
  }
}
