// GET /api/v1/me while 1,000 callers ask for estimates without end, against the same while nobody does.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '../../src/clock.ts'
import { comparableWriter } from '../../src/valuation/comparable-store.ts'
import { ENGINES, type Engine } from '../../tests/support/databases.ts'
import { type Bench, judged, table } from '../support/bench.ts'
import type { Child } from '../support/children.ts'
import { countryFlats } from '../support/country.ts'
import { median, quantile } from '../support/statistics.ts'
import { addUsers, openStoresOf, signInAll, usersNamed, WITHOUT_LIMITS } from '../support/users.ts'

const COMPARABLES = 9_000
const ASKERS = 1_000
const READERS = 4
const ROUNDS = 4
const SECONDS = 5
const SETTLE_SECONDS = 5
const GOAL = 2
const READY_WITHIN_MS = 600_000

interface Loaded {
  readonly statuses: Readonly<Record<string, number>>
  readonly errors: number
  readonly seconds: number
  readonly latenciesMs: Float64Array
}

export async function estimates(bench: Bench, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { workers: { type: 'string' }, engine: { type: 'string', multiple: true } },
  })
  const engines = ENGINES.filter((engine) => values.engine?.includes(engine) ?? true)
  const rows: string[][] = []
  for (const engine of engines) rows.push(...(await estimatesOn(engine, values.workers, bench)))
  bench.print(
    table(
      `GET /api/v1/me by ${READERS} callers, beside ${ASKERS.toLocaleString('en')} who ask for estimates`,
      ['what', 'quiet', 'beside estimates', 'times', 'goal'],
      rows,
    ),
  )
}

async function estimatesOn(
  engine: Engine,
  workers: string | undefined,
  bench: Bench,
): Promise<string[][]> {
  const database = await bench.database(engine)
  await addUsers(database, usersNamed(READERS))
  const stores = await openStoresOf(database)
  const writer = comparableWriter(stores.main, systemClock)
  const today = new Date().toISOString().slice(0, 10)
  const flats = [...countryFlats({ rows: COMPARABLES, today })]
  for (let from = 0; from < flats.length; from += 1000) {
    const batch = flats.slice(from, from + 1000)
    await writer.put(batch.map((comparable) => ({ source: 'bench', comparable })))
  }
  await stores.close()
  const service = await bench.child('servers/service.ts', {
    ...WITHOUT_LIMITS,
    ...(workers === undefined ? {} : { VALUATION_WORKERS: workers }),
    DATABASE_URL: database.variable,
  })
  const cookies = await signInAll(service.ready, READERS)
  const bodies = flats.slice(0, 500).map(({ lat, lon, areaM2, rooms, floor, floorsTotal }) =>
    JSON.stringify({
      lat,
      lon,
      area_m2: areaM2 + 0.5,
      rooms,
      floor: floor ?? 1,
      floors_total: floorsTotal ?? 9,
    }),
  )
  await untilFitted(service.ready, cookies[0] ?? '', bodies[0] ?? '')
  const [reading, asking] = [
    await bench.child('load/generator.mjs'),
    await bench.child('load/generator.mjs'),
  ]
  const readMe = () =>
    reading.ask<Loaded>('get', {
      url: `${service.ready}/api/v1/me`,
      cookies,
      connections: READERS,
      seconds: SECONDS,
    })
  const askAll = (seconds: number) =>
    asking.ask<Loaded>('post', {
      url: `${service.ready}/api/v1/estimate`,
      cookie: cookies[0],
      bodies,
      connections: ASKERS,
      seconds,
    })
  await readMe()
  await askAll(SECONDS)
  const quiet: Loaded[] = []
  const beside: Loaded[] = []
  const asked: Loaded[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await readMe())
    const load = askAll(SETTLE_SECONDS + SECONDS + 1)
    // The first requests of a thousand new connections come all at once: what is judged is the state after that.
    await sleep(SETTLE_SECONDS * 1000)
    beside.push(await readMe())
    asked.push(await load)
  }
  for (const child of [service, reading, asking] satisfies Child[]) await child.stop()
  for (const loaded of [...quiet, ...beside]) assertAnswered(loaded)

  const at = (share: number) => (loaded: Loaded) => quantile([...loaded.latenciesMs], share)
  const row = (share: number, name: string) => {
    const [a, b] = [quiet.map(at(share)), beside.map(at(share))]
    const times = median(b.map((ms, round) => ms / (a[round] ?? Number.NaN)))
    const isJudged = share === 0.99
    return [
      `\`/me\`, ${name}, ms, ${engine}`,
      median(a).toFixed(1),
      median(b).toFixed(1),
      isJudged ? judged(times, 1, times < GOAL) : times.toFixed(1),
      isJudged ? `< ${GOAL}` : '',
    ]
  }
  // On a slow machine a thousand wait longer than an estimate may, and get 503.
  const aSecond = (status: number) =>
    median(asked.map(({ statuses, seconds }) => (statuses[status] ?? 0) / seconds)).toFixed(0)
  return [
    row(0.5, 'median'),
    row(0.99, '99th percentile'),
    [`estimates a second, ${engine}`, '', aSecond(200), '', ''],
    [`refused a second for want of time, ${engine}`, '', aSecond(503), '', ''],
  ]
}

async function untilFitted(url: string, cookie: string, body: string): Promise<void> {
  const untilMs = performance.now() + READY_WITHIN_MS
  for (;;) {
    const response = await fetch(`${url}/api/v1/estimate`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body,
    })
    const answer = (await response.json()) as { status?: string }
    if (response.status === 200 && answer.status === 'ok') return
    if (performance.now() > untilMs) throw new Error(`no model: ${response.status}`)
    await sleep(500)
  }
}

function assertAnswered({ statuses, errors }: Loaded): void {
  if (errors > 0 || Object.keys(statuses).some((status) => status !== '200')) {
    throw new Error(`${JSON.stringify(statuses)}, ${errors} errors`)
  }
}
