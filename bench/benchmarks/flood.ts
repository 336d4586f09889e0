// A login flood from one address that fills its share of the slots: what others notice of it.
import { ENGINES } from '../../tests/support/databases.ts'
import type { Call, CallersResult, CallersTask } from '../load/callers.ts'
import { type Bench, judged, table } from '../support/bench.ts'
import type { Child } from '../support/children.ts'
import { median, quantile } from '../support/statistics.ts'
import { addUsers, PASSWORD, signInAll, usersNamed, WITHOUT_LIMITS } from '../support/users.ts'

const GOAL = 3
const ROUNDS = 3
const SECONDS = 6

const FLOOD_CALLERS = 16
const FLOOD_BUSY_PAUSE_MS = 20

/** Pause between two requests of somebody who merely works. */
const PAUSE_MS = 10

export async function flood(bench: Bench): Promise<void> {
  const rows: string[][] = []
  for (const engine of ENGINES) {
    const database = await bench.database(engine)
    await addUsers(database, usersNamed(2))
    const service = await bench.child('servers/service.ts', {
      ...WITHOUT_LIMITS,
      DATABASE_URL: database.variable,
    })
    const [cookie = ''] = await signInAll(service.ready, 1)
    const [signing, reading, flooding] = [
      await bench.child('load/callers.ts'),
      await bench.child('load/callers.ts'),
      await bench.child('load/callers.ts'),
    ]
    const calls = callsTo(service.ready, cookie)
    const measured = async (withFlood: boolean) => {
      const [signedIn, read, flooded] = await Promise.all([
        run(signing, [[calls.signIn]], PAUSE_MS * 5),
        run(reading, [[calls.me]], PAUSE_MS),
        withFlood ? run(flooding, calls.guesses, 0) : undefined,
      ])
      return {
        signIn: median([...(signedIn.latenciesMs[0] ?? [])]),
        signInRefused: signedIn.statuses[429] ?? 0,
        me: quantile([...(read.latenciesMs[0] ?? [])], 0.99),
        attempts: sum(flooded?.statuses ?? {}),
        verified: flooded?.statuses[401] ?? 0,
      }
    }
    await measured(true)
    const quiet: Awaited<ReturnType<typeof measured>>[] = []
    const loud: typeof quiet = []
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await measured(false))
      loud.push(await measured(true))
    }
    for (const [what, of] of [
      ['another address signs in, median', (m: (typeof quiet)[number]) => m.signIn],
      ['`/me`, 99th percentile', (m: (typeof quiet)[number]) => m.me],
    ] as const) {
      const times = median(loud.map((m, round) => of(m) / of(quiet[round] ?? m)))
      rows.push([
        `${what}, ${engine}`,
        median(quiet.map(of)).toFixed(1),
        median(loud.map(of)).toFixed(1),
        judged(times, 1, times < GOAL),
        `< ${GOAL}`,
      ])
    }
    const perSecond = (count: number) => (count / SECONDS).toFixed(0)
    rows.push([
      `the flood itself, ${engine}: attempts/s, of them verified`,
      '',
      `${perSecond(median(loud.map((m) => m.attempts)))}, ${perSecond(median(loud.map((m) => m.verified)))}`,
      '',
      '',
    ])
    rows.push([
      `sign-ins of the other address refused, ${engine}`,
      String(quiet.reduce((all, m) => all + m.signInRefused, 0)),
      String(loud.reduce((all, m) => all + m.signInRefused, 0)),
      '',
      '',
    ])
    for (const child of [service, signing, reading, flooding]) await child.stop()
  }
  bench.print(
    table(
      `A login flood from one address (${FLOOD_CALLERS} callers, each again after ${FLOOD_BUSY_PAUSE_MS} ms)`,
      ['what', 'quiet, ms', 'flooded, ms', 'times', 'goal'],
      rows,
    ),
  )
}

function callsTo(url: string, cookie: string) {
  const login = (username: string, password: string, address: string): Call => ({
    method: 'POST',
    url: `${url}/api/v1/auth/login`,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username, password }),
  })
  return {
    signIn: login('user-1', PASSWORD, '203.0.113.7'),
    me: { method: 'GET', url: `${url}/api/v1/me`, headers: { cookie } } satisfies Call,
    guesses: Array.from({ length: FLOOD_CALLERS }, (_, caller) =>
      Array.from({ length: 100 }, (_, index) =>
        login(`nobody-${caller}-${index}`, 'a wrong guess', '198.51.100.1'),
      ),
    ),
  }
}

async function run(
  child: Child,
  callers: CallersTask['callers'],
  pauseMs: number,
): Promise<CallersResult> {
  return child.ask<CallersResult>('run', {
    callers,
    seconds: SECONDS,
    busyPauseMs: FLOOD_BUSY_PAUSE_MS,
    pauseMs,
  } satisfies CallersTask)
}

function sum(statuses: Readonly<Record<string, number>>): number {
  return Object.values(statuses).reduce((all, count) => all + count, 0)
}
