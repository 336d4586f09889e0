// What is said of a value in another form: the form that is asked for.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CADASTRAL_NUMBER,
  ISO_DATE,
  MONTH_DAY,
  NOT_BLANK,
} from '../../src/http/validation-formats.ts'
import { describeInvalid } from '../../src/http/validation-texts.ts'

describe('the text for a broken pattern', () => {
  for (const [pattern, rule] of [
    [ISO_DATE, 'должно быть датой вида ГГГГ-ММ-ДД'],
    [MONTH_DAY, 'должно быть днём года вида ММ-ДД'],
    [CADASTRAL_NUMBER, 'должно быть кадастровым номером вида 38:36:000021:1234'],
    [NOT_BLANK, 'не может быть пустым'],
  ] as const) {
    it(`names the form: ${rule}`, () => {
      const fault = {
        keyword: 'pattern',
        instancePath: '/x',
        schemaPath: '',
        params: { pattern },
      }
      assert.equal(describeInvalid([fault], 'body'), `поле x: ${rule}`)
    })
  }
})
