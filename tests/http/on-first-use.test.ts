import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { onFirstUse } from '../../src/http/on-first-use.ts'

describe('a function made on first use', () => {
  it('is made at its first call and never again', () => {
    let made = 0
    const double = onFirstUse(() => {
      made += 1
      return (value: number) => 2 * value
    })
    assert.equal(made, 0)
    assert.deepEqual([double(1), double(2)], [2, 4])
    assert.equal(made, 1)
  })

  it('throws at each call what making it throws', () => {
    const broken = onFirstUse(() => {
      throw new TypeError('cannot be made')
    })
    for (const _call of [1, 2]) assert.throws(() => broken(undefined), TypeError)
  })
})
