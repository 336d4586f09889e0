import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { advanceUntil } from '../support/advancing.ts'
import { ENGINES } from '../support/databases.ts'
import { BOT_OK, startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { soon, until } from '../support/waiting.ts'

const WEB = '/api/v1/support/messages'
const ANON = '/api/v1/support/anon/messages'
const ANON_MESSAGE = { text: 'Помогите', contact: '@me' }
const TOKEN = '123456:stand-in-token'

const counted = (service: TestService, channel: 'web' | 'anon') =>
  service.metric(`valuation_support_messages_total{channel="${channel}"}`)

const telegram = (url: string) => ({
  SUPPORT_DELIVERY: 'telegram:',
  TELEGRAM_BOT_TOKEN: TOKEN,
  TELEGRAM_CHAT_ID: '-100123',
  TELEGRAM_API_URL: url,
})

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

for (const engine of ENGINES) {
  describe(`support messages on ${engine}`, () => {
    it('go to a folder by default, a file each, and are counted once delivered', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      const body = {
        text: 'Не открывается\0 отчёт',
        page: '/estimate',
        website: 'for the anonymous',
      }
      const response = await service.post(WEB, body, { cookie })
      assert.equal(response.status, 202)
      const { id } = response.json() as { id: string }
      const anonymous = await service.post(ANON, ANON_MESSAGE)
      assert.equal(anonymous.status, 202)
      await until(
        async () => (await counted(service, 'web')) + (await counted(service, 'anon')) === 2,
      )
      assert.equal(await counted(service, 'web'), 1)

      const folder = service.supportFolder
      const names = readdirSync(folder).sort()
      assert.equal(names.length, 2)
      assert.ok(names.every((name) => name.startsWith('2026-01-15T09-30-00.000Z-')))
      const own = names.find((name) => name.includes(id))
      assert.ok(own)
      assert.deepEqual(JSON.parse(readFileSync(join(folder, own), 'utf8')), {
        type: 'support_message',
        id,
        created_at: '2026-01-15T09:30:00.000Z',
        channel: 'web',
        username: 'анна',
        text: 'Не открывается\u2400 отчёт',
        contact: null,
        page: '/estimate',
        estimate_id: null,
      })
      const others = names.find((name) => name !== own) ?? ''
      const { channel, username, contact } = JSON.parse(
        readFileSync(join(folder, others), 'utf8'),
      ) as Record<string, unknown>
      assert.deepEqual([channel, username, contact], ['anon', null, '@me'])
    })

    it('pass on all that was written, and keep the address that it came from', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      const flat = { lat: 61, lon: 31, area_m2: 50, rooms: 2, floor: 3, floors_total: 9 }
      const made = await service.post('/api/v1/estimate', flat, { cookie })
      const written = {
        text: 'я'.repeat(4000),
        contact: 'я'.repeat(200),
        page: '/'.repeat(500),
        estimate_id: (made.json() as { id: string }).id,
      }
      const own = await service.post(WEB, written, { cookie, ...from('203.0.113.5') })
      const stranger = { ...written, estimate_id: randomUUID() }
      const anonymous = await service.post(ANON, stranger, from('203.0.113.6'))
      assert.deepEqual([own.status, anonymous.status], [202, 202])
      await until(
        async () => (await counted(service, 'web')) + (await counted(service, 'anon')) === 2,
      )
      const folder = service.supportFolder
      const files = readdirSync(folder)
      assert.equal(files.length, 2)
      for (const file of files) {
        const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
          channel: string
        }
        const expected = document.channel === 'web' ? written : stranger
        assert.deepEqual({ ...document, ...expected }, document)
      }
      const kept = service.stores.main.query.selectFrom('support_messages')
      assert.deepEqual(await kept.select(['channel', 'ip']).orderBy('ip').execute(), [
        { channel: 'web', ip: '203.0.113.5' },
        { channel: 'anon', ip: '203.0.113.6' },
      ])
    })

    it('are counted exactly once, whatever the messenger does before it takes them', async () => {
      await using bot = await startReceiver()
      await using service = await startTestService({ engine, settings: telegram(bot.url) })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      bot.behave(
        { status: 500, body: 'oops' },
        'close',
        'close mid-answer',
        { status: 200, body: 'nonsense' },
        { status: 200, body: '{"ok":false}' },
        { status: 302, headers: { location: `${bot.url}/elsewhere` } },
        { status: 400, body: '{"ok":false,"description":"Bad Request: chat not found"}' },
        BOT_OK,
      )
      assert.equal((await service.post(WEB, { text: 'привет' }, { cookie })).status, 202)
      const retried = () => service.metric('delivery_attempts_total{outcome="retry"}')
      const pending = () => service.metric('delivery_messenger_pending')
      await until(async () => (await retried()) === 1)
      await until(async () => (await pending()) === 1, 'the table was looked at')
      for (let attempts = 2; attempts < 8; attempts += 1) {
        assert.equal(await counted(service, 'web'), 0)
        assert.equal(await pending(), 1)
        const failed = async () => (await retried()) === attempts
        await advanceUntil(service.clock, 3600, failed, `attempt ${attempts} has failed`)
      }
      const gone = async () => (await counted(service, 'web')) === 1
      await advanceUntil(service.clock, 3600, gone)
      assert.equal(await counted(service, 'web'), 1)
      service.clock.advance(86_400)
      await service.tasksAtRest()
      assert.equal(bot.requests.length, 8)
      assert.ok(bot.requests.every(({ path }) => path === `/bot${TOKEN}/sendMessage`))
      assert.equal(await counted(service, 'web'), 1)
      assert.ok(!service.logged.text().includes(TOKEN))
      assert.doesNotMatch(service.logged.text(), /привет/)
    })

    it('name an estimate only if the caller may see it, and tell nothing of another’s', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('шеф', { role: 'manager' })
      await service.addUser('анна', { manager: 'шеф' })
      await service.addUser('борис')
      const annas = await service.cookieOf('анна')
      const flat = { lat: 61, lon: 31, area_m2: 50, rooms: 2, floor: 3, floors_total: 9 }
      const made = await service.post('/api/v1/estimate', flat, { cookie: annas })
      const { id } = made.json() as { id: string }
      for (const [username, estimateId, status] of [
        ['анна', id, 202],
        ['анна', id.toUpperCase(), 202],
        ['шеф', id, 202],
        ['борис', id, 422],
        ['анна', randomUUID(), 422],
      ] as const) {
        const cookie = await service.cookieOf(username)
        const body = { text: 'Почему столько?', estimate_id: estimateId }
        const response = await service.post(WEB, body, { cookie })
        assert.equal(response.status, status, username)
        if (status === 202) continue
        const detail = 'поле estimate_id: нет оценки с таким идентификатором'
        assert.deepEqual(response.json(), { detail })
      }
      const stored = await service.stores.main.query
        .selectFrom('support_messages')
        .select('estimate_id')
        .execute()
      assert.deepEqual(stored, Array(3).fill({ estimate_id: id }))
      // Without sign-in nothing can be looked up: what is written goes on, whether it exists or
      // not.
      const anonymous = { ...ANON_MESSAGE, estimate_id: randomUUID() }
      assert.equal((await service.post(ANON, anonymous)).status, 202)
    })

    it('are not lost when the service stops before the messenger is back', async () => {
      await using bot = await startReceiver('close')
      const settings = telegram(bot.url)
      await using first = await startTestService({ engine, settings })
      for (let index = 0; index < 3; index += 1) {
        await first.post(ANON, { ...ANON_MESSAGE, text: `сообщение ${index}` })
      }
      await until(() => bot.requests.length >= 3)
      await first.stop()
      const database = first.databases[0]
      assert.ok(database)
      bot.behave(BOT_OK)
      const before = bot.requests.length
      await using second = await startTestService({ engine, settings, database })
      await advanceUntil(second.clock, 3600, async () => (await counted(second, 'anon')) === 3)
      assert.equal(bot.requests.length, before + 3)
      await second.stop()
      await using third = await startTestService({ engine, settings, database })
      third.clock.advance(3600)
      await third.tasksAtRest()
      assert.equal(await third.metric('delivery_messenger_pending'), 0)
      assert.equal(bot.requests.length, before + 3)
      assert.equal(await counted(third, 'anon'), 0)
    })
  })
}

