import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asObject, parsedJson } from '../../src/text/foreign-json.ts'

describe('JSON that others wrote', () => {
  it('is nothing where the text is no JSON', () => {
    assert.deepEqual(['{"a":1}', '{"a":', ''].map(parsedJson), [{ a: 1 }, undefined, undefined])
  })

  it('is an object only where it has fields: no list, no null, no text', () => {
    const object = { a: 1 }
    assert.equal(asObject(object), object)
    for (const other of [null, [], [object], 'a', 1, true, undefined]) {
      assert.equal(asObject(other), null, JSON.stringify(other))
    }
  })
})
