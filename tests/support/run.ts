// What `npm test` runs: a PostgreSQL server, then every test file on both databases, then a line
// that says on which. Arguments name the files to run instead of all.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { startTestServer } from './postgres.ts'

const server = await startTestServer()
const files =
  process.argv.length > 2 ? process.argv.slice(2) : globSync('tests/**/*.test.ts').sort()
const runner = spawn(
  process.execPath,
  ['--test', '--test-concurrency=2', '--test-reporter=spec', '--test-timeout=120000', ...files],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES_SERVER: server.url },
  },
)
const code = await new Promise<number>((resolve) => {
  runner.once('exit', (status) => resolve(status ?? 1))
})
await server.stop()
const sqlite = new DatabaseSync(':memory:').prepare('select sqlite_version() as version').get()
process.stdout.write(`Databases: SQLite ${sqlite?.version} (node:sqlite); ${server.description}\n`)
process.exitCode = code
