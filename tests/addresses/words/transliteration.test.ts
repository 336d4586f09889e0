import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { skeleton, toCyrillic } from '../../../src/addresses/words/transliteration.ts'

describe('Russian in Latin letters', () => {
  it('comes to one skeleton however it is romanised', () => {
    for (const [russian, ...latin] of [
      ['рублевское', 'rublyovskoye', 'rublevskoe', 'rublyovskoe'],
      ['щукинская', 'shchukinskaya', 'schukinskaja', 'shchukinskaia'],
      ['хорошевский', 'khoroshevskiy', 'horoshevskij', 'khoroshyovsky'],
      ['цветной', 'tsvetnoy', 'cvetnoj', 'tsvetnoi'],
      ['почтовая', 'pochtovaya', 'potchtovaya', 'pochtovaja'],
    ] as const) {
      for (const name of latin) assert.equal(skeleton(name), skeleton(russian), name)
    }
  })
  it('is written back', () => {
    assert.equal(toCyrillic('rublevskoe shosse'), 'рублевское шоссе')
    assert.equal(toCyrillic('nikolay tolstoj'), 'николай толстой')
  })
})
