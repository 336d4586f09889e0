// What employees notice of heavy work: GET /api/v1/me of a few of them while others load the
// service without end, against the same while nobody does, in turns.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, judged } from './bench.ts'
import { median, quantile } from './statistics.ts'

/** What a run of the load generator came to. */
export interface Loaded {
  readonly statuses: Readonly<Record<string, number>>
  readonly errors: number
  readonly seconds: number
  readonly latenciesMs: Float64Array
}

interface MeBeside {
  readonly quiet: readonly Loaded[]
  readonly beside: readonly Loaded[]
  /** What the load came to, round by round. */
  readonly load: readonly Loaded[]
}

const ROUNDS = 4
const SECONDS = 5
/**
 * The first requests of many new connections come all at once: what is judged is the state after
 * that.
 */
const SETTLE_SECONDS = 5
const GOAL = 2

/**
 * One connection for each of `cookies` reads `/me`; `load` asks for heavy work as long as it is
 * told.
 */
export async function readMeBeside(
  bench: Bench,
  url: string,
  cookies: readonly string[],
  load: (seconds: number) => Promise<Loaded>,
): Promise<MeBeside> {
  const reading = await bench.child('load/generator.mjs')
  const readMe = () =>
    reading.ask<Loaded>('get', {
      url: `${url}/api/v1/me`,
      cookies,
      connections: cookies.length,
      seconds: SECONDS,
    })
  await readMe()
  await load(SECONDS)
  const quiet: Loaded[] = []
  const beside: Loaded[] = []
  const loaded: Loaded[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await readMe())
    const loading = load(SETTLE_SECONDS + SECONDS + 1)
    await sleep(SETTLE_SECONDS * 1000)
    beside.push(await readMe())
    loaded.push(await loading)
  }
  await reading.stop()
  for (const run of [...quiet, ...beside]) assertAnswered(run)
  return { quiet, beside, load: loaded }
}

/** Rows of a table with the columns what, quiet, beside, times, goal. */
export function meRows({ quiet, beside }: MeBeside, engine: string): string[][] {
  const row = (share: number, name: string) => {
    const at = ({ latenciesMs }: Loaded) => quantile([...latenciesMs], share)
    const [a, b] = [quiet.map(at), beside.map(at)]
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
  return [row(0.5, 'median'), row(0.99, '99th percentile')]
}

/** Answers of one status a second, the median of the rounds. */
export function aSecond(load: readonly Loaded[], status: number): string {
  return median(load.map(({ statuses, seconds }) => (statuses[status] ?? 0) / seconds)).toFixed(0)
}

function assertAnswered({ statuses, errors }: Loaded): void {
  if (errors > 0 || Object.keys(statuses).some((status) => status !== '200')) {
    throw new Error(`${JSON.stringify(statuses)}, ${errors} errors`)
  }
}
