// The service and its command line as real processes, through the one entry that people use.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from './waiting.ts'

export const ENTRY = fileURLToPath(new URL('../../bin/tradein.js', import.meta.url))

/** Cheap hashes, few threads, a free port: over nothing else of the surrounding environment. */
export const PROCESS_DEFAULTS: Readonly<Record<string, string>> = {
  PORT: '0',
  DEMO_DATA: 'off',
  PASSWORD_ARGON2_MEMORY_KIB: '8',
  PASSWORD_ARGON2_PASSES: '1',
  LOGIN_PASSWORD_VERIFY_WORKERS: '2',
  API_RATE_LIMIT: '100000',
  LOGIN_RATE_LIMIT: '100000',
  SESSION_SECRET: 'a secret of the tests',
}

export type Environment = Readonly<Record<string, string>>

export function environmentOf(environment: Environment): Environment {
  return { PATH: process.env.PATH ?? '', ...PROCESS_DEFAULTS, ...environment }
}

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array
  readonly nodeOptions?: readonly string[]
  /** Kills the process, as kill -9 does. */
  readonly killed?: AbortSignal
}

/** Runs a command to its end. */
export async function runCli(
  words: readonly string[],
  environment: Environment,
  options: RunOptions = {},
): Promise<Finished> {
  const child = start(words, environment, options.nodeOptions)
  const finished = finish(child)
  options.killed?.addEventListener('abort', () => void child.kill('SIGKILL'), { once: true })
  child.stdin.end(options.stdin ?? '')
  return finished
}

export interface RunningService extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** Lines of the log so far, parsed. */
  log(): readonly Record<string, unknown>[]
  /** All output so far. */
  text(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves when the process has ended. */
  readonly ended: Promise<Finished>
}

/** @throws if the process ends before it listens */
export async function startProcess(environment: Environment): Promise<RunningService> {
  const child = start(['serve'], environment)
  child.stdin.end()
  let out = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  let finished: Finished | undefined
  const ended = finish(child)
  void ended.then((result) => {
    finished = result
  })
  const log = () =>
    out
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const url = () => log().find(({ msg }) => msg === 'listening')?.url
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  try {
    await until(() => finished !== undefined || url() !== undefined, 'the service listens', 40_000)
  } catch (error) {
    kill('SIGKILL')
    throw error
  }
  if (finished) throw new Error(`ended with ${finished.code}: ${finished.err}${finished.out}`)
  return {
    url: String(url()),
    pid: child.pid ?? 0,
    log,
    text: () => out,
    kill,
    ended,
    async [Symbol.asyncDispose]() {
      kill('SIGKILL')
      await ended
    },
  }
}

/** By its SIGTERM the runner ends a process of tests; what that has started ends with it. */
const running = new Set<ChildProcessWithoutNullStreams>()
const killRunning = () => {
  for (const child of running) child.kill('SIGKILL')
}
process.once('SIGTERM', () => {
  killRunning()
  process.kill(process.pid, 'SIGTERM')
})
// What a failed test has left would keep its process from ending.
after(killRunning)

function start(
  words: readonly string[],
  environment: Environment,
  nodeOptions: readonly string[] = [],
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [...nodeOptions, ENTRY, ...words], {
    env: environmentOf(environment),
    stdio: 'pipe',
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

async function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  child.stderr.on('data', (data) => {
    err += data
  })
  // What reads its input late or never must not break the test that wrote it.
  child.stdin.on('error', () => {})
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, out, err }
}
