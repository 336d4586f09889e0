// The yardstick on PostgreSQL: Fastify with nothing added, a pg Pool, and one prepared select a
// request, written by hand. Reads the service's own sessions; checks what a session check must.
import { hash } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'
import { serveParent } from '../support/child-side.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = fastify()

app.get('/me', async (request, reply) => {
  const token = /__Host-tradein_session=([\w-]{43})/.exec(request.headers.cookie ?? '')?.[1]
  if (token === undefined) return reply.code(401).send({ detail: 'требуется вход' })
  const { rows } = await pool.query({
    name: 'session',
    text: `select u.username, u.role, u.user_id, u.manager_id from sessions s join users u using (user_id)
           where s.token_digest = $1 and s.revoked_at is null and s.expires_at > now() and u.is_active`,
    values: [hash('sha256', token, 'buffer')],
  })
  if (rows.length === 0) return reply.code(401).send({ detail: 'требуется вход' })
  return { ...rows[0], source: 'session', team: [] }
})

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.on('SIGTERM', () => process.exit(0))
serveParent(url)
