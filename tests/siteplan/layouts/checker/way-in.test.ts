// Whether a strip beside a house lies on ways: by hand.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Ring } from '../../../../src/geometry/plane.ts'
import { stripMeets } from '../../../../src/siteplan/layouts/checker/way-in.ts'

describe('a strip for fire engines', () => {
  const block = (x: number, y: number, width: number, height: number): Ring => [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
  const strip = block(0, 0, 40, 4)

  it('has ground in common with ways that cover its middle or an end alone', () => {
    assert.equal(stripMeets(strip, [block(-10, -10, 60, 60)]), true)
    assert.equal(stripMeets(strip, [block(35, 3, 10, 10)]), true)
  })

  it('has none in common with ways that touch it or go around it', () => {
    assert.equal(stripMeets(strip, [block(40, 0, 10, 10)]), false)
    const around = block(-20, -20, 80, 44)
    assert.equal(stripMeets(strip, [around, block(-1, -1, 42, 6).toReversed()]), false)
  })
})
