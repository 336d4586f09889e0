import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isHighSurrogate, MAX_MESSAGE_UNITS } from '../../src/text/telegram-html.ts'

it('a text for Telegram is cut after 4096 units, and behind no first half of a character', () => {
  assert.equal(MAX_MESSAGE_UNITS, 4096)
  assert.deepEqual(
    ['\ud7ff', '\u{10000}', '\u{10ffff}', '\udc00', '\ue000'].map((text) =>
      isHighSurrogate(text.charCodeAt(0)),
    ),
    [false, true, true, false, false],
  )
})
