// What `npm test` runs: a PostgreSQL server, then every test file on both databases, then a line
// that says on which. Arguments name the files to run instead of all.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startTestServer } from './postgres.ts'
import { makeTemplates } from './template.ts'

const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

const LOADER = new URL('./test-group.ts', import.meta.url).href

/** A test that failed may leave a socket or a timer which keeps its process from ending. */
const LIMIT_MIN = 40

/**
 * Tests that mostly wait for processes that they start, or that may end their own, have one each.
 */
const APART = [
  'tests/faults/',
  'tests/threads/task-pool.test.ts',
  // After other tests of the valuation, V8 takes four times as long for its fits.
  'tests/valuation/tuning/calibration.test.ts',
]

/** All others share a few processes, which load and compile the service once. */
const GROUPS = 6

interface Group {
  /** Loads its files. */
  readonly path: string
  readonly files: readonly string[]
}

/** Dealt out in turn, so that all groups take about as long. */
function groupsOf(files: readonly string[], folder: string): readonly Group[] {
  return Array.from({ length: GROUPS }, (_, group) => {
    const path = join(folder, `group-${group + 1}.test.mjs`)
    const own = files.filter((_file, i) => i % GROUPS === group)
    const urls = own.map((file) => pathToFileURL(resolve(file)).href)
    writeFileSync(
      path,
      `import { loadTestFiles } from ${JSON.stringify(LOADER)}\n` +
        `await loadTestFiles(${JSON.stringify(urls)})\n`,
    )
    return { path, files: own }
  })
}

let runner: ChildProcess | undefined
let isInterrupted = false
// The runner names the files and groups that were still running, and ends them.
const interrupt = () => {
  isInterrupted = true
  runner?.kill('SIGINT')
}
// Whoever stops this process leaves no server running.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)

const server = await startTestServer()
const templates = await makeTemplates(server.url)
const folder = mkdtempSync(join(tmpdir(), 'tradein-tests-'))
const named = process.argv.slice(2)
const all = globSync('tests/**/*.test.ts').sort()
const isApart = (file: string) => APART.some((path) => file.startsWith(path))
const groups =
  named.length > 0
    ? []
    : groupsOf(
        all.filter((file) => !isApart(file)),
        folder,
      )
const apart = named.length > 0 ? named : all.filter(isApart)
const paths = [...groups.map(({ path }) => path), ...apart]
runner = spawn(
  process.execPath,
  ['--test', '--test-concurrency=3', '--test-reporter=spec', '--test-timeout=120000', ...paths],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      // Compiled code is shared between the processes, as by the service's starts.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILED,
      TEST_POSTGRES_SERVER: server.url,
      TEST_POSTGRES_TEMPLATE: templates.postgres,
      TEST_SQLITE_TEMPLATE: templates.sqlite,
    },
  },
)
if (isInterrupted) interrupt()
const limit = setTimeout(() => {
  process.stdout.write(`The tests have not ended within ${LIMIT_MIN} minutes and are stopped.\n`)
  interrupt()
}, LIMIT_MIN * 60_000)
const code = await new Promise<number>((ended) => {
  runner.once('exit', (status) => ended(status ?? 1))
})
clearTimeout(limit)
await templates.remove()
await server.stop()
rmSync(folder, { recursive: true })
const sqlite = new DatabaseSync(':memory:').prepare('select sqlite_version() as version').get()
if (code !== 0) {
  for (const { path, files } of groups) process.stdout.write(`${path}: ${files.join(' ')}\n`)
}
process.stdout.write(`Databases: SQLite ${sqlite?.version} (node:sqlite); ${server.description}\n`)
process.exitCode = code
