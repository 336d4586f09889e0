import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tableFaults } from '../../src/norms/rule-tables.ts'

describe('a table of steps', () => {
  for (const [bounds, isWhole] of [
    [[null], true],
    [[0, null], true],
    [[0.5, 9, null], true],
    [[9], false],
    [[null, null], false],
    [[null, 9, null], false],
    [[5, 9, 5, null], false],
    [[9, 9, null], false],
    [[5, 9, 9, null], false],
    [[9, 5, null], false],
    [[3, 9], false],
  ] as const) {
    it(`reaches everything once where bounds grow to the last, which is null: ${JSON.stringify(bounds)}`, () => {
      const steps = bounds.map((up_to) => ({ up_to, value: 1 }))
      assert.deepEqual(tableFaults(steps), isWhole ? [] : ['steps'])
    })
  }

  it('has no least greater than its most; nothing else is such a span', () => {
    const faults = [
      { least: 8, most: 5 },
      { least: 5, most: 5 },
      { least: 5 },
      { most: 5 },
      5,
      null,
    ].map((value) => tableFaults([{ up_to: null, value }]))
    assert.deepEqual(faults, [['span'], [], [], [], [], []])
  })

  it('is what has steps: a rule of one value is no table', () => {
    assert.deepEqual(tableFaults(3), [])
    assert.deepEqual(tableFaults(undefined), [])
  })
})
