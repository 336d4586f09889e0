import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  asSentence,
  formatAreaM2,
  formatDate,
  formatDistanceM,
  formatInstant,
  formatMonth,
  formatNumber,
  formatPercent,
  formatPlace,
  formatRub,
  formatRubPerM2,
  formatShort,
  formatShortPercent,
  formatSignedPercent,
  formatWholeM2,
  nounAfter,
  percentInText,
} from '../../src/text/russian-format.ts'

const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

describe('numbers for a Russian reader', () => {
  it('groups thousands with no-break spaces and puts the rouble sign after one', () => {
    assert.equal(formatRub(7_640_000), '7\u00a0640\u00a0000\u00a0₽')
    assert.equal(formatRub(999), '999\u00a0₽')
    assert.equal(formatRub(0), '0\u00a0₽')
    assert.equal(formatRubPerM2(125_194), '125\u00a0194\u00a0₽/м²')
  })

  it('gives a noun the form that its number asks for', () => {
    const flats = (count: number) => nounAfter(count, 'квартира', 'квартиры', 'квартир')
    const counted = {
      квартира: [1, 21, 101],
      квартиры: [2, 83, 1004],
      квартир: [0, 5, 11, 12, 114],
    }
    for (const [form, counts] of Object.entries(counted)) {
      for (const count of counts) assert.equal(flats(count), form, `${count}`)
    }
  })

  it('writes a decimal comma, a true minus and never a negative zero', () => {
    assert.equal(formatNumber(-1234.56, 1), '−1\u00a0234,6')
    assert.equal(formatNumber(-0.04, 1), '0,0')
    assert.equal(formatSignedPercent(-0.0001), '0,0')
    assert.equal(formatSignedPercent(0.0001), '0,0')
    assert.equal(formatSignedPercent(0.012), '+1,2')
    assert.equal(formatSignedPercent(-0.045), '−4,5')
  })

  it('puts a dash for what is unknown or not a number', () => {
    for (const value of [null, undefined, Number.NaN, Infinity, 1e22]) {
      assert.equal(formatRub(value), '—')
      assert.equal(formatPercent(value), '—')
      assert.equal(formatSignedPercent(value), '—')
      assert.equal(formatDistanceM(value), '—')
      assert.equal(formatAreaM2(value), '—')
    }
  })

  it('shows areas without empty decimals and distances in metres, then kilometres', () => {
    assert.equal(spaced(formatAreaM2(54.3)), '54,3 м²')
    assert.equal(spaced(formatAreaM2(54)), '54 м²')
    assert.equal(spaced(formatAreaM2(100)), '100 м²')
    assert.equal(spaced(formatAreaM2(54.321)), '54,32 м²')
    assert.equal(spaced(formatWholeM2(1234.5)), '1 235 м²')
    assert.equal(spaced(formatDistanceM(740)), '740 м')
    assert.equal(spaced(formatDistanceM(999.6)), '1 км')
    assert.equal(spaced(formatDistanceM(2345)), '2,3 км')
  })

  it('shows a place to a metre or so, its latitude first', () => {
    assert.equal(formatPlace({ lat: 61.0426, lon: 31.584729 }), '61,04260; 31,58473')
  })

  it('ends a sentence with a full stop, unless a mark ends it already', () => {
    for (const [text, sentence] of [
      ['Срок вышел', 'Срок вышел.'],
      ['Срок вышел.', 'Срок вышел.'],
      ['Срок вышел…', 'Срок вышел…'],
      ['Срок вышел!', 'Срок вышел!'],
      ['Срок вышел?', 'Срок вышел?'],
    ] as const) {
      assert.equal(asSentence(text), sentence)
    }
  })

  it('gives back the number it was given, whatever the number', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        fc.integer({ min: 0, max: 4 }),
        (value, decimals) => {
          const text = formatNumber(value, decimals)
          assert.match(text, /^−?\d{1,3}(\u00a0\d{3})*(,\d+)?$/)
          const back = Number(text.replaceAll('\u00a0', '').replace(',', '.').replace('−', '-'))
          assert.ok(Math.abs(back - value) <= 0.5 * 10 ** -decimals * (1 + 1e-9) + 1e-4)
          assert.equal((text.split(',')[1] ?? '').length, decimals)
        },
      ),
    )
  })

  it('rounds a half up on the digits as written, in percent too', () => {
    assert.equal(spaced(formatPercent(0.2615)), '26,2 %')
    assert.equal(spaced(formatPercent(0.1005)), '10,1 %')
    assert.equal(formatSignedPercent(-0.2615), '−26,2')
    assert.equal(percentInText(0.145), '15 %')
    assert.equal(formatNumber(1.005, 2), '1,01')
    assert.equal(formatSignedPercent(0.9775 - 1), '−2,3')
    assert.equal(formatNumber(0.1445 * 100, 1), '14,5')
    assert.equal(formatNumber(5e-7, 6), '0,000001')
  })

  it('rounds any decimal as it would be rounded on paper', () => {
    const most = { min: 0, max: 999_999_999 }
    fc.assert(
      fc.property(
        fc.integer(most),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom('', '-'),
        (digits, places, decimals, sign) => {
          // As written down: 123456 with four places is 12.3456.
          const text = String(digits).padStart(places + 1, '0')
          const at = text.length - places
          const value = Number(`${sign}${text.slice(0, at)}.${text.slice(at)}0`)
          const onPaper = (shift: number) => {
            const drop = BigInt(places - shift - decimals)
            const units =
              drop <= 0n
                ? BigInt(digits) * 10n ** -drop
                : (BigInt(digits) + 5n * 10n ** (drop - 1n)) / 10n ** drop
            const padded = String(units).padStart(decimals + 1, '0')
            const cut = padded.length - decimals
            const written = decimals > 0 ? `${padded.slice(0, cut)},${padded.slice(cut)}` : padded
            return units === 0n || sign === '' ? written : `−${written}`
          }
          const ungrouped = (formatted: string) => formatted.replaceAll('\u00a0', '')
          assert.equal(ungrouped(formatNumber(value, decimals)), onPaper(0))
          assert.equal(ungrouped(formatPercent(value, decimals)), `${onPaper(2)}%`)
          const short = onPaper(2).replace(/,?0+$/, (zeros) => (decimals > 0 ? '' : zeros))
          assert.equal(ungrouped(percentInText(value, decimals)), `${short} %`)
          assert.equal(ungrouped(formatShortPercent(value, decimals)), `${short}%`)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('drops only zeros after the comma', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (hundredths) => {
        const text = formatShort(hundredths / 100, 2)
        assert.ok(!/,\d*0$/.test(text) && !text.endsWith(','))
        const back = Number(text.replaceAll('\u00a0', '').replace(',', '.').replace('−', '-'))
        assert.equal(back, hundredths / 100 + 0)
      }),
    )
  })
})

describe('dates for a Russian reader', () => {
  it('writes day, month and year with points', () => {
    assert.equal(formatDate('2024-05-20'), '20.05.2024')
    assert.equal(formatDate('2024-05-20T23:59:59Z'), '20.05.2024')
    assert.equal(spaced(formatInstant('2024-05-20T09:14:03.120Z')), '20.05.2024 12:14 МСК')
    assert.equal(spaced(formatInstant('2024-12-31T21:00:00Z')), '01.01.2025 00:00 МСК')
    assert.equal(spaced(formatMonth('2024-05')), 'май 2024')
  })

  it('puts a dash for anything that is not a date', () => {
    for (const value of [
      null,
      undefined,
      '',
      'yesterday',
      '2024-5-2',
      '20.05.2024',
      '2024-05-200',
    ]) {
      assert.equal(formatDate(value), '—')
      assert.equal(formatInstant(value), '—')
    }
    assert.equal(formatInstant('2024-05-20'), '—')
    for (const value of [null, undefined, '2024-00', '2024-13', '2024-05-20']) {
      assert.equal(formatMonth(value), '—')
    }
  })
})
