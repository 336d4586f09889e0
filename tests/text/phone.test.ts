import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { normalisePhone } from '../../src/text/phone.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })

describe('phone', () => {
  it('takes every usual Russian form to the same number', () => {
    for (const form of [
      '+79161234567',
      '89161234567',
      '79161234567',
      '9161234567',
      '8 (916) 123-45-67',
      '+7 916 123 45 67',
      '+7(916)123-45-67',
      '8-916-123-45-67',
      '8.916.123.45.67',
      '+8 916 123-45-67',
      '007 916 123 45 67',
      '008 916 123 45 67',
      '(916) 123-45-67',
      ' 8\u00a0916\u00a0123–45–67 ',
      '8 916 123\u221245\u221267',
      '8 916 123\u201045\u201067',
      '8 916 123\u201145\u201167',
      '8 916 123\u201245\u201267',
      '8 916 123\u201445\u201467',
      '8 916 123\u201545\u201567',
      '\u202a+7\u00a0916 123-45-67\u202c',
      '\u20688 916 123-45-67\u2069',
    ]) {
      assert.equal(normalisePhone(form), '+79161234567', form)
    }
    assert.equal(normalisePhone('8 800 555-35-35'), '+78005553535')
    assert.equal(normalisePhone('8 (495) 123-45-67'), '+74951234567')
    assert.equal(normalisePhone('(3012) 21-34-56'), '+73012213456')
  })

  it('takes any E.164 number as it is', () => {
    for (const number of [
      '+4915123456789',
      '+12025550123',
      '+375291234567',
      '+861012345678',
      // Beside 8 with ten digits, as Russians dial it, +8 begins the codes of East Asia.
      '+81312345678',
    ]) {
      assert.equal(normalisePhone(number), number)
    }
    assert.equal(normalisePhone('+49 (151) 2345-6789'), '+4915123456789')
  })

  it('takes eight digits after a plus at least, and fifteen at most', () => {
    for (const number of ['+29022345', '+123456789012345']) {
      assert.equal(normalisePhone(number), number)
    }
    for (const text of ['+2902234', '+1234567890123456']) {
      assert.equal(normalisePhone(text), undefined)
    }
  })

  it('leaves out the zero that is dialled within a country only', () => {
    for (const form of [
      '+44 (0)20 7946 0958',
      ' +44(0)20 7946 0958',
      '+44-(0)20-7946-0958',
      '+44.(0)20.7946.0958',
      '(+44) (0)20 7946 0958',
      '+(44)(0)20 7946 0958',
      '00 44 (0)20 7946 0958',
    ]) {
      assert.equal(normalisePhone(form), '+442079460958', form)
    }
    assert.equal(normalisePhone('0049 (0) 30 123456'), '+4930123456')
    assert.equal(normalisePhone('+380 (0)44 123 4567'), '+380441234567')
    for (const form of ['+39 (0)6 6982 0000', '(+39) (0)6 6982 0000', '00 39 (0)6 6982 0000']) {
      assert.equal(normalisePhone(form), '+390669820000', form)
    }
  })

  it('refuses what reaches nobody', () => {
    for (const text of [
      '',
      ' ',
      '+',
      '123',
      '+7916123456',
      '+791612345678',
      '8 916 123-45-6',
      '7 916 123-45-6',
      '8 800 555-35-3',
      '+0123456789',
      '4915123456789',
      '2161234567',
      '8916123456a',
      '+7 916 123-45-67 доб. 12',
      '--79161234567',
      '++79161234567',
      '7916123+4567',
      '٨٩١٦١٢٣٤٥٦٧',
      '8916123456\0',
    ]) {
      assert.equal(normalisePhone(text), undefined, JSON.stringify(text))
    }
  })

  it('gives E.164 or nothing, and what it gave it gives again', () => {
    const begun = fc.constantFrom('+', '00', '+7', '+8', '8', '7', '9', '', '+44 (0)', ' (')
    const piece = fc.oneof(
      { weight: 9, arbitrary: fc.nat(9).map(String) },
      fc.constantFrom(' ', '-', '.', '(', ')', '+', 'a'),
    )
    let given = 0
    fc.assert(
      fc.property(begun, fc.array(piece, { maxLength: 18, size: 'max' }), (prefix, rest) => {
        const number = normalisePhone(prefix + rest.join(''))
        if (number === undefined) return
        given += 1
        assert.match(number, /^\+[1-9]\d{7,14}$/)
        assert.equal(normalisePhone(number), number)
      }),
      { numRuns: 1_000 },
    )
    assert.ok(given > 50, `only ${given} of 1,000 were numbers`)
  })

  it('keeps the ten digits whatever stands between them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('+7', '8', '7'),
        digits(10),
        fc.array(fc.constantFrom('', ' ', '-', '.', ')'), { minLength: 10, maxLength: 10 }),
        (prefix, ten, between) => {
          const text = prefix + ten.map((digit, index) => `${between[index]}${digit}`).join('')
          assert.equal(normalisePhone(text), `+7${ten.join('')}`)
        },
      ),
    )
  })
})
