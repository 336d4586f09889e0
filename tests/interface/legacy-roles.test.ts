// The roles file of mode dual: which files are refused, and when it is read.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { advanceUntil } from '../support/advancing.ts'
import { LEGACY, probe, probes, rolesFile } from '../support/gate-probes.ts'
import { startTestService } from '../support/service.ts'

describe('the roles file', () => {
  it('is read again when it changes, and its last good content kept when it goes bad', async () => {
    const roles = rolesFile({ first: 'employee' })
    await using service = await startTestService({
      mountMore: probes,
      settings: { AUTH_MODE: 'dual', LEGACY_ROLES_FILE: roles.path },
    })
    const statusOf = async (name: string) => (await probe(service, { [LEGACY]: name })).status
    const outdated = async () => {
      const { parts = {} } = (await service.get('/readyz')).json() as { parts?: object }
      return [Object.keys(parts), await service.metric('degraded_parts')]
    }
    const look = (message: RegExp, times: number) =>
      advanceUntil(service.clock, 1, () => {
        const told = service.logged.lines.filter((line) => message.test(String(line.msg)))
        return told.length === times
      })
    assert.deepEqual([await statusOf('first'), await statusOf('second')], [200, 403])
    roles.write({ first: 'employee', second: 'admin' })
    await look(/read again/, 1)
    assert.equal(await statusOf('second'), 200)
    roles.write('{ "first": "emperor" }')
    await look(/become bad/, 1)
    assert.deepEqual([await statusOf('first'), await statusOf('second')], [200, 200])
    assert.deepEqual(await outdated(), [['legacy_roles'], 1])
    roles.write({ second: 'admin' })
    await look(/read again/, 2)
    assert.deepEqual([await statusOf('first'), await statusOf('second')], [403, 200])
    assert.deepEqual(await outdated(), [[], 0])
  })

  it('may begin with a byte order mark', async () => {
    const roles = rolesFile('\uFEFF{ "first": "employee" }')
    await using service = await startTestService({
      mountMore: probes,
      settings: { AUTH_MODE: 'dual', LEGACY_ROLES_FILE: roles.path },
    })
    assert.equal((await probe(service, { [LEGACY]: 'first' })).status, 200)
  })

  for (const [what, content, next] of [
    [
      'gives a role that does not exist',
      { anna: 'emperor' },
      /"anna".* Use one of employee, manager, admin/,
    ],
    ['is not JSON', 'anna: admin', /is not valid JSON\. Write a role for each username/],
    ['is not an object', '["anna"]', /is not a JSON object\. Write a role for each username/],
    // `анна` as older Windows programs save it.
    ['is not UTF-8', Buffer.from('{"\xe0\xed\xed\xe0":"admin"}', 'latin1'), /Save it as UTF-8/],
    ['lists half of a character', '{"\\udce0": "admin"}', /\\udce0.* No header can hold that name/],
    // The last of them would hold, whichever was meant.
    ['lists a name twice', '{"anna":"admin","b":"admin","\\u0061nna":"employee"}', /"anna" twice/],
    ['is null', 'null', /is not a JSON object\. Write a role for each username/],
  ] as const) {
    it(`stops the start where it ${what}, and says how to write it`, async () => {
      const roles = rolesFile(content)
      const start = async () => {
        await using _service = await startTestService({
          settings: { AUTH_MODE: 'dual', LEGACY_ROLES_FILE: roles.path },
        })
      }
      await assert.rejects(
        start,
        ({ message }: Error) => /^LEGACY_ROLES_FILE /.test(message) && next.test(message),
      )
    })
  }
})
