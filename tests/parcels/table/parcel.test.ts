import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spellingsOf } from '../../../src/parcels/table/parcel.ts'

describe('the spellings of a cadastral number', () => {
  it('are as it is given, then without zeros, then with as many as make eight digits', () => {
    assert.deepEqual(spellingsOf('38:36:000021:0012'), [
      '38:36:000021:0012',
      '38:36:000021:12',
      '38:36:000021:012',
      '38:36:000021:00012',
      '38:36:000021:000012',
      '38:36:000021:0000012',
      '38:36:000021:00000012',
    ])
    assert.equal(spellingsOf('38:36:000021:4').at(-1), '38:36:000021:00000004')
  })

  it('are one for a number of more digits than any quarter has, and none lose a parcel 0', () => {
    assert.deepEqual(spellingsOf('38:36:000021:123456789'), ['38:36:000021:123456789'])
    assert.deepEqual(spellingsOf('38:36:000021:000').slice(0, 2), [
      '38:36:000021:000',
      '38:36:000021:0',
    ])
  })
})
