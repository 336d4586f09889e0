import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readSettings } from '../../src/settings.ts'
import { faultsOf } from '../support/settings-faults.ts'

const TOKEN = '123456:stand-in-token'

describe('delivery settings', () => {
  it('deliver into a folder unless told otherwise', () => {
    const { supportDelivery, leadWebhookUrl } = readSettings({})
    assert.deepEqual(supportDelivery, { kind: 'file', folder: './data/support' })
    assert.equal(leadWebhookUrl, undefined)
  })

  it('stop the start where a part is missing, naming it', () => {
    for (const [environment, missing] of [
      [{ SUPPORT_DELIVERY: 'telegram:' }, ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_CHAT_ID']],
      [{ SUPPORT_DELIVERY: 'webhook:https://x.ru/in' }, ['SUPPORT_WEBHOOK_SECRET']],
      [{ LEAD_WEBHOOK_URL: 'https://x.ru/in' }, ['LEAD_WEBHOOK_SECRET']],
    ] as const) {
      const told = faultsOf(environment).map((fault) => /(\w+) is not/.exec(fault)?.[1])
      assert.deepEqual(told, missing)
    }
  })

  it('are refused without their values', () => {
    for (const environment of [
      { SUPPORT_DELIVERY: 'mail:hunter2' },
      { SUPPORT_DELIVERY: 'file:' },
      { SUPPORT_DELIVERY: 'telegram:hunter2' },
      { SUPPORT_DELIVERY: 'webhook:ftp://hunter2' },
      { TELEGRAM_BOT_TOKEN: 'hunter2' },
      { TELEGRAM_CHAT_ID: 'hunter2!' },
      { TELEGRAM_API_URL: 'hunter2' },
      { LEAD_WEBHOOK_URL: 'https://user:hunter2@x.ru', LEAD_WEBHOOK_SECRET: 'x' },
    ]) {
      const [fault = '', ...others] = faultsOf(environment)
      assert.match(fault, /Allowed: /)
      assert.ok(!fault.includes('hunter2'))
      assert.deepEqual(others, [])
    }
  })

  it('take secrets and URLs from files', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-settings-'))
    const file = (name: string, text: string) => {
      writeFileSync(join(folder.path, name), `${text}\n`)
      return join(folder.path, name)
    }
    const settings = readSettings({
      SUPPORT_DELIVERY: 'telegram:',
      TELEGRAM_BOT_TOKEN_FILE: file('token', TOKEN),
      TELEGRAM_CHAT_ID: '-100123',
      LEAD_WEBHOOK_URL_FILE: file('url', 'https://crm.example/in?key=1'),
      LEAD_WEBHOOK_SECRET_FILE: file('secret', 's'),
    })
    assert.equal(settings.telegramBotToken, TOKEN)
    assert.equal(settings.leadWebhookUrl, 'https://crm.example/in?key=1')
    assert.equal(settings.leadWebhookSecret, 's')
  })

  it('name a Telegram chat by its number or its public name', () => {
    for (const chat of ['123', '-100123', '@sales_team']) {
      assert.equal(readSettings({ TELEGRAM_CHAT_ID: chat }).telegramChatId, chat)
    }
  })
})
