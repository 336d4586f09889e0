import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  internalRate,
  netPresentValue,
  paybackMonth,
} from '../../../src/siteplan/forecast/discounting.ts'

/** Payments at the ends of the years given, in months. */
const yearly = (...amounts: number[]) =>
  amounts.flatMap((amount) => [...Array.from({ length: 11 }, () => 0), amount])

const close = (actual: number | null, expected: number, within = 1e-6) =>
  assert.ok(actual !== null && Math.abs(actual - expected) < within, `${actual} ≠ ${expected}`)

describe('net present value', () => {
  it('discounts a payment at the end of the year by the yearly rate', () => {
    // −1000 / 1.1 + 600 / 1.21 + 600 / 1.331 = −909.0909 + 495.8678 + 450.7889.
    close(netPresentValue(yearly(-1000, 600, 600), 0.1), 37.5657, 1e-4)
    close(netPresentValue(yearly(1210), 0.21), 1000)
  })

  it('counts the first month as one twelfth of a year', () => {
    // 1.2^(1/12) = 1.015309; 100 / 1.015309 = 98.4921.
    close(netPresentValue([100], 0.2), 98.4921, 1e-4)
  })

  it('is the plain sum at a rate of zero', () => {
    assert.equal(netPresentValue([-5, 2, 4], 0), 1)
  })
})

describe('the internal rate of return', () => {
  it('is the rate known by hand', () => {
    // −100 now and 121 in two years; 10 % a year.
    close(internalRate([...yearly(-100), ...yearly(0, 121)]), 0.1)
    // −1000, then 600 twice: 600x + 600x² = 1000 → x = 0.884437, rate 13.0662 %.
    close(internalRate(yearly(-1000, 600, 600)), 0.130662, 1e-5)
    // A tenth lost in a year.
    close(internalRate(yearly(-100, 90)), -0.1)
    // A payment a month later: 1 % a month is 12.6825 % a year.
    close(internalRate([-100, 101]), 0.126825, 1e-6)
    close(internalRate(yearly(-100, 100)), 0)
    // Money that comes first and is paid back as it came.
    close(internalRate([100, -100]), 0)
  })

  it('is looked for between −90 % and 100 % a month', () => {
    const monthly = (back: number) => {
      const rate = internalRate([-100, back])
      return rate === null ? null : Math.round(100 * (1 + rate) ** (1 / 12))
    }
    assert.deepEqual([9, 11, 199, 201].map(monthly), [null, 11, 199, null])
  })

  it('is none where money only goes or only comes', () => {
    assert.equal(internalRate([-1, -2, 0]), null)
    assert.equal(internalRate([0, 3, 4]), null)
    assert.equal(internalRate([]), null)
    assert.equal(internalRate([0, 0]), null)
  })

  it('is none where there are two', () => {
    // −1 + 2.3x − 1.32x² = 0 at 10 % and 20 % a year.
    assert.equal(internalRate(yearly(-1, 2.3, -1.32)), null)
  })

  it('makes the net present value of any payments zero', () => {
    const payments = fc.tuple(
      fc.array(fc.integer({ min: 1, max: 1_000_000 }), {
        minLength: 1,
        maxLength: 20,
        size: 'max',
      }),
      fc.array(fc.integer({ min: 0, max: 2_000_000 }), {
        minLength: 1,
        maxLength: 60,
        size: 'max',
      }),
    )
    fc.assert(
      fc.property(payments, ([out, back]) => {
        const cash = [...out.map((amount) => -amount), ...back]
        const rate = internalRate(cash)
        // One change of sign has one root; it may lie outside of what is looked at.
        if (rate === null) return
        const scale = cash.reduce((sum, amount) => sum + Math.abs(amount), 0)
        const horizon = (1 + rate) ** (Math.min(0, -cash.length) / 12)
        assert.ok(Math.abs(netPresentValue(cash, rate)) <= 1e-6 * scale * Math.max(1, horizon))
      }),
    )
  })
})

describe('the payback', () => {
  it('is the first month from which the money put in is back for good', () => {
    assert.equal(paybackMonth([-10, 4, 6, 1]), 3)
    assert.equal(paybackMonth([-10, 11, -5, 3, 2]), 5)
    assert.equal(paybackMonth([-10, 4, 5]), null)
  })

  it('is none where nothing was put in', () => {
    assert.equal(paybackMonth([1, 2]), null)
    assert.equal(paybackMonth([]), null)
  })
})
