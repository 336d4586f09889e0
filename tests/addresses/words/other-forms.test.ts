// What a street may be called whose name was typed in another form.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { otherForms } from '../../../src/addresses/words/other-forms.ts'

describe('other forms of a word', () => {
  it('are the genitives of an adjective in the nominative', () => {
    for (const [nominative, genitive] of [
      ['обводный', 'обводного'],
      ['рабочий', 'рабочего'],
      ['новый', 'нового'],
      ['народная', 'народной'],
      ['верхняя', 'верхней'],
      ['красные', 'красных'],
      ['красны', 'красного'],
    ] as const) {
      assert.ok(otherForms(nominative).includes(genitive), nominative)
    }
  })
  it('are years for an anniversary', () => {
    assert.deepEqual(otherForms('летия'), ['лет'])
  })
  it('are none of a genitive, a noun or a word of little but its ending', () => {
    for (const word of ['обводного', 'красных', 'канал', 'злой', 'мой', 'ой', '']) {
      assert.deepEqual(otherForms(word), [], word)
    }
  })
})
