import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  jsonForTerminal,
  plainForTerminal,
  plainLinesForTerminal,
  plainTextForTerminal,
} from '../../src/text/terminal-text.ts'

/** Turns the text around, breaks a line or a paragraph unseen, steers as ESC [ does. */
const HIDDEN = 'a\u202eb\u2028c\u2029\u009bd'

describe('text for a terminal', () => {
  it('holds nothing that steers, within one line', () => {
    assert.equal(plainForTerminal(`${HIDDEN}\u001b[2J\r\n\t\u007f`), 'a?b?c??d?[2J????')
  })

  it('keeps the line ends of a text, and nothing else that steers', () => {
    assert.equal(plainTextForTerminal(`${HIDDEN}\u001b[2J\nd\r\n`), 'a?b?c??d?[2J\nd?\n')
  })

  it('keeps the line ends and colours of a log, and nothing else that steers', () => {
    assert.equal(plainLinesForTerminal(`\u001b[32m${HIDDEN}\n`), '\u001b[32ma?b?c??d\n')
  })

  it('is JSON of the same meaning where programs read it', () => {
    const rows = [{ name: `${HIDDEN}\u007f\u{e0001}\u001b` }]
    const json = jsonForTerminal(JSON.stringify(rows))
    assert.ok(json.includes(String.raw`a\u202eb\u2028c\u2029\u009bd\u007f\udb40\udc01\u001b`), json)
    assert.deepEqual(JSON.parse(json), rows)
  })

  it('leaves words of any language as they are', () => {
    const words = 'Ёлкина, д. 5 «Мир» 東京 é 😀'
    assert.equal(plainForTerminal(words), words)
    assert.equal(plainLinesForTerminal(words), words)
    assert.equal(jsonForTerminal(words), words)
  })
})
