import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import {
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Channel } from '../../src/delivery/channel.ts'
import { fileChannel } from '../../src/delivery/file-channel.ts'
import { signatureOf } from '../../src/delivery/signature.ts'
import { telegramChannel } from '../../src/delivery/telegram-channel.ts'
import { webhookChannel } from '../../src/delivery/webhook-channel.ts'
import { createTestClock } from '../support/clock.ts'
import { BOT_OK, refusingUrl, startReceiver } from '../support/receiver.ts'
import { until } from '../support/waiting.ts'
import { MESSAGE } from './made-up-message.ts'

const TOKEN = '123456:stand-in-token'
const SECRET = 'hunter2-secret'

const attempt = (
  partsSent = 0,
  saved: number[] = [],
  signal: AbortSignal = new AbortController().signal,
) => ({
  signal,
  partsSent,
  savePart: async (parts: number) => void saved.push(parts),
})

function channelsAt(url: string) {
  const clock = createTestClock()
  const telegram = telegramChannel({ apiUrl: url, botToken: TOKEN, chatId: '-100' }, clock)
  const webhook = webhookChannel({ url: `${url}/in?key=${SECRET}`, secret: SECRET }, clock)
  return { clock, telegram, webhook }
}

const reasonOf = async (channel: Channel) => {
  const outcome = await channel.deliver(MESSAGE, attempt())
  assert.equal(outcome.kind, 'not_delivered')
  const { reason } = outcome as { reason: string }
  assert.ok(!reason.includes(TOKEN) && !reason.includes(SECRET) && !reason.includes('цена'))
  return outcome as { reason: string; retryAfterS?: number }
}

