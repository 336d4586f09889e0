import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { plainText, shorten, textsToSet, UNDRAWABLE } from '../../src/reports/plain-text.ts'

const RUSSIAN = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ'
const covered = new Set(
  [
    ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
    ...Array.from(RUSSIAN),
    '\u00a0',
    '\u0301',
    UNDRAWABLE,
    '…',
    '₽',
  ].map((character) => character.codePointAt(0) ?? 0),
)
const plain = (text: string) => plainText(text, covered)

describe('plain text', () => {
  it('leaves ordinary text alone, markup signs and no-break spaces included', () => {
    for (const text of ['ул. Мира, д. 5', '#let x = $a$ <b> &amp; \\ *_`@[', '7\u00a0640\u00a0₽']) {
      assert.equal(plain(text), text)
    }
  })

  it('puts one sign for a run the font cannot draw', () => {
    assert.equal(plain('дом 😀👩‍👩‍👧 5'), `дом ${UNDRAWABLE} 5`)
    assert.equal(plain('שלום'), UNDRAWABLE)
  })

  it('takes out control, direction and invisible characters', () => {
    assert.equal(plain('а\u0000б\u001bв\u202eг\u200bд\ufeffе\u00adж'), 'а б вгдеж')
    assert.equal(plain(' а\r\n\tб\u2028в '), 'а б в')
  })

  it('joins letters with their accents and keeps no stacks of them', () => {
    assert.equal(plain('и\u0306'), 'й')
    assert.equal(plain(`я${'\u0301'.repeat(50)}`), 'я\u0301\u0301')
  })

  it('joins a letter with its accent across what is taken out between them', () => {
    assert.equal(plain('и\u202e\u0306'), 'й')
  })

  it('never gives a character outside the font, and settles at once', () => {
    // Code units, so that halves of surrogate pairs come up too.
    const anyCharacter = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('\ud800', '\udc00', 'а', 'e', ' ', '\u0301', '😀', '\u202e'),
    )
    const anyText = fc
      .array(anyCharacter, { maxLength: 60, size: 'max' })
      .map((list) => list.join(''))
    fc.assert(
      fc.property(anyText, (text) => {
        const result = plain(text)
        for (const character of result) assert.ok(covered.has(character.codePointAt(0) ?? 0))
        assert.ok(!/ {2}|^ | $/.test(result))
        assert.equal(plain(result), result)
      }),
    )
  })
})

describe('texts to be set in type', () => {
  it('are joined where no line should end, but for titles, headings and the heads of columns', () => {
    const [apart, joined] = ['в доме 😀', `в\u00a0доме ${UNDRAWABLE}`]
    const plainApart = plain(apart)
    const given = {
      title: apart,
      blocks: [
        { kind: 'heading', text: apart },
        { text: apart, head: apart },
      ],
    }
    assert.deepEqual(textsToSet(given, covered), {
      title: plainApart,
      blocks: [
        { kind: 'heading', text: plainApart },
        { text: joined, head: plainApart },
      ],
    })
  })
})

describe('shortening', () => {
  it('keeps a text that fits, and both ends of one that does not', () => {
    for (const limit of [14, 20]) assert.equal(shorten('ул. Мира, д. 5', limit), 'ул. Мира, д. 5')
    const short = shorten(`г. Москва, ${'район Очень Длинный, '.repeat(20)}ул. Мира, д. 5`, 60)
    assert.match(short, /^г\. Москва,.* … .*ул\. Мира, д\. 5$/)
  })

  it('leaves out whole words, long ones too', () => {
    const address =
      'территория садоводческого товарищества «Научно-производственное», улица Мира, 117'
    assert.equal(shorten(address, 64), 'территория … улица Мира, 117')
  })

  it('never passes its limit and never cuts a character in two', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200, size: 'max' }),
        fc.integer({ min: 10, max: 80 }),
        (text, limit) => {
          const short = shorten(text, limit)
          assert.ok(Array.from(short).length <= limit)
          assert.ok(short.isWellFormed())
        },
      ),
    )
  })
})