describe('a service that stops while a messenger takes a message and does not answer', () => {
  it('waits for it a second, no more, and sends the message again at the next start', async () => {
    await using bot = await startReceiver('hang')
    const settings = telegram(bot.url)
    await using first = await startTestService({ settings })
    assert.equal((await first.post(ANON, ANON_MESSAGE)).status, 202)
    await until(() => bot.requests.length === 1, 'the message is being sent')
    const before = first.clock.slept.length
    const stopped = first.stop()
    // Far from the five seconds that an attempt may take.
    await until(() => first.clock.slept.slice(before).includes(1), 'the stop waits for the attempt')
    first.clock.advance(1)
    await soon(stopped, 'the service stops')
    bot.behave(BOT_OK)
    const database = first.databases[0]
    assert.ok(database)
    await using second = await startTestService({ settings, database })
    await advanceUntil(second.clock, 1, async () => (await counted(second, 'anon')) === 1)
    assert.equal(bot.requests.length, 2)
  })
})

describe('support messages without sign-in', () => {
  it('are limited per address, and a refused one is neither stored nor counted', async () => {
    await using service = await startTestService({
      settings: { SUPPORT_ANON_RATE_LIMIT: '2', SUPPORT_ANON_RATE_LIMIT_WINDOW_S: '100' },
    })
    const send = () => service.post(ANON, ANON_MESSAGE, from('203.0.113.1'))
    assert.equal((await send()).status, 202)
    service.clock.advance(10)
    assert.equal((await send()).status, 202)
    const refused = await send()
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '91')
    assert.deepEqual(refused.json(), { detail: 'слишком много запросов, попробуйте позже' })
    assert.equal((await service.post(ANON, ANON_MESSAGE, from('203.0.113.2'))).status, 202)
    service.clock.advance(90)
    assert.equal((await send()).status, 202)
    assert.equal(await storedMessages(service), 4)
    // The limit of one open form leaves the other alone.
    const pilot = { company: 'ООО', contact_name: 'Иван', email: 'i@x.ru', consent: true }
    const other = await service.post('/api/v1/pilot/request', pilot, from('203.0.113.1'))
    assert.equal(other.status, 201)
  })

  it('are limited in an hour, all addresses together', async () => {
    await using service = await startTestService({ settings: { OPEN_HOURLY_LIMIT: '3' } })
    const send = (index: number) => service.post(ANON, ANON_MESSAGE, from(`203.0.113.${index}`))
    for (let index = 0; index < 3; index += 1) assert.equal((await send(index)).status, 202)
    const refused = await send(9)
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '3601'])
    assert.equal(await storedMessages(service), 3)
    service.clock.advance(3600)
    assert.equal((await send(9)).status, 202)
  })

  it('are taken no more while too many wait, and those of signed-in users still are', async () => {
    await using bot = await startReceiver({ status: 500 })
    await using service = await startTestService({
      settings: { ...telegram(bot.url), OPEN_PENDING_LIMIT: '2' },
    })
    await service.addUser('анна')
    const cookie = await service.cookieOf('анна')
    for (let index = 0; index < 2; index += 1) {
      assert.equal((await service.post(ANON, ANON_MESSAGE, from(`203.0.113.${index}`))).status, 202)
    }
    const refused = await service.post(ANON, ANON_MESSAGE, from('203.0.113.9'))
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '60'])
    assert.deepEqual(refused.json(), { detail: 'сервис временно недоступен, попробуйте позже' })
    assert.equal(await storedMessages(service), 2)
    assert.equal((await service.post(WEB, { text: 'x' }, { cookie })).status, 202)
    bot.behave(BOT_OK)
    await advanceUntil(service.clock, 60, async () => (await counted(service, 'anon')) === 2)
    assert.equal((await service.post(ANON, ANON_MESSAGE, from('203.0.113.9'))).status, 202)
  })

  it('are answered alike and dropped when the field that people do not see is filled in', async () => {
    await using service = await startTestService()
    for (const website of ['https://spam.example', ' ', 1, true, {}]) {
      const response = await service.post(ANON, { ...ANON_MESSAGE, website }, from('203.0.113.7'))
      assert.equal(response.status, 202)
      assert.match((response.json() as { id: string }).id, /^[0-9a-f-]{36}$/)
    }
    assert.equal(await storedMessages(service), 0)
    // They spend the budget all the same.
    assert.equal((await service.post(ANON, ANON_MESSAGE, from('203.0.113.7'))).status, 429)
    for (const [index, website] of ['', null].entries()) {
      const human = { ...ANON_MESSAGE, website }
      assert.equal((await service.post(ANON, human, from(`203.0.113.${8 + index}`))).status, 202)
    }
    await until(async () => (await counted(service, 'anon')) === 2)
  })

  it('need a contact; texts have 1 to 4000 characters, whatever their bytes', async () => {
    await using service = await startTestService({ settings: { SUPPORT_ANON_RATE_LIMIT: '100' } })
    for (const [body, detail] of [
      [{ text: 'x' }, 'поле contact: нужно указать'],
      [{ text: 'x', contact: ' ' }, 'поле contact: не может быть пустым'],
      [{ text: '', contact: 'y' }, 'поле text: не может быть пустым'],
      [{ text: '\n', contact: 'y' }, 'поле text: не может быть пустым'],
      [{ text: 'x'.repeat(4001), contact: 'y' }, 'поле text: не длиннее 4000 символов'],
      [{ text: 'x', contact: 'y'.repeat(201) }, 'поле contact: не длиннее 200 символов'],
      [{ ...ANON_MESSAGE, page: '/'.repeat(501) }, 'поле page: не длиннее 500 символов'],
      [{ text: 5, contact: 'y' }, 'поле text: ожидается строка'],
      [{ text: 'x', contact: 'y', estimate_id: 'z' }, /UUID/],
    ] as const) {
      const response = await service.post(ANON, body)
      assert.equal(response.status, 422)
      assert.match((response.json() as { detail: string }).detail, new RegExp(detail))
    }
    for (const text of ['😀'.repeat(4000), '\ud800', '\0'.repeat(4000)]) {
      assert.equal((await service.post(ANON, { text, contact: 'y' })).status, 202)
    }
    const huge = await service.post(ANON, { ...ANON_MESSAGE, page: 'x'.repeat(70_000) })
    assert.equal(huge.status, 413)
    assert.equal((await service.post(WEB, { text: 'x' })).status, 401)
  })
})

async function storedMessages(service: TestService): Promise<number> {
  const { count } = await service.stores.main.query
    .selectFrom('support_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
