// @ts-nocheck: what it imports is installed in bench/ alone, and only when a benchmark runs.
// better-auth with email and password, on the database that the parent names, with argon2id at the
// service's cost instead of its own scrypt. Rate limit off: what is measured is the work.
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node'
import pg from 'pg'
import { serveParent } from '../support/child-side.ts'

const COST = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 }

const server = createServer()
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`

const options = {
  baseURL: url,
  secret: 'Zk3s8Q0vT1yN5bX7rW2mC9dL4pJ6hG0f',
  database: openDatabase(process.env.DATABASE_URL),
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => hash(password, COST),
      verify: ({ hash: stored, password }) => verify(stored, password),
    },
  },
}
// Before the instance, which complains of a schema that it does not find.
await (await getMigrations(options)).runMigrations()
const auth = betterAuth(options)

const handler = toNodeHandler(auth)
server.on('request', (request, response) => {
  void (request.url === '/me' ? answerMe(request, response) : handler(request, response))
})

async function answerMe(request, response) {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(request.headers) })
  response.statusCode = session ? 200 : 401
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(session?.user ?? null))
}

process.on('SIGTERM', () => process.exit(0))
serveParent(url, {
  async addUsers({ emails, password }) {
    for (const email of emails) {
      await auth.api.signUpEmail({ body: { email, password, name: email } })
    }
  },
})

function openDatabase(variable) {
  if (variable.startsWith('postgres')) return new pg.Pool({ connectionString: variable, max: 10 })
  const database = new DatabaseSync(variable.slice('sqlite:'.length))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  return database
}
