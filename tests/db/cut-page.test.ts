import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cutPage } from '../../src/db/cut-page.ts'

describe('a page', () => {
  it('is followed by another where one item more was found, after its own last', () => {
    assert.deepEqual(cutPage([9, 8, 7], 2), { items: [9, 8], next: 8 })
  })

  it('is the last where there are just as many as it holds, or fewer', () => {
    assert.deepEqual(cutPage([9, 8], 2), { items: [9, 8], next: undefined })
    assert.deepEqual(cutPage([], 2), { items: [], next: undefined })
  })
})
