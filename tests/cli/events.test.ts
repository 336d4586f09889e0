import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEventStore } from '../../src/audit/event-store.ts'
import { isoTime } from '../../src/iso-time.ts'
import { runCommand } from '../support/commands.ts'
import { ENGINES } from '../support/databases.ts'
import { openTestStores } from '../support/stores.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

for (const engine of ENGINES) {
  describe(`events from the command line on ${engine}`, () => {
    it('are those of the span that is asked for, in seconds, minutes, hours or days', async () => {
      await using stores = await openTestStores(engine)
      const ages = { now: 0, minutes: 20 * MINUTE_MS, hours: 5 * HOUR_MS, days: 9 * DAY_MS }
      const old = { eventType: 'login_failed', ip: '::1', userAgent: null, payload: {} } as const
      await createEventStore(stores.main).append(
        Object.entries(ages).map(([username, ageMs]) => ({
          ...old,
          username,
          path: '/api/v1/auth/login',
          method: 'POST',
          // The command goes by the real clock.
          occurredAt: isoTime(Date.now() - ageMs),
        })),
      )
      for (const [span, names] of [
        ['600s', ['now']],
        ['10m', ['now']],
        ['1500s', ['now', 'minutes']],
        ['25m', ['now', 'minutes']],
        ['4h', ['now', 'minutes']],
        ['6h', ['now', 'minutes', 'hours']],
        ['8d', ['now', 'minutes', 'hours']],
        ['10d', ['now', 'minutes', 'hours', 'days']],
        ['999999d', ['now', 'minutes', 'hours', 'days']],
      ] as const) {
        const line = ['events', '--since', span, '--json']
        const { code, out, err } = await runCommand(line, {
          DATABASE_URL: stores.database.variable,
        })
        assert.equal(code, 0, err)
        const listed = JSON.parse(out) as { username: string }[]
        assert.deepEqual(
          listed.map(({ username }) => username),
          names,
          span,
        )
      }
    })
  })
}
