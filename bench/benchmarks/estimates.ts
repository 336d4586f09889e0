// GET /api/v1/me while 1,000 callers ask for estimates without end, against the same while nobody
// does.
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/clock.ts'
import { comparableWriter } from '../../src/valuation/comparables/comparable-store.ts'
import { ENGINES, type Engine } from '../../tests/support/databases.ts'
import { type Bench, table } from '../support/bench.ts'
import { countryFlats } from '../support/country.ts'
import { aSecond, type Loaded, meRows, readMeBeside } from '../support/me-beside.ts'
import { readOptions, UsageFault } from '../support/options.ts'
import { addUsers, openStoresOf, signInAll, usersNamed, WITHOUT_LIMITS } from '../support/users.ts'

const COMPARABLES = 9_000
const ASKERS = 1_000
const READERS = 4
const READY_WITHIN_MS = 600_000

export async function estimates(bench: Bench, args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    workers: { type: 'string' },
    engine: { type: 'string', multiple: true },
  })
  const engines = ENGINES.filter((engine) => options.engine?.includes(engine) ?? true)
  if (!/^[1-9]\d?$/.test(options.workers ?? '1')) {
    throw new UsageFault('--workers takes a whole number from 1 to 99.')
  }
  if (engines.length === 0) throw new UsageFault(`--engine is ${ENGINES.join(' or ')}.`)
  const rows: string[][] = []
  for (const engine of engines) rows.push(...(await estimatesOn(engine, options.workers, bench)))
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
      // No advert of the market's own: seven square metres are no rounding.
      area_m2: areaM2 + 7,
      rooms,
      floor: floor ?? 1,
      floors_total: floorsTotal ?? 9,
    }),
  )
  await untilFitted(service.ready, cookies[0] ?? '', bodies[0] ?? '')
  const asking = await bench.child('load/generator.mjs')
  const measured = await readMeBeside(bench, service.ready, cookies, (seconds) =>
    asking.ask<Loaded>('post', {
      urls: [`${service.ready}/api/v1/estimate`],
      cookie: cookies[0],
      bodies,
      connections: ASKERS,
      seconds,
    }),
  )
  for (const child of [service, asking]) await child.stop()
  return [
    ...meRows(measured, engine),
    [`estimates a second, ${engine}`, '', aSecond(measured.load, 200), '', ''],
    // On a slow machine a thousand wait longer than an estimate may, and get 503.
    [`refused a second for want of time, ${engine}`, '', aSecond(measured.load, 503), '', ''],
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
