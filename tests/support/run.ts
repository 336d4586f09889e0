// What `npm test` runs: a PostgreSQL server, then every test file on both databases, then a line
// that says on which. Arguments name files or folders to run instead of all.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startTestServer } from './postgres.ts'
import { makeTemplates } from './template.ts'

const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

const LOADER = new URL('./test-group.ts', import.meta.url).href

/** In a file that was named, a failed test may leave what keeps its process from ending. */
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

const isApart = (file: string) => APART.some((path) => file.startsWith(path))

/** All others share a few processes, which load and compile the service once. */
const GROUPS = 6

/** Processes at once: one more than two cores, since in one of three a test waits for a limit. */
const AT_ONCE = 3

/** What one process of tests loads. */
interface Share {
  readonly path: string
  readonly files: readonly string[]
}

/**
 * The groups, all of which take about as long, with those apart among them: the runner goes by the
 * names of the paths, and what waits is best run beside what computes.
 */
function sharesOf(files: readonly string[], folder: string): readonly Share[] {
  const apart = files.filter(isApart).map((file) => [file])
  const others = files.filter((file) => !isApart(file))
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    others.filter((_file, i) => i % GROUPS === group),
  )
  const perGroup = Math.ceil(apart.length / GROUPS)
  return groups
    .flatMap((group, i) => [group, ...apart.slice(i * perGroup, (i + 1) * perGroup)])
    .map((own, i) => {
      const path = join(folder, `${String(i + 1).padStart(2, '0')}.test.mjs`)
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
/** A folder stands for all test files in it. */
const named = process.argv
  .slice(2)
  .flatMap((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory()
      ? globSync(join(path, '**/*.test.ts')).sort()
      : [path],
  )
const shares = named.length > 0 ? [] : sharesOf(globSync('tests/**/*.test.ts').sort(), folder)
const paths = named.length > 0 ? named : shares.map(({ path }) => path)
runner = spawn(
  process.execPath,
  [
    '--test',
    `--test-concurrency=${AT_ONCE}`,
    '--test-reporter=spec',
    '--test-timeout=120000',
    ...paths,
  ],
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
  for (const { path, files } of shares) process.stdout.write(`${path}: ${files.join(' ')}\n`)
}
process.stdout.write(`Databases: SQLite ${sqlite?.version} (node:sqlite); ${server.description}\n`)
process.exitCode = code
