import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { joinedWords } from '../../src/reports/joined-words.ts'

/** With `_` for each no-break space. */
const joined = (text: string) => joinedWords(text).replaceAll('\u00a0', '_')

describe('words that stay on one line', () => {
  it('are a short one and what follows it', () => {
    assert.equal(joined('К вводу дома, и не в доме'), 'К_вводу дома, и_не в_доме')
    assert.equal(joined('СП 42.13330, п. 7.1 (в доме)'), 'СП_42.13330, п._7.1 (в_доме)')
    assert.equal(joined('г Тверь, д 12'), 'г_Тверь, д_12')
  })

  it('are a number and its unit, but not what stands behind the unit', () => {
    assert.equal(joined('2–3 этажа 15 м, 4 и более 20 м'), '2–3 этажа 15_м, 4 и_более 20_м')
    assert.equal(joined('до 17 эт. на 8,5 млн ₽'), 'до_17_эт. на_8,5_млн_₽')
    assert.equal(joined('5 м 5 м'), '5_м 5_м')
    assert.equal(joined('180 дней'), '180_дней')
    assert.equal(joined('5 многоэтажных'), '5 многоэтажных')
  })

  it('are a year and its mark, but not what stands behind it, as a town does', () => {
    assert.equal(joined('от 2021 г. по форме'), 'от_2021_г. по_форме')
    assert.equal(joined('за 2021–2024 гг. рост'), 'за_2021–2024_гг. рост')
    assert.equal(joined('2026 г., 4/12 эт.'), '2026_г., 4/12_эт.')
    assert.equal(joined('170000 г. Тверь'), '170000 г._Тверь')
  })

  it('are a word and the dash behind it', () => {
    assert.equal(joined('59 % квартир — не меньше'), '59_% квартир_— не_меньше')
    assert.equal(joined('— — —'), '— — —')
  })

  it('leave places to break in whatever is said, and no character but a space changed', () => {
    const word = fc.constantFrom(
      'а',
      'не',
      'п.',
      '5',
      '15',
      'м',
      '%',
      '₽',
      '—',
      '–',
      'дом',
      '«в',
      '2021',
      'г.',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const [text, result] = [words.join(' '), joinedWords(words.join(' '))]
        assert.equal(result.replaceAll('\u00a0', ' '), text)
        for (const run of result.split(' ')) assert.ok(run.split('\u00a0').length <= 5, run)
        assert.equal(joinedWords(result), result)
      }),
      { examples: [[['а', '«в', '«в', '«в', 'а', '—', 'а']], [Array(20).fill('«в')]] },
    )
  })
})
