import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { editComparer } from '../../../src/addresses/words/edit-distance.ts'

/** The same rules by the whole table: to the stored word, and to its nearest beginning. */
function distances(typed: string, stored: string): { whole: number; begun: number } {
  const table = Array.from({ length: typed.length + 1 }, (_, i) =>
    Array.from({ length: stored.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.NaN
  for (let i = 1; i <= typed.length; i += 1) {
    for (let j = 1; j <= stored.length; j += 1) {
      const isSame = typed[i - 1] === stored[j - 1]
      const isSwapped = typed[i - 1] === stored[j - 2] && typed[i - 2] === stored[j - 1]
      const ways = [at(i - 1, j - 1) + (isSame ? 0 : 1), at(i - 1, j) + 1, at(i, j - 1) + 1]
      if (i > 1 && j > 1 && isSwapped) ways.push(at(i - 2, j - 2) + 1)
      const isLostBetween = typed[i - 1] === stored[j - 3] && typed[i - 2] === stored[j - 1]
      if (i > 1 && j > 2 && isLostBetween) ways.push(at(i - 2, j - 3) + 2)
      const isAddedBetween = typed[i - 1] === stored[j - 2] && typed[i - 3] === stored[j - 1]
      if (i > 2 && j > 1 && isAddedBetween) ways.push(at(i - 3, j - 2) + 2)
      ;(table[i] as number[])[j] = Math.min(...ways)
    }
  }
  const last = table[typed.length] as number[]
  return { whole: last.at(-1) ?? Number.NaN, begun: Math.min(...last.slice(1)) }
}

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('а', 'б', 'в'), minLength, maxLength })
const pairs = fc.tuple(letters(1, 9), letters(1, 9))
/** Words that differ in one place: of any two most are too far apart for their typos to count. */
const nearPairs = fc
  .tuple(letters(0, 3), letters(1, 4), letters(1, 4), letters(0, 3))
  .map(([head, one, other, tail]) => [head + one + tail, head + other + tail] as const)

describe('typos between a typed word and a stored one', () => {
  it('are as many as the whole table says, or too many', () => {
    fc.assert(
      fc.property(fc.oneof(pairs, nearPairs), fc.integer({ min: 1, max: 3 }), (words, maxEdits) => {
        const [typed, stored] = words
        // The word stands among others.
        const units = Uint16Array.from(`б${stored}а`, (unit) => unit.charCodeAt(0))
        const expected = distances(typed, stored)
        const found = editComparer(typed, maxEdits)(units, 1, stored.length)
        for (const which of ['whole', 'begun'] as const) {
          const told = found[which] > maxEdits ? Infinity : found[which]
          const right = expected[which] > maxEdits ? Infinity : expected[which]
          assert.equal(told, right, `${which} of ${typed} and ${stored}, ${maxEdits} at most`)
        }
      }),
      {
        numRuns: 1000,
        // Swapped around a letter that was added, and around one that was lost.
        examples: [
          [['авб', 'ба'], 2],
          [['ба', 'авб'], 2],
        ],
      },
    )
  })

  it('are counted anew for each stored word', () => {
    const compare = editComparer('лесная', 2)
    const to = (stored: string) =>
      compare(
        Uint16Array.from(stored, (unit) => unit.charCodeAt(0)),
        0,
        stored.length,
      ).whole
    assert.deepEqual(['лесная', 'полевая', 'лестная', 'лесная'].map(to), [0, 3, 1, 0])
  })
})