describe('a receiver that fails', () => {
  it('is told by a reason without any secret, for Telegram and webhooks alike', async () => {
    await using receiver = await startReceiver()
    const { telegram, webhook } = channelsAt(receiver.url)
    for (const status of [300, 302, 307, 400, 401, 404, 500, 502]) {
      receiver.behave({
        status,
        headers: { location: `${receiver.url}/elsewhere` },
        body: '<html>',
      })
      assert.match((await reasonOf(telegram)).reason, new RegExp(`answered ${status}`))
      assert.match((await reasonOf(webhook)).reason, new RegExp(`answered ${status}`))
    }
    assert.ok(receiver.requests.every(({ path }) => !path.startsWith('/elsewhere')))
    receiver.behave('close')
    assert.match((await reasonOf(telegram)).reason, /connection failed/)
    assert.match((await reasonOf(webhook)).reason, /connection failed/)
    const { telegram: nobody, webhook: none } = channelsAt(await refusingUrl())
    assert.match((await reasonOf(nobody)).reason, /: connection failed \(ECONNREFUSED\)$/)
    assert.match((await reasonOf(none)).reason, /: connection failed \(ECONNREFUSED\)$/)
  })

  it('is tried at any port, one that browsers refuse included', async () => {
    const { telegram, webhook } = channelsAt('http://127.0.0.1:1')
    assert.match((await reasonOf(telegram)).reason, /: connection failed \(ECONNREFUSED\)$/)
    assert.match((await reasonOf(webhook)).reason, /: connection failed \(ECONNREFUSED\)$/)
  })

  it('is left after five seconds when it never answers', async () => {
    await using receiver = await startReceiver('hang')
    const { clock, telegram, webhook } = channelsAt(receiver.url)
    const pending = Promise.all([reasonOf(telegram), reasonOf(webhook)])
    await until(() => receiver.requests.length === 2)
    clock.advance(5)
    for (const { reason } of await pending) assert.match(reason, /no answer within 5 s/)
  })

  it('is left at once when the service stops, before the request or in the middle of it', async () => {
    await using receiver = await startReceiver('hang')
    const { clock, telegram, webhook } = channelsAt(receiver.url)
    for (const channel of [telegram, webhook]) {
      const stop = new AbortController()
      receiver.behave('hang')
      const before = receiver.requests.length
      const midway = channel.deliver(MESSAGE, attempt(0, [], stop.signal))
      await until(() => receiver.requests.length > before)
      stop.abort()
      clock.advance(5)
      receiver.behave(BOT_OK)
      const later = channel.deliver(MESSAGE, attempt(0, [], stop.signal))
      for (const outcome of [await midway, await later]) {
        assert.match(JSON.stringify(outcome), /not_delivered.*cut off by the stop of the service/)
      }
    }
    assert.equal(receiver.requests.length, 2)
  })

  it('leaves neither a timer nor a listener behind once it has answered', async () => {
    await using receiver = await startReceiver()
    const { clock, telegram, webhook } = channelsAt(receiver.url)
    for (const channel of [telegram, webhook]) {
      const one = attempt()
      await channel.deliver(MESSAGE, one)
      assert.deepEqual(getEventListeners(one.signal, 'abort'), [])
    }
    assert.equal(clock.sleeping, 0)
  })

  it('is not believed when Telegram’s answer is nonsense, cut off or endless', async () => {
    await using receiver = await startReceiver()
    const { telegram } = channelsAt(receiver.url)
    for (const body of ['', 'OK', 'null', '[]', '{"ok":"true"}', '{"ok":1}', '{"ok":false}']) {
      receiver.behave({ status: 200, body })
      await reasonOf(telegram)
    }
    receiver.behave('close mid-answer', { status: 500, body: '{"ok":true}' })
    await reasonOf(telegram)
    await reasonOf(telegram)
    receiver.behave({ status: 200, body: `{"ok":true,"x":"${'x'.repeat(100_000)}"}` })
    assert.match((await reasonOf(telegram)).reason, /too long/)
    const description = `no ${TOKEN} here`
    receiver.behave({ status: 401, body: JSON.stringify({ ok: false, description }) })
    assert.match((await reasonOf(telegram)).reason, /401: no … here/)
    // Cut in the middle of a character, which is then shown as one that cannot be read.
    receiver.behave({ status: 400, body: JSON.stringify({ description: `x${'😀'.repeat(200)}` }) })
    const { reason } = await reasonOf(telegram)
    assert.equal(reason, `Telegram answered 400: x${'😀'.repeat(99)}\ufffd`)
  })

  it('tells the chat’s new number, as Telegram knows it, once a group has become a supergroup', async () => {
    await using receiver = await startReceiver()
    const { telegram } = channelsAt(receiver.url)
    const description = 'Bad Request: group chat was upgraded to a supergroup chat'
    const moved = (migrate_to_chat_id: unknown) => ({
      status: 400,
      body: JSON.stringify({ ok: false, description, parameters: { migrate_to_chat_id } }),
    })
    receiver.behave(moved(-1001234567890))
    assert.equal(
      (await reasonOf(telegram)).reason,
      `Telegram answered 400: ${description}. Set TELEGRAM_CHAT_ID=-1001234567890`,
    )
    for (const odd of ['-1001234567890', 1e300, 0.5, {}, null]) {
      receiver.behave(moved(odd))
      assert.equal((await reasonOf(telegram)).reason, `Telegram answered 400: ${description}`)
    }
  })

  it('may ask for silence, an hour at most', async () => {
    await using receiver = await startReceiver()
    const { telegram, webhook } = channelsAt(receiver.url)
    const flood = (retry_after: unknown) => ({
      status: 429,
      body: JSON.stringify({ ok: false, error_code: 429, parameters: { retry_after } }),
    })
    receiver.behave(flood(37))
    assert.equal((await reasonOf(telegram)).retryAfterS, 37)
    receiver.behave(flood(1e9))
    assert.equal((await reasonOf(telegram)).retryAfterS, 3600)
    receiver.behave(flood(1))
    assert.equal((await reasonOf(telegram)).retryAfterS, 1)
    // The Bot API's own word counts before that of a proxy.
    receiver.behave({ ...flood(30), headers: { 'retry-after': '5' } })
    assert.equal((await reasonOf(telegram)).retryAfterS, 30)
    receiver.behave({ ...flood(undefined), headers: { 'retry-after': '5' } })
    assert.equal((await reasonOf(telegram)).retryAfterS, 5)
    for (const odd of ['x', '37', -5, 0, null]) {
      receiver.behave(flood(odd))
      assert.equal((await reasonOf(telegram)).retryAfterS, undefined)
    }
    for (const [status, retryAfter, silenceS] of [
      [429, '12', 12],
      [503, '12', 12],
      [503, '3601', 3600],
      [503, 'Thu, 15 Jan 2026 09:31:00 GMT', undefined],
      [500, '12', undefined],
      [302, '12', undefined],
    ] as const) {
      receiver.behave({ status, headers: { 'retry-after': retryAfter } })
      assert.equal((await reasonOf(webhook)).retryAfterS, silenceS, `${status} ${retryAfter}`)
    }
  })
})

describe('Telegram', () => {
  it('is asked at the bot’s own address, one message at a time', async () => {
    await using receiver = await startReceiver()
    const { telegram } = channelsAt(receiver.url)
    await telegram.deliver(MESSAGE, attempt())
    assert.equal(receiver.requests[0]?.path, `/bot${TOKEN}/sendMessage`)
    assert.equal(telegram.atOnce, 1)
  })

  it('gets HTML with the reader’s characters escaped', async () => {
    await using receiver = await startReceiver()
    const { telegram } = channelsAt(receiver.url)
    assert.deepEqual(await telegram.deliver(MESSAGE, attempt()), { kind: 'delivered' })
    const { text, ...rest } = JSON.parse(receiver.requests[0]?.body ?? '') as { text: string }
    assert.deepEqual(rest, {
      chat_id: '-100',
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    })
    assert.equal(
      text,
      [
        '<b>Сообщение в поддержку (без входа)</b>',
        'Контакт: @me',
        'Время: 15.01.2026 12:30\u00a0МСК',
        `Номер: ${MESSAGE.id}`,
        '',
        'цена &lt; 5 &amp; &gt; 3',
      ].join('\n'),
    )
  })

  it('gets a long message in parts, and after a fault only those still missing', async () => {
    await using receiver = await startReceiver()
    const { telegram } = channelsAt(receiver.url)
    receiver.behave(BOT_OK, { status: 500 }, BOT_OK)
    const long = { ...MESSAGE, text: '😀'.repeat(3900) }
    const saved: number[] = []
    assert.equal((await telegram.deliver(long, attempt(0, saved))).kind, 'not_delivered')
    assert.deepEqual(saved, [1])
    assert.equal((await telegram.deliver(long, attempt(1, saved))).kind, 'delivered')
    const texts = receiver.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text)
    // Two parts, the second of them twice.
    assert.equal(texts.length, 3)
    assert.equal(texts[1], texts[2])
    // The end of the last part is the end of the delivery, which is noted by itself.
    assert.deepEqual(saved, [1])
    const [first, , ...others] = texts
    assert.equal([first, ...others].join('').match(/😀/gu)?.length, 3900)
  })
})

