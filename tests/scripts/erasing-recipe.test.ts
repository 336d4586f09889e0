// What docs/operations.md tells to type when somebody asks to be forgotten, typed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { ENGINES } from '../support/databases.ts'
import { startTestService, type TestService } from '../support/service.ts'

const PAGE = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const [, section = ''] = /^## Erasing what a person left\n(.*?)^## /ms.exec(PAGE) ?? []
const [find = '', erase = ''] = [...section.matchAll(/^run "([^"]+)"$/gm)].map(([, text]) => text)
const [, theirs = ''] = /^theirs="([^"]+)"/m.exec(section) ?? []

const PERSON = { name: 'Аннушка', phone: '+79161234567', email: 'anna@example.com' }
/** Something of theirs in each place that keeps it. */
const MARKS = ['Аннушка', '9161234567', 'anna@example.com', 'Космонавтов']

/** Statements as the shell would hand them on. */
function typed(text: string, ids: readonly string[]): readonly string[] {
  const { phone, email } = PERSON
  return text
    .replaceAll('$theirs', theirs)
    .replaceAll('$phone', phone)
    .replaceAll('$email', email)
    .replaceAll('$ids', ids.map((id) => `'${id}'`).join(','))
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => !['', 'begin', 'commit'].includes(statement))
}

async function rowsOf({ stores }: TestService, statement: string): Promise<readonly object[]> {
  const { rows } = await sql.raw<object>(statement).execute(stores.main.query)
  return rows
}

/** Tables of which some row holds a mark. */
async function tablesWithMarks(service: TestService): Promise<readonly string[]> {
  const tables = await service.stores.main.query.introspection.getTables()
  const marked: string[] = []
  for (const { name } of tables) {
    const text = JSON.stringify(await rowsOf(service, `select * from "${name}"`))
    if (MARKS.some((mark) => text.includes(mark))) marked.push(name)
  }
  return marked.sort()
}

for (const engine of ENGINES) {
  describe(`erasing what a person left, on ${engine}`, () => {
    it('finds all of it, and leaves nothing of it nor of what was to be delivered', async () => {
      await using service = await startTestService({
        engine,
        settings: { LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/', LEAD_WEBHOOK_SECRET: 's3cret' },
      })
      await service.addUser('boris')
      const cookie = await service.cookieOf('boris')
      const post = async (path: string, body: object) => {
        const response = await service.post(path, body, { cookie })
        assert.ok(response.status < 300, response.body)
        return (response.json() as { id: string }).id
      }
      const consent = true
      const flat = { area_m2: 54, rooms: 2, floor: 4, floors_total: 9, lat: 61.05, lon: 31.6 }
      const theirIds = [
        await post('/api/v1/trade-in/lead', { ...PERSON, consent }),
        await post('/api/v1/pilot/request', {
          company: 'Аннушка и сыновья',
          contact_name: PERSON.name,
          phone: PERSON.phone,
          consent,
        }),
        await post('/api/v1/support/messages', { text: 'Позвоните: 9161234567' }),
        await post('/api/v1/estimate', { ...flat, address: 'Улица Космонавтов, 12' }),
      ]
      const other = { name: 'Борис', phone: '+79167654321', consent }
      const otherId = await post('/api/v1/trade-in/lead', other)
      const withTheirs = ['estimates', 'leads', 'pilot_requests', 'support_messages']
      assert.deepEqual(await tablesWithMarks(service), withTheirs)

      const found = await Promise.all(
        typed(find, []).map((statement) => rowsOf(service, statement)),
      )
      const foundIds = found.flat().map((row) => Object.values(row)[0] as string)
      assert.deepEqual(foundIds.toSorted(), theirIds.toSorted())

      for (const statement of typed(erase, foundIds)) await rowsOf(service, statement)
      assert.deepEqual(await tablesWithMarks(service), [])
      const deliveries = await rowsOf(service, 'select record_id from deliveries')
      assert.deepEqual(deliveries, [{ record_id: otherId }])
      assert.equal((await rowsOf(service, 'select * from leads')).length, 1)
    })
  })
}
