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
    [ISO_DATE, 'ожидается дата вида ГГГГ-ММ-ДД'],
    [MONTH_DAY, 'ожидается день года вида ММ-ДД'],
    [CADASTRAL_NUMBER, 'ожидается кадастровый номер вида 38:36:000021:1234'],
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

describe('the text for a broken limit', () => {
  const saysOf = (keyword: string, limit: number) =>
    describeInvalid([{ keyword, instancePath: '/x', schemaPath: '', params: { limit } }], 'body')

  it('writes numbers as Russian texts do, and a year in one piece', () => {
    assert.equal(saysOf('maximum', 2.5), 'поле x: не больше 2,5')
    assert.equal(saysOf('minimum', -90), 'поле x: не меньше −90')
    assert.equal(saysOf('minimum', 1800), 'поле x: не меньше 1800')
    assert.equal(saysOf('maximum', 10_000_000), 'поле x: не больше 10\u00a0000\u00a0000')
    assert.equal(saysOf('maxLength', 10_000), 'поле x: не длиннее 10\u00a0000 символов')
  })

  it('writes values to choose from as they are to be sent', () => {
    const fault = {
      keyword: 'enum',
      instancePath: '/options/interval',
      schemaPath: '',
      params: { allowedValues: [0.5, 0.8] },
    }
    const said = describeInvalid([fault], 'body')
    assert.equal(said, 'поле options.interval: допустимы только 0.5, 0.8')
  })

  it('calls a text or list that needs one at least empty', () => {
    assert.equal(saysOf('minLength', 1), 'поле x: не может быть пустым')
    assert.equal(saysOf('minItems', 1), 'поле x: не может быть пустым')
    assert.equal(saysOf('minLength', 2), 'поле x: не короче 2 символов')
  })

  it('puts the noun in the case and number that the figure asks for', () => {
    for (const [limit, noun] of [
      [1, 'символа'],
      [2, 'символов'],
      [11, 'символов'],
      [21, 'символа'],
      [111, 'символов'],
      [121, 'символа'],
    ] as const) {
      assert.equal(saysOf('maxLength', limit), `поле x: не длиннее ${limit} ${noun}`)
    }
  })
})

describe('the text for an unknown name', () => {
  const saysOf = (additionalProperty: string) =>
    describeInvalid(
      [
        {
          keyword: 'additionalProperties',
          instancePath: '/x',
          schemaPath: '',
          params: { additionalProperty },
        },
      ],
      'body',
    )

  it('repeats one that a person may have mistyped, and nothing longer or stranger', () => {
    assert.equal(saysOf('max_densty'), 'поле x: есть неизвестное поле max_densty')
    assert.equal(saysOf('a'.repeat(40)), `поле x: есть неизвестное поле ${'a'.repeat(40)}`)
    for (const name of ['a'.repeat(41), '<b>', 'пароль', '']) {
      assert.equal(saysOf(name), 'поле x: есть неизвестное поле', name)
    }
  })
})

describe('the text for a broken type', () => {
  it('fits a field and a parameter alike', () => {
    const fault = {
      keyword: 'type',
      instancePath: '/x',
      schemaPath: '',
      params: { type: 'integer' },
    }
    assert.equal(describeInvalid([fault], 'body'), 'поле x: ожидается целое число')
    assert.equal(describeInvalid([fault], 'querystring'), 'параметр x: ожидается целое число')
  })
})
