import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  cyrillicKeys,
  cyrillicKeysPunctuated,
  latinKeys,
} from '../../../src/addresses/words/keyboard-layout.ts'

describe('the other keyboard layout', () => {
  it('is read both ways', () => {
    assert.equal(cyrillicKeys('he,ktdcrjt 5/9'), 'рублевское 5/9')
    assert.equal(cyrillicKeysPunctuated('ktybyf, 5'), 'ленина  5')
    assert.equal(latinKeys('ецуув'), 'tweed')
    assert.equal(latinKeys('ЕЦУУВ'), 'tweed')
    // A stroke that is not between digits is the full stop of its key.
    assert.equal(cyrillicKeys('ek/5'), 'ул.5')
  })
})
