import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoized, once } from '../src/made-once.ts'

describe('a value made once', () => {
  it('is made at the first call and never again, even where it is undefined', () => {
    let made = 0
    const value = once(() => {
      made += 1
    })
    assert.equal(made, 0)
    assert.deepEqual([value(), value()], [undefined, undefined])
    assert.equal(made, 1)
  })

  it('is tried again where making it threw', () => {
    let tries = 0
    const value = once(() => {
      tries += 1
      if (tries === 1) throw new TypeError('not yet')
      return tries
    })
    assert.throws(value, TypeError)
    assert.deepEqual([value(), value()], [2, 2])
  })
})

describe('a memoized function', () => {
  it('is called once for each key', () => {
    const asked: (string | null)[] = []
    const lengthOf = memoized((key: string | null) => {
      asked.push(key)
      return key?.length
    })
    assert.deepEqual(['ab', null, 'abc', 'ab', null].map(lengthOf), [2, undefined, 3, 2, undefined])
    assert.deepEqual(asked, ['ab', null, 'abc'])
  })
})