describe('a webhook', () => {
  it('has taken a message by any status 2xx, whatever becomes of the rest of its answer', async () => {
    await using receiver = await startReceiver()
    const { webhook } = channelsAt(receiver.url)
    const taken = [
      ...[200, 201, 202, 299].map((status) => ({ status })),
      'close mid-answer',
    ] as const
    for (const behaviour of taken) {
      receiver.behave(behaviour)
      const outcome = await webhook.deliver(MESSAGE, attempt())
      assert.deepEqual(outcome, { kind: 'delivered' }, JSON.stringify(behaviour))
    }
  })

  it('gets a signature over timestamp and body that holds for nothing else', async () => {
    await using receiver = await startReceiver({ status: 202 })
    const { clock, webhook } = channelsAt(receiver.url)
    assert.deepEqual(await webhook.deliver(MESSAGE, attempt()), { kind: 'delivered' })
    const [request] = receiver.requests
    assert.ok(request)
    const timestampS = Number(request.headers['x-timestamp'])
    assert.equal(timestampS, Math.floor(clock.wallMs() / 1000))
    assert.equal(request.headers['x-signature'], signatureOf(request.body, timestampS, SECRET))
    assert.notEqual(
      request.headers['x-signature'],
      signatureOf(request.body, timestampS + 1, SECRET),
    )
    assert.equal(request.headers['idempotency-key'], MESSAGE.id)
    assert.equal(request.headers['content-type'], 'application/json; charset=utf-8')
  })

  it('signs as the documentation’s example says', () => {
    assert.equal(
      signatureOf('{"type":"lead"}', 1768469400, 'secret'),
      'sha256=cf3a3c847547ac99b692e819a1d0c1b68dd604117a5aef8d69b81a908072e832',
    )
  })
})

describe('a folder', () => {
  it('gets one whole file a message, for the service’s user alone, however often', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-files-'))
    const channel = fileChannel(join(folder.path, 'a', 'b'))
    for (let time = 0; time < 2; time += 1) {
      assert.deepEqual(await channel.deliver(MESSAGE, attempt()), { kind: 'delivered' })
    }
    const names = readdirSync(join(folder.path, 'a', 'b'))
    assert.deepEqual(names, [`2026-01-15T09-30-00.000Z-${MESSAGE.id}.json`])
    const path = join(folder.path, 'a', 'b', names[0] ?? '')
    assert.equal((JSON.parse(readFileSync(path, 'utf8')) as { id: string }).id, MESSAGE.id)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.match((await reasonOf(fileChannel(path))).reason, /cannot be written \(E/)
  })

  it('keeps nothing unfinished of a file that cannot get its name', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-files-'))
    const name = `2026-01-15T09-30-00.000Z-${MESSAGE.id}.json`
    mkdirSync(join(folder.path, name))
    assert.match((await reasonOf(fileChannel(folder.path))).reason, /cannot be written \(E/)
    assert.deepEqual(readdirSync(folder.path), [name])
  })

  it('is made once by deliveries at once', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-files-'))
    const channel = fileChannel(join(folder.path, 'a', 'b'))
    const messages = ['1', '2', '3'].map((id) => ({ ...MESSAGE, id }))
    const outcomes = await Promise.all(messages.map((one) => channel.deliver(one, attempt())))
    assert.deepEqual(outcomes, Array(3).fill({ kind: 'delivered' }))
    assert.equal(readdirSync(join(folder.path, 'a', 'b')).length, 3)
  })

  it('gives up at once where no folder can be made', {
    skip: process.platform !== 'linux',
  }, async () => {
    const { reason } = await reasonOf(fileChannel('/proc/nothing/below'))
    assert.equal(reason, 'file cannot be written (ENOENT)')
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-files-'))
    symlinkSync(join(folder.path, 'not mounted'), join(folder.path, 'link'))
    const behind = await reasonOf(fileChannel(join(folder.path, 'link', 'below')))
    assert.equal(behind.reason, 'file cannot be written (ENOENT)')
  })
})
