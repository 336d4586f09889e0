// Resident set of the service, started as `npm start` starts it, while its limiters remember
// 100,000 keys, filled through HTTP by guesses that spend a pair's budget and then mostly meet the
// saturation gate.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINES } from '../../tests/support/databases.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { type Bench, judged, table } from '../support/bench.ts'
import { ENTRY, residentMb } from '../support/program.ts'

const KEYS = 100_000
const GOAL_MB = 150
const CONNECTIONS = 32
const REST_MS = 2_000
const START_LIMIT_MS = 60_000

/**
 * A guess each by made-up names: from one address, or from an address each, which the general
 * limiter remembers too.
 */
const FLOODS = [
  { addresses: 'one', what: 'pair keys, one address' },
  { addresses: 'each', what: 'pair keys and as many address keys' },
] as const

export async function memory(bench: Bench): Promise<void> {
  const rows: string[][] = []
  const generator = await bench.child('load/generator.mjs')
  for (const engine of ENGINES) {
    for (const { addresses, what } of FLOODS) {
      const database = await bench.database(engine)
      await using service = await startService(database.variable)
      await sleep(REST_MS)
      const empty = residentMb(service.pid, 'VmRSS')
      await generator.ask('guessOnce', {
        url: `${service.url}/api/v1/auth/login`,
        connections: CONNECTIONS,
        amount: KEYS,
        addresses,
      })
      await sleep(REST_MS)
      const keys = await gauge(service.url, 'login_pair_limiter_keys')
      const megabytes = residentMb(service.pid, 'VmRSS')
      rows.push([
        `${engine}, ${keys.toLocaleString('en')} ${what}`,
        empty.toFixed(0),
        residentMb(service.pid, 'VmHWM').toFixed(0),
        judged(megabytes, 0, megabytes <= GOAL_MB),
        `≤ ${GOAL_MB}`,
      ])
    }
  }
  await generator.stop()
  bench.print(
    table(
      'Memory, MB resident (10^6 bytes)',
      ['what', 'just started', 'peak while filling', 'with the keys, 2 s later', 'goal'],
      rows,
    ),
  )
}

async function gauge(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN)
}

async function startService(databaseUrl: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [ENTRY, 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '1',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      DEMO_DATA: 'off',
      API_RATE_LIMIT: '1000000',
      LOGIN_RATE_LIMIT_WINDOW_S: '3600',
      API_RATE_LIMIT_WINDOW_S: '3600',
    },
  })
  // A run that is cut short leaves no service behind.
  const endIt = () => child.kill()
  process.once('exit', endIt)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    process.off('exit', endIt)
  }
  const url = `http://127.0.0.1:${port}`
  const untilMs = Date.now() + START_LIMIT_MS
  while (!(await answers(url))) {
    if (child.exitCode === null && Date.now() < untilMs) {
      await sleep(100)
      continue
    }
    await stop()
    throw new Error('the service did not start')
  }
  return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok
  } catch {
    return false
  }
}
