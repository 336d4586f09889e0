// What a session look-up costs with few and with many sessions in the table: `Sessions.resolve` of
// random existing tokens, called as the gate calls it, without HTTP.
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Sessions } from '../../src/identity/sessions.ts'
import { DAY_MS, isoTime } from '../../src/iso-time.ts'
import { type Random, seededRandom } from '../../src/numbers/random.ts'
import { ENGINES, type Engine, type TestDatabase } from '../../tests/support/databases.ts'
import { query } from '../../tests/support/postgres.ts'
import { type Bench, judged, table } from '../support/bench.ts'
import { median } from '../support/statistics.ts'
import { openStoresOf } from '../support/users.ts'

const FEW = 10_000
const MANY = 1_000_000
const USERS = 1_000
const GOAL = 1.2
const ROUNDS = 11

/**
 * Look-ups under way at once, and look-ups of one round: one after another, and on PostgreSQL also
 * as many as the benchmark of /me has, which share queries.
 */
const LOADS = {
  sqlite: [{ atOnce: 1, lookUps: 20_000 }],
  postgres: [
    { atOnce: 1, lookUps: 1_000 },
    { atOnce: 32, lookUps: 8_000 },
  ],
} as const

export async function sessions(bench: Bench): Promise<void> {
  const rows: string[][] = []
  for (const engine of ENGINES) {
    const few = await openFilled(engine, FEW, bench)
    const many = await openFilled(engine, MANY, bench)
    for (const { atOnce, lookUps } of LOADS[engine]) {
      const random = seededRandom(1)
      const cost = (filled: typeof few) => costUs(filled, random, lookUps, atOnce)
      await cost(few)
      await cost(many)
      const figures: { few: number; many: number }[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        figures.push({ few: await cost(few), many: await cost(many) })
      }
      const ratio = median(figures.map((figure) => figure.many / figure.few))
      rows.push([
        `${engine}, ${atOnce} at once`,
        median(figures.map((figure) => figure.few)).toFixed(1),
        median(figures.map((figure) => figure.many)).toFixed(1),
        judged(ratio, 2, ratio <= GOAL),
        `≤ ${GOAL}`,
      ])
    }
    await few.close()
    await many.close()
  }
  bench.print(
    table(
      'Session look-up, µs each',
      [
        'engine',
        `${FEW.toLocaleString('en')} sessions`,
        `${MANY.toLocaleString('en')}`,
        'times',
        'goal',
      ],
      rows,
    ),
  )
}

async function openFilled(engine: Engine, count: number, bench: Bench) {
  const database = await bench.database(engine)
  const stores = await openStoresOf(database)
  await fill(database, count)
  return { sessions: stores.identity.sessions, count, close: () => stores.close() }
}

/** Tokens in the form of a token, each derivable from its number. */
function tokenOf(index: number): string {
  return String(index).padStart(43, '0')
}

async function fill({ url }: TestDatabase, count: number): Promise<void> {
  const now = isoTime(Date.now())
  const expires = isoTime(Date.now() + 7 * DAY_MS)
  if (url.engine === 'postgres') {
    await query(
      url.url,
      `insert into users (username, is_active, role)
         select 'user-' || i, true, 'employee' from generate_series(1, ${USERS}) i;
       insert into sessions (token_digest, user_id, ip, user_agent, created_at, last_seen_at, expires_at)
         select sha256(convert_to(lpad(i::text, 43, '0'), 'UTF8')), 1 + i % ${USERS}, '198.51.100.1',
                'Mozilla/5.0 (X11; Linux x86_64)', '${now}', '${now}', '${expires}'
           from generate_series(0, ${count - 1}) i;`,
    )
    await query(url.url, 'vacuum analyze')
    return
  }
  const database = new DatabaseSync(url.file)
  database.exec('begin')
  const user = database.prepare(
    `insert into users (username, is_active, role) values (?, 1, 'employee')`,
  )
  for (let index = 1; index <= USERS; index += 1) user.run(`user-${index}`)
  const insert = database.prepare(
    `insert into sessions (token_digest, user_id, ip, user_agent, created_at, last_seen_at, expires_at)
     values (?, ?, '198.51.100.1', 'Mozilla/5.0 (X11; Linux x86_64)', '${now}', '${now}', '${expires}')`,
  )
  // In the order of the key, which fills the tree several times as fast.
  const digests = Array.from({ length: count }, (_, index) =>
    hash('sha256', tokenOf(index), 'buffer'),
  )
  digests.sort((a, b) => a.compare(b))
  for (const [index, digest] of digests.entries()) insert.run(digest, 1 + (index % USERS))
  database.exec('commit')
  database.close()
}

async function costUs(
  { sessions: subject, count }: { readonly sessions: Sessions; readonly count: number },
  random: Random,
  lookUps: number,
  atOnce: number,
): Promise<number> {
  const tokens = Array.from({ length: lookUps }, () => tokenOf(Math.floor(random() * count)))
  const wallMs = Date.now()
  let next = 0
  const oneAfterAnother = async () => {
    for (let token = tokens[next++]; token !== undefined; token = tokens[next++]) {
      if (!(await subject.resolve(token, wallMs))) throw new Error('a session is missing')
    }
  }
  const beganMs = performance.now()
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother))
  return ((performance.now() - beganMs) * 1000) / lookUps
}
