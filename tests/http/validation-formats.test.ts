import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CADASTRAL_NUMBER, FORMATS, isUuid, MONTH_DAY } from '../../src/http/validation-formats.ts'

describe('the format of a request’s text', () => {
  it('takes the 365 days of any year, and no other', () => {
    const isDay = new RegExp(MONTH_DAY, 'u')
    const twoDigits = (number: number) => String(number).padStart(2, '0')
    for (let month = 0; month <= 13; month += 1) {
      // 2023 is no leap year.
      const days = month === 0 || month === 13 ? 0 : new Date(Date.UTC(2023, month, 0)).getUTCDate()
      for (let day = 0; day <= 32; day += 1) {
        const text = `${twoDigits(month)}-${twoDigits(day)}`
        assert.equal(isDay.test(text), day >= 1 && day <= days, text)
      }
    }
  })

  it('takes a cadastral quarter of six or seven digits', () => {
    const isNumber = new RegExp(CADASTRAL_NUMBER, 'u')
    for (const [digits, isOne] of [
      [5, false],
      [6, true],
      [7, true],
      [8, false],
    ] as const) {
      assert.equal(isNumber.test(`38:36:${'1'.repeat(digits)}:1`), isOne, `${digits}`)
    }
  })

  it('takes a UUID in either case, with nothing before or behind it', () => {
    const id = '0b7f3c1e-5a2d-4c68-9e01-d4f6a8b2c3e5'
    assert.ok(isUuid(id))
    assert.ok(isUuid(id.toUpperCase()))
    for (const text of [`0${id}`, `${id}0`, `${id}\n`, id.slice(1), id.replaceAll('-', '')]) {
      assert.ok(!isUuid(text), JSON.stringify(text))
    }
  })

  it('takes at most 64 characters before the @ of an address', () => {
    assert.ok(FORMATS['idn-email'].test(`${'a'.repeat(64)}@example.org`))
    assert.ok(!FORMATS['idn-email'].test(`${'a'.repeat(65)}@example.org`))
  })

  it('takes letters of any language for an address, and nothing unseen', () => {
    assert.ok(FORMATS['idn-email'].test('пётр@пример.рф'))
    for (const unseen of ['\u0001', '\0', '\u200b', '\ud800']) {
      assert.ok(!FORMATS['idn-email'].test(`a${unseen}@example.org`), JSON.stringify(unseen))
      assert.ok(!FORMATS['idn-email'].test(`a@exam${unseen}ple.org`))
      assert.ok(!FORMATS['idn-email'].test(`a@example.org${unseen}`))
    }
  })
})
