import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cutToLines, howManyFit, linesOf } from '../../../src/reports/formats/slide-fit.ts'

const type = { pt: 14 }

describe('room for texts on a slide', () => {
  it('moves whole words down and breaks a word that is longer than a line', () => {
    assert.equal(linesOf('', 1, type), 1)
    assert.equal(linesOf('раз два', 1, type), 1)
    assert.equal(linesOf('раз двадцать', 1, type), 2)
    assert.equal(linesOf('Щ'.repeat(30), 1, type), 4)
    assert.equal(linesOf('три пять', 1, type), 1)
    assert.equal(linesOf('пять пять', 1, type), 2)
    // Eight letters fill a line, and what follows begins the next.
    for (const letters of [8, 16]) {
      assert.equal(linesOf('Щ'.repeat(letters), 1, type), letters / 8)
      assert.equal(linesOf(`${'Щ'.repeat(letters)} и`, 1, type), letters / 8 + 1)
    }
  })

  it('shows all of a list that just fits, else leaves room for the line that counts the rest', () => {
    const rows = [1, 1, 1]
    assert.equal(howManyFit(rows, 3, 0.5), 3)
    assert.equal(howManyFit(rows, 2.9, 0.5), 2)
    assert.equal(howManyFit(rows, 2.4, 0.5), 1)
    assert.equal(howManyFit(rows, 1, 0.5), 0)
  })

  it('never cuts to more lines than told, and leaves alone what fits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }),
        fc.double({ min: 0.5, max: 12, noNaN: true }),
        fc.integer({ min: 1, max: 4 }),
        (text, widthIn, lines) => {
          const cut = cutToLines(text, widthIn, type, lines)
          assert.ok(linesOf(cut, widthIn, type) <= lines)
          assert.equal(cut === text, linesOf(text, widthIn, type) <= lines)
          assert.ok(cut.isWellFormed() || !text.isWellFormed())
        },
      ),
    )
  })

  it('puts the ellipsis at a word, with no space before it', () => {
    for (let widthTenths = 10; widthTenths < 30; widthTenths += 1) {
      const cut = cutToLines('раз два три четыре пять шесть', widthTenths / 10, type, 1)
      assert.match(cut, /\S…$/)
    }
  })

  it('never needs fewer lines in a narrower place', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, size: 'max' }),
        fc.integer({ min: 5, max: 100 }),
        (text, tenths) => {
          assert.ok(linesOf(text, tenths / 10, type) >= linesOf(text, tenths / 10 + 2, type))
        },
      ),
    )
  })
})
