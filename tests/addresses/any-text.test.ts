// What holds for whatever is typed into the search for addresses, and while it is typed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { suggest } from '../../src/addresses/suggest.ts'
import { address, indexOf, TOWN } from './town.ts'
import { page } from './town-page.ts'
import { wildText } from './wild-text.ts'

describe('a search for any text', () => {
  const wild = fc.oneof(
    wildText(200),
    fc
      .array(
        fc.constantFrom(
          ...TOWN.flatMap((row) => [row.street, row.house]),
          'дом',
          'к',
          '/',
          ',',
          '1-я',
          'he,k',
          'ul',
          '\u0000',
          '\ud800',
        ),
        { maxLength: 14, size: 'max' },
      )
      .map((words) => words.join(' ')),
  )

  it('never throws, keeps the limit, stays in bounds and answers the same twice', () => {
    fc.assert(
      fc.property(wild, fc.integer({ min: 1, max: 20 }), (q, limit) => {
        const found = page(q, { limit })
        assert.ok(found.suggestions.length <= limit)
        assert.equal(found.query, q)
        for (const row of found.suggestions) {
          assert.ok(row.score > 0 && row.score <= 1)
          let before = 0
          for (const [start, end] of row.highlights) {
            assert.ok(before <= start && start < end && end <= row.value.length)
            before = end
          }
        }
        const scores = found.suggestions.map((row) => row.score)
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
        )
        assert.deepEqual(page(q, { limit }), found)
      }),
      { numRuns: 200 },
    )
  })

  it('finds every address of any town under its own name', () => {
    const street = fc.constantFrom(...TOWN.map((row) => row.street)).filter((name) => name !== '')
    const house = fc
      .tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom('', 'А', 'к2', 'С1', '/7'))
      .map(([n, tail]) => `${n}${tail}`)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(street, house), { minLength: 1, maxLength: 30, size: 'max' }),
        (rows) => {
          const small = indexOf(...rows.map(([s, h]) => address('Город', s, h)))
          for (const [s, h] of rows) {
            const [row] = suggest(small, { q: `${s}, ${h}` }).suggestions
            assert.equal(row?.value, `г Город, ${s}, д ${h}`)
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('a search that is typed on', () => {
  it('never loses a row that came first', () => {
    for (const { city, street, house } of TOWN) {
      if (street === '') continue
      const whole = `${street}, ${house}`
      let wasFirst = false
      for (let length = 2; length <= whole.length; length++) {
        const rows = page(whole.slice(0, length), { city }).suggestions
        const place = rows.findIndex((row) => row.street === street && row.house === house)
        assert.ok(!wasFirst || place >= 0, `${whole} lost at ${whole.slice(0, length)}`)
        if (place === 0) wasFirst = true
      }
      assert.ok(wasFirst, `${whole} never came first`)
    }
  })
})
