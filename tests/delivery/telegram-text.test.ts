import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { telegramTexts } from '../../src/delivery/telegram-text.ts'
import { MAX_MESSAGE_UNITS } from '../../src/telegram-html.ts'

/** What Telegram counts and shows: tags gone, entities read. */
const parsed = (html: string) =>
  html
    .replaceAll(/<\/?b>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const texts = (text: string) =>
  telegramTexts({
    kind: 'support_web',
    id: 'id',
    createdAt: '2026-01-15T09:30:00.000Z',
    username: 'анна',
    text,
    contact: null,
    page: null,
    estimateId: null,
  })

describe('a Telegram text', () => {
  it('loses nothing, breaks no character and fits, whatever was written', () => {
    const unit = fc.constantFrom('😀', '<', '&', 'ы', ' ', '\n', 'x', '&amp;', '<b>')
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.nat(150),
        (some, times) => {
          const text = some
            .join('')
            .repeat(times + 1)
            .slice(0, 8000)
            .toWellFormed()
          const parts = texts(text).map(parsed)
          for (const part of parts) {
            assert.ok(part.length <= MAX_MESSAGE_UNITS && part.isWellFormed() && part.trim() !== '')
          }
          assert.ok(parts.join('').trimEnd().endsWith(text.trimEnd()))
        },
      ),
    )
  })

  it('is cut after a word that ends in the last fifth, and elsewhere at no half of a character', () => {
    const [words = '', rest] = texts(`${'ы'.repeat(3500)} ${'ы'.repeat(3500)}`)
    assert.ok(words.endsWith('ы '))
    assert.equal(rest, 'ы'.repeat(3500))
    for (const before of ['', 'x']) {
      const text = before + '😀'.repeat(3000)
      const parts = texts(text)
      assert.deepEqual([parts.length, parts.every((part) => part.isWellFormed())], [2, true])
      assert.ok(parts.join('').endsWith(text))
    }
  })
})
