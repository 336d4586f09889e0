import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalHouse } from '../../../src/addresses/words/house-form.ts'
import {
  beginsHouseWord,
  HOUSE_WORDS,
  MARK_OF_WORD,
  WHOLE_HOUSE_WORDS,
} from '../../../src/addresses/words/house-marks.ts'
import { tokenise } from '../../../src/addresses/words/normalise.ts'

describe('the words of a house', () => {
  const shortened = [...MARK_OF_WORD.keys()].filter((word) => HOUSE_WORDS.has(word))

  it('introduce a part of it, however they are shortened', () => {
    for (const word of shortened) {
      const mark = MARK_OF_WORD.get(word) ?? ''
      assert.equal(canonicalHouse(`68 ${word} 2`), mark === '' ? '68 2' : `68${mark}2`, word)
    }
  })
  it('are one number with what follows them at once', () => {
    for (const word of shortened.filter((one) => one !== 'дробь')) {
      assert.deepEqual(
        tokenise(`${word}5`).map(({ kind }) => kind),
        ['number'],
        word,
      )
    }
  })
  it('may be begun: read within a house, and no word of one before', () => {
    for (const [begun, house] of [
      ['корпу', '68к2'],
      ['строени', '68с2'],
      ['стро', '68с2'],
    ] as const) {
      assert.equal(canonicalHouse(`68 ${begun} 2`), house)
      assert.ok(!HOUSE_WORDS.has(begun), begun)
      assert.ok(beginsHouseWord(begun), begun)
    }
    for (const word of WHOLE_HOUSE_WORDS) assert.ok(HOUSE_WORDS.has(word) && beginsHouseWord(word))
  })
})
