// @ts-nocheck: what it imports is installed in bench/ alone, and only when a benchmark runs.
// express with express-session over connect-pg-simple, all as they come: the store touches the
// session at each request.
import connectPgSimple from 'connect-pg-simple'
import express from 'express'
import session from 'express-session'
import pg from 'pg'
import { serveParent } from '../support/child-side.ts'

const Store = connectPgSimple(session)
const app = express()
app.use(
  session({
    store: new Store({
      pool: new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 }),
      createTableIfMissing: true,
    }),
    secret: 'Zk3s8Q0vT1yN5bX7rW2mC9dL4pJ6hG0f',
    resave: false,
    saveUninitialized: false,
  }),
)
app.post('/sign-in', (request, response) => {
  request.session.user = { username: 'user-0', role: 'employee' }
  response.json({ ok: true })
})
app.get('/me', (request, response) => {
  if (!request.session.user) response.status(401)
  response.json(request.session.user ?? null)
})

const server = app.listen(0, '127.0.0.1', () => {
  serveParent(`http://127.0.0.1:${server.address().port}`)
})
process.on('SIGTERM', () => process.exit(0))
