// What making a session asks of its database where the row is refused. What sessions do on the real
// engines stands in sessions-contract.test.ts and interface/sessions.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import type { IdentityTables } from '../../src/db/tables.ts'
import { registryShape } from '../../src/identity/registry-shape.ts'
import { createSessions } from '../../src/identity/sessions.ts'
import { createTestLog } from '../support/log.ts'

const SETTINGS = { sessionTtlHours: 1, sessionAbsoluteTtlHours: 0, sessionSecret: '' }
const ORIGIN = { userId: 1, salt: 'salt', ip: '198.51.100.1', userAgent: 'a browser' }

/** As PostgreSQL refuses a text that a column has no room for. */
const noRoom = () => Object.assign(new Error('value too long'), { code: '22001' })

/** Sessions whose inserts fail with the errors one after another, and then go through. */
function sessionsThatMeet(errors: readonly Error[]) {
  const left = [...errors]
  const inserted: { ip: string; user_agent: string }[] = []
  const run = async (row: { ip: string; user_agent: string }) => {
    inserted.push({ ip: row.ip, user_agent: row.user_agent })
    const error = left.shift()
    if (error) throw error
    return [{ user_id: 1 }]
  }
  const database = {
    engine: 'postgres',
    prepare: () => run,
    prepareLookup: () => async () => [],
  } as unknown as Database<IdentityTables>
  const logged = createTestLog()
  const shape = registryShape('tradein', 'postgres')
  return { sessions: createSessions(database, shape, SETTINGS, logged.log), inserted, logged }
}

describe('a session whose row the table takes', () => {
  it('is made whole, and nothing is told', async () => {
    const { sessions, inserted, logged } = sessionsThatMeet([])
    assert.notEqual(await sessions.create(ORIGIN, 0), undefined)
    assert.deepEqual(inserted, [{ ip: '198.51.100.1', user_agent: 'a browser' }])
    assert.deepEqual(logged.lines, [])
  })
})

describe('a session whose row the table refuses', () => {
  it('goes without its user agent, then its address, then both', async () => {
    const { sessions, inserted, logged } = sessionsThatMeet([noRoom(), noRoom(), noRoom()])
    assert.notEqual(await sessions.create(ORIGIN, 0), undefined)
    assert.deepEqual(inserted, [
      { ip: '198.51.100.1', user_agent: 'a browser' },
      { ip: '198.51.100.1', user_agent: '' },
      { ip: '', user_agent: 'a browser' },
      { ip: '', user_agent: '' },
    ])
    assert.deepEqual(
      logged.lines.map(({ without }) => without),
      [['user_agent', 'ip']],
    )
  })

  it('is not made where all of it is refused, and the first refusal is told', async () => {
    const first = noRoom()
    const { sessions, logged } = sessionsThatMeet([first, noRoom(), noRoom(), noRoom()])
    await assert.rejects(sessions.create(ORIGIN, 0), (error) => error === first)
    assert.deepEqual(logged.lines, [])
  })

  for (const refusals of [0, 1]) {
    it(`is not tried again once the database is lost, after ${refusals} refused tries`, async () => {
      const lost = new Error('out of reach')
      const errors = [...Array.from({ length: refusals }, noRoom), lost]
      const { sessions, inserted, logged } = sessionsThatMeet(errors)
      await assert.rejects(sessions.create(ORIGIN, 0), (error) => error === lost)
      assert.equal(inserted.length, refusals + 1)
      assert.deepEqual(logged.lines, [])
    })
  }
})
