// Which texts are numbers, in every file that is imported.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HECTARES, METRES, numberWritten, ROUBLES } from '../../src/datasets/written-number.ts'

describe('a number as people write it', () => {
  it('may have a decimal comma, marks between thousands and its unit', () => {
    for (const [text, unit, number] of [
      ['54,3', undefined, 54.3],
      ['54.3', undefined, 54.3],
      [' -5 ', undefined, -5],
      ['1 500', undefined, 1500],
      ['12\u00a0500\u202f000,5', undefined, 12_500_000.5],
      ['1 500,125', undefined, 1500.125],
      ['12,500,000', ROUBLES, 12_500_000],
      ['5.000.000 руб.', ROUBLES, 5_000_000],
      ['12’500’000', ROUBLES, 12_500_000],
      ['12,500,000.50', ROUBLES, 12_500_000.5],
      ['-1.250.000,5', ROUBLES, -1_250_000.5],
      ['950.50 ₽', ROUBLES, 950.5],
      ['1500,125', undefined, 1500.125],
      ['1500.125', undefined, 1500.125],
      ['0,125 га', HECTARES, 0.125],
      ['2 500 кв. м', METRES, 2500],
      ['12 500 руб.', ROUBLES, 12_500],
    ] as const) {
      assert.equal(numberWritten(text, { unit }), number, text)
    }
  })
  it('is refused where its comma may part thousands or decimals', () => {
    for (const text of ['1,500', '12,500', '999,999', '-1,500', '1,500 кв. м']) {
      assert.match(String(numberWritten(text, { unit: METRES })), /thousands or decimals/u, text)
    }
    assert.equal(numberWritten('55,751', { mayHaveThousands: false }), 55.751)
  })
  it('is refused where its point may part thousands of roubles', () => {
    for (const text of ['950.000', '12.500 руб.']) {
      assert.match(String(numberWritten(text, { unit: ROUBLES })), /may part thousands/u, text)
    }
    assert.equal(numberWritten('54.125', { unit: METRES }), 54.125)
  })
  it('may be round, as R and JavaScript write it', () => {
    for (const [text, number] of [
      ['5e+06', 5_000_000],
      ['1.5e+07', 15_000_000],
      ['1,5e+07', 15_000_000],
      ['-5e-7', -5e-7],
    ] as const) {
      assert.equal(numberWritten(text), number, text)
    }
    assert.equal(numberWritten('5e+06 руб.', { unit: ROUBLES }), 5_000_000)
  })
  it('is none with another exponent, in hexadecimals, in groups of other than three digits or with nothing on a side of its comma', () => {
    const codes = ['1e3', '12E5', '1.23E+08', '50e+05', '5e+006', '1500,5e+01', '0x10', 'Infinity']
    for (const text of [
      '',
      ' ',
      ...codes,
      '1 50',
      '1,2,3',
      '1,500.000,000',
      '1,500,000',
      '1,500,00',
      '5 5',
      '5,',
      ',5',
      '.',
    ]) {
      assert.equal(numberWritten(text), 'not a number', text)
    }
  })
  it('is read back from how programs write it', () => {
    const some = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(some, fc.constantFrom('.', ','), (value, sign) => {
        const text = value.toFixed(2)
        assert.equal(numberWritten(text.replace('.', sign)), Number(text))
      }),
    )
  })
})
