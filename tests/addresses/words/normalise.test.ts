// Rules of reading address text: folding, tokens, street names, layouts and Latin letters.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  cyrillicKeys,
  cyrillicKeysPunctuated,
  latinKeys,
} from '../../../src/addresses/words/keyboard-layout.ts'
import {
  canonicalStreet,
  fold,
  spellingKey,
  streetWords,
  tokenise,
} from '../../../src/addresses/words/normalise.ts'
import { skeleton, toCyrillic } from '../../../src/addresses/words/transliteration.ts'
import { wildText } from '../wild-text.ts'

const texts = (text: string) => tokenise(fold(text)).map((token) => `${token.kind}:${token.text}`)

describe('folding', () => {
  it('never changes the length of a text', () => {
    fc.assert(fc.property(wildText(60), (text) => fold(text).length === text.length))
  })
  it('reads ё as е and capitals as small letters', () => assert.equal(fold('Ёлка ПЁС'), 'елка пес'))
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
    assert.deepEqual(texts('ленина5 50лет'), ['word:ленина', 'number:5', 'number:50', 'word:лет'])
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

describe('street names', () => {
  it('are one whatever the side of the kind of street', () => {
    assert.equal(canonicalStreet('улица Первомайская'), canonicalStreet('Первомайская ул.'))
    assert.equal(canonicalStreet('пр-т Мира'), canonicalStreet('проспект Мира'))
    assert.notEqual(
      canonicalStreet('Измайловский проспект'),
      canonicalStreet('Измайловский бульвар'),
    )
  })
  it('keep a kind of street that is all they have', () => {
    assert.deepEqual(
      streetWords('Набережная').tokens.map((token) => token.text),
      ['набережная'],
    )
    assert.deepEqual(
      streetWords('Набережная улица').tokens.map((token) => token.text),
      ['набережная'],
    )
  })
  it('are told apart by the side of the kind of street where that matters', () => {
    assert.notEqual(spellingKey('улица Новая'), spellingKey('Новая улица'))
    assert.equal(spellingKey('ул. НОВАЯ'), spellingKey('улица Новая'))
  })
})

describe('other readings', () => {
  it('switch the layout both ways', () => {
    assert.equal(cyrillicKeys('he,ktdcrjt 5/9'), 'рублевское 5/9')
    assert.equal(cyrillicKeysPunctuated('ktybyf, 5'), 'ленина  5')
    assert.equal(latinKeys('ецуув'), 'tweed')
  })
  it('give one skeleton for every usual romanisation', () => {
    for (const [russian, ...latin] of [
      ['рублевское', 'rublyovskoye', 'rublevskoe', 'rublovskoe'.replace('lo', 'lyo')],
      ['щукинская', 'shchukinskaya', 'schukinskaja', 'shchukinskaia'],
      ['хорошевский', 'khoroshevskiy', 'horoshevskij', 'khoroshyovsky'],
      ['цветной', 'tsvetnoy', 'cvetnoj', 'tsvetnoi'],
    ] as const) {
      for (const name of latin) assert.equal(skeleton(name), skeleton(russian), name)
    }
  })
  it('write Latin letters back', () =>
    assert.equal(toCyrillic('rublevskoe shosse'), 'рублевское шоссе'))
})
