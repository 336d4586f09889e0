// The documents that files and webhooks get, and what docs/delivery.md promises their readers.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type Outgoing, outgoingDocument } from '../../src/delivery/outgoing.ts'

const PAGE = readFileSync(new URL('../../docs/delivery.md', import.meta.url), 'utf8')

const at = { createdAt: '2026-01-15T09:30:00.000Z' }

const RECORDS: readonly Outgoing[] = [
  {
    ...at,
    kind: 'support_web',
    id: '25aea66c-5ae7-4a26-a8e2-4e399aedc4f3',
    username: 'anna',
    text: 'Как изменить этаж?',
    contact: null,
    page: '/estimate',
    estimateId: null,
  },
  {
    ...at,
    kind: 'pilot',
    id: '7b0e0d0c-1c55-4a54-9b0e-4be0a2f1b0aa',
    company: 'ООО «Новый дом»',
    contactName: 'Пётр Иванов',
    phone: null,
    email: 'petr@example.com',
    region: 'Тверская область',
    comment: null,
  },
  {
    ...at,
    kind: 'lead',
    id: '1d62ebab-1bd1-47b1-be81-0e13d13d6913',
    status: 'new',
    owner: 'anna',
    estimateId: '6afab9a8-ed34-46cc-890c-33a56f0075d0',
    name: 'Анна',
    phone: '+79161234567',
    email: null,
    comment: null,
    targetComplex: 'ЖК Северный',
    targetBudgetRub: 12_000_000,
  },
]

describe('an outgoing document', () => {
  it('is what docs/delivery.md shows of it, field by field', () => {
    const shown = [...PAGE.matchAll(/^ {4}\{"type":.*?\}$(?=\n\n)/gms)]
    assert.deepEqual(
      shown.map(([text]) => JSON.parse(text)),
      RECORDS.map(outgoingDocument),
    )
  })

  it('of a message by nobody names no user and the other channel', () => {
    const [message] = RECORDS
    assert.ok(message?.kind === 'support_web')
    const document = outgoingDocument({ ...message, kind: 'support_anon', username: null })
    assert.deepEqual([document.type, document.channel], ['support_message', 'anon'])
    assert.equal(document.username, null)
  })
})
