// The service itself in a process of its own, built as main.ts builds it, with one open route more:
// same hooks, headers and JSON as GET /api/v1/me, and no session.
import { Type } from 'typebox'
import { buildService } from '../../src/app.ts'
import { systemClock } from '../../src/clock.ts'
import { createLogger } from '../../src/logging.ts'
import { tuneEngine } from '../../src/process/javascript-engine.ts'
import { readSettings } from '../../src/settings.ts'
import { serveParent } from '../support/child-side.ts'

const Answer = Type.Object({
  username: Type.String(),
  role: Type.Enum(['employee', 'manager', 'admin']),
  user_id: Type.Union([Type.Integer(), Type.String(), Type.Null()]),
  manager_id: Type.Union([Type.Integer(), Type.String(), Type.Null()]),
  source: Type.Enum(['session', 'header']),
  team: Type.Array(Type.String()),
})

tuneEngine()
const settings = readSettings({ ...process.env, HOST: '127.0.0.1', PORT: '0' })
const service = await buildService(settings, {
  clock: systemClock,
  log: await createLogger(settings, false),
  print: undefined,
  mountMore: (app) => {
    app.get(
      '/api/v1/bench/open',
      { config: { access: 'open' }, schema: { response: { 200: Answer } } },
      async () => ({
        username: 'user-0',
        role: 'employee' as const,
        user_id: 1,
        manager_id: null,
        source: 'session' as const,
        team: [],
      }),
    )
  },
})
const url = await service.app.listen({ host: settings.host, port: settings.port })
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
serveParent(url)
