// GET /api/v1/me while planners ask for best layouts without end, against the same while nobody
// does.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, table } from '../support/bench.ts'
import { aSecond, type Loaded, meRows, readMeBeside } from '../support/me-beside.ts'
import { addUsers, signInAll, usersNamed, WITHOUT_LIMITS } from '../support/users.ts'

const READERS = 4
const PLANNERS = 4
const TOWN = '31.5,61.0,31.7,61.1'
const READY_WITHIN_MS = 60_000

/** On the demonstration town, which is loaded on the embedded database alone. */
export async function planning(bench: Bench): Promise<void> {
  const database = await bench.database('sqlite')
  await addUsers(database, usersNamed(READERS))
  const service = await bench.child('servers/service.ts', {
    ...WITHOUT_LIMITS,
    DATABASE_URL: database.variable,
    DEMO_DATA: 'on',
  })
  const cookies = await signInAll(service.ready, READERS)
  const numbers = await parcelsOf(service.ready, cookies[0] ?? '')
  const planners = await bench.child('load/generator.mjs')
  const measured = await readMeBeside(bench, service.ready, cookies, (seconds) =>
    planners.ask<Loaded>('post', {
      urls: numbers.map((number) => `${service.ready}/api/v1/parcels/${number}/best-layouts`),
      cookie: cookies[0],
      bodies: ['{}', '{"storeys":{"min":3,"max":17}}'],
      connections: PLANNERS,
      seconds,
    }),
  )
  for (const child of [service, planners]) await child.stop()
  bench.print(
    table(
      `GET /api/v1/me by ${READERS} callers, beside ${PLANNERS} who ask for best layouts`,
      ['what', 'quiet', 'beside layouts', 'times', 'goal'],
      [
        ...meRows(measured, 'sqlite'),
        ['layouts a second', '', aSecond(measured.load, 200), '', ''],
        ['refused a second', '', aSecond(measured.load, 503), '', ''],
      ],
    ),
  )
}

/** Once the town is there and its model fitted. */
async function parcelsOf(url: string, cookie: string): Promise<readonly string[]> {
  const untilMs = performance.now() + READY_WITHIN_MS
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    if (/^market_model_age_seconds [0-9.]+$/m.test(metrics)) break
    if (performance.now() > untilMs) throw new Error('the town has no model')
    await sleep(500)
  }
  const response = await fetch(`${url}/api/v1/parcels/by-bbox?bbox=${TOWN}`, {
    headers: { cookie },
  })
  const { features } = (await response.json()) as {
    features: { properties: { cadastral_number: string } }[]
  }
  return features.map(({ properties }) => properties.cadastral_number)
}
