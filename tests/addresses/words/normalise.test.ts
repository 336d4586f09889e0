import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { composed, fold, tokenise } from '../../../src/addresses/words/normalise.ts'
import { wildText } from '../wild-text.ts'

const texts = (text: string) => tokenise(fold(text)).map((token) => `${token.kind}:${token.text}`)

describe('folding', () => {
  it('never changes the length of a text', () => {
    fc.assert(fc.property(wildText(60), (text) => fold(text).length === text.length))
  })
  it('reads ё as е and capitals as small letters', () => {
    assert.equal(fold('Ёлка ПЁС'), 'елка пес')
    // One that would be longer as a small letter stays, and it alone.
    assert.equal(fold('İЛЕС'), 'İлес')
  })
  it('has one hyphen for all dashes', () => {
    assert.equal(fold('а\u2010б\u2011в\u2013г\u2014д\u2212е'), 'а-б-в-г-д-е')
  })
})

describe('a text', () => {
  it('is read for three hundred letters, of a query and of a stored name', () => {
    assert.equal(composed('а'.repeat(301)), 'а'.repeat(300))
    assert.equal(composed(`${'а'.repeat(299)}😀`), `${'а'.repeat(299)}\ufffd`)
    assert.deepEqual(texts(`${'а'.repeat(298)} 5`), [`word:${'а'.repeat(298)}`, 'number:5'])
    assert.deepEqual(texts(`${'а'.repeat(299)} 5`), [`word:${'а'.repeat(299)}`])
  })
})

describe('tokens', () => {
  it('keep ordinals, numbers and words apart', () => {
    assert.deepEqual(texts('1-я Парковая, 5'), ['ordinal:1', 'word:парковая', 'number:5'])
    assert.deepEqual(texts('улица 800-летия Москвы'), [
      'word:улица',
      'number:800',
      'word:летия',
      'word:москвы',
    ])
    assert.deepEqual(texts('ул.Ленина,д.5'), ['word:ул', 'word:ленина', 'number:д.5'])
    assert.deepEqual(texts('мкр. 15-й к1538'), ['word:мкр', 'ordinal:15', 'number:к1538'])
    assert.deepEqual(texts('Садовая-Самотечная 4с1'), [
      'word:садовая',
      'word:самотечная',
      'number:4с1',
    ])
    assert.deepEqual(texts('третья 24Е'), ['ordinal:3', 'number:24е'])
    assert.deepEqual(texts('Третьего, первого'), ['ordinal:3', 'ordinal:1'])
    assert.deepEqual(
      texts('II, iv, VIII, IX, XX, XIV, ХХII, XXXIX к').slice(0, -1),
      [2, 4, 8, 9, 20, 14, 22, 39].map((rank) => `ordinal:${rank}`),
    )
    assert.deepEqual(
      texts('X IIII XXXX VX IXI лих'),
      ['x', 'iiii', 'xxxx', 'vx', 'ixi', 'лих'].map((word) => `word:${word}`),
    )
    assert.deepEqual(texts('iv, XX'), ['word:iv', 'word:xx'])
    assert.deepEqual(texts('1905 г., 3'), ['number:1905', 'word:года', 'number:3'])
    assert.deepEqual(texts('2010 г.'), ['number:2010', 'word:года'])
    assert.deepEqual(texts('2110 г.'), ['number:2110', 'word:г'])
    assert.deepEqual(texts('ленина5 50лет'), ['word:ленина', 'number:5', 'number:50', 'word:лет'])
  })
  it('take initials for a part of a city, but not while a settlement may be begun', () => {
    assert.deepEqual(texts('Большой пр. П. С., 5'), [
      'word:большой',
      'word:пр',
      'word:пс',
      'number:5',
    ])
    assert.deepEqual(texts('Большой пр. П.С'), ['word:большой', 'word:пр', 'word:пс'])
    assert.deepEqual(texts('Тверь, п. С'), ['word:тверь', 'word:п', 'word:с'])
  })
  it('take a part of a city for its initials when it is spelled out', () => {
    for (const part of ['Васильевского острова', 'Васильевский остр', 'вас.острова', 'Вас. о-в']) {
      assert.deepEqual(texts(`3-я линия ${part}, 5`).slice(2), ['word:во', 'number:5'], part)
    }
    assert.deepEqual(texts('Петроградская сторона'), ['word:пс'])
    assert.deepEqual(texts('Васильевская, остров'), ['word:васильевская', 'word:остров'])
  })
  it('lie in order within the text', () => {
    fc.assert(
      fc.property(wildText(400), (text) => {
        let before = 0
        for (const { start, end } of tokenise(fold(text))) {
          assert.ok(before <= start && start < end && end <= text.length)
          before = end
        }
      }),
    )
  })
})
