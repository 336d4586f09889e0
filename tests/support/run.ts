// What `npm test` runs: a PostgreSQL server, then every test file on both databases, then a line
// that says on which. Arguments name the files to run instead of all.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { startTestServer } from './postgres.ts'

const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/** A test that failed may leave a socket or a timer which keeps its file from ending. */
const LIMIT_MIN = 40

const server = await startTestServer()
const files =
  process.argv.length > 2 ? process.argv.slice(2) : globSync('tests/**/*.test.ts').sort()
const runner = spawn(
  process.execPath,
  ['--test', '--test-concurrency=3', '--test-reporter=spec', '--test-timeout=120000', ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      // Each file is a process of its own: compiled code is shared, as by the service's starts.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILED,
      TEST_POSTGRES_SERVER: server.url,
    },
  },
)
const limit = setTimeout(() => {
  process.stdout.write(`The tests have not ended within ${LIMIT_MIN} minutes and are stopped.\n`)
  // The runner names the files that were still running, and ends them.
  runner.kill('SIGINT')
}, LIMIT_MIN * 60_000)
const code = await new Promise<number>((resolve) => {
  runner.once('exit', (status) => resolve(status ?? 1))
})
clearTimeout(limit)
await server.stop()
const sqlite = new DatabaseSync(':memory:').prepare('select sqlite_version() as version').get()
process.stdout.write(`Databases: SQLite ${sqlite?.version} (node:sqlite); ${server.description}\n`)
process.exitCode = code
