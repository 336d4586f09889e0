import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tokenise } from '../../../src/addresses/words/normalise.ts'
import {
  canonicalStreet,
  cityKind,
  cityWords,
  spellingKey,
  streetWords,
} from '../../../src/addresses/words/place-names.ts'
import { PLACE_TYPES, placeTypeWord } from '../../../src/addresses/words/place-types.ts'

describe('city names', () => {
  it('keep a kind that is a name, which a short one never is', () => {
    const wordsOf = (name: string) => cityWords(name).map(({ text }) => text)
    assert.deepEqual(wordsOf('Красное Село'), ['красное', 'село'])
    assert.deepEqual(wordsOf('ИЛЬИНСКОЕ С.'), ['ильинское'])
  })
  it('are of the kind of the settlement within the city, where they name one', () => {
    assert.equal(placeTypeWord(cityKind('г Химки, п Сходня')), 'поселок')
  })
})

describe('street names', () => {
  it('are one whatever the side of the kind of street', () => {
    assert.equal(canonicalStreet('улица Первомайская'), canonicalStreet('Первомайская ул.'))
    assert.equal(canonicalStreet('пр-т Мира'), canonicalStreet('проспект Мира'))
    // Both words are kinds.
    assert.equal(canonicalStreet('мкр. ДСК'), canonicalStreet('ДСК мкр'))
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
  it('say their kind in the middle too, before a part of the city', () => {
    const { type, tokens } = streetWords('Большой проспект В.О.')
    assert.equal(placeTypeWord(type), 'проспект')
    assert.deepEqual(
      tokens.map((token) => token.text),
      ['большой', 'во'],
    )
  })
  it('have every kind of place as one word, however it is shortened', () => {
    for (const kind of PLACE_TYPES.flat()) {
      assert.deepEqual(
        tokenise(kind).map(({ text }) => text),
        [kind],
      )
    }
  })
  it('are told apart by the side of the kind of street where that matters', () => {
    assert.notEqual(spellingKey('улица Новая'), spellingKey('Новая улица'))
    assert.equal(spellingKey('ул. НОВАЯ'), spellingKey('улица Новая'))
  })
})
