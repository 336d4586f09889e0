// Rules of resolving a whole address to one place.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { openAddressIndex } from '../../src/addresses/address-index.ts'
import { resolveAddress } from '../../src/addresses/resolve.ts'
import { buildAddressIndex } from './build-index.ts'
import { address, TOWN, townIndex } from './town.ts'
import { wildText } from './wild-text.ts'

const index = townIndex()

describe('resolving an address', () => {
  it('gives the one house it names', () => {
    const found = resolveAddress(
      index,
      '101000, г. Большегорск, ш. Рублевское, д. 68 корп. 2, кв. 7',
    )
    assert.equal(found.outcome, 'match')
    assert.equal(
      found.outcome === 'match' && found.match.value,
      'г Большегорск, Рублёвское шоссе, д 68К2',
    )
    assert.equal(found.outcome === 'match' && found.match.geo_precision, 'house')
  })
  it('passes over what only says in which country, region and district that is', () => {
    for (const text of [
      '101000, Россия, Большегорская обл., г. Большегорск, р-н Крылатский, ш. Рублевское, д. 68 корп. 2',
      'Республика Верхняя, г Большегорск, ЗАО, Рублёвское шоссе, 68к2',
      'РФ, Большегорский край, Большегорск, округ Дальний, Рублёвское шоссе 68к2',
    ]) {
      const found = resolveAddress(index, text)
      assert.equal(
        found.outcome === 'match' && found.match.value,
        'г Большегорск, Рублёвское шоссе, д 68К2',
        text,
      )
    }
    const elsewhere = 'Большегорская обл, г Нигдеград, р-н Крылатский, Рублёвское шоссе, 68к2'
    assert.equal(resolveAddress(index, elsewhere).outcome, 'not_found')
  })
  it('gives both houses when two cities have one', () => {
    const found = resolveAddress(index, 'Лесная улица 5')
    assert.equal(found.outcome, 'ambiguous')
    assert.equal(found.outcome === 'ambiguous' && found.candidates.length, 2)
  })
  it('takes the city that was named', () => {
    const found = resolveAddress(index, 'Малогорск, Лесная улица 5')
    assert.equal(found.outcome === 'match' && found.match.city, 'Малогорск')
  })
  it('gives both streets when the kind of street is left out', () => {
    assert.equal(resolveAddress(index, 'Измайловский 4').outcome, 'ambiguous')
  })
  it('takes the street whose whole name was typed, not one that has more words', () => {
    const near = ['1-я Лермонтова-Дальняя улица', '3-я Лермонтова-Дальняя улица']
    const wider = openAddressIndex(
      buildAddressIndex([
        ...TOWN,
        ...near.map((street, i) => address('Малогорск', street, '1', 3020 + i)),
      ]),
    )
    for (const text of ['улица Лермонтова, д 1', 'Лермонтова 1']) {
      const found = resolveAddress(wider, text)
      assert.equal(found.outcome === 'match' && found.match.street, 'улица Лермонтова', text)
    }
    const mistyped = resolveAddress(wider, 'Лермантова 1')
    assert.equal(mistyped.outcome, 'ambiguous')
  })
  it('takes back every value that it has suggested', () => {
    for (const row of TOWN.filter(({ house }) => house !== '')) {
      const found = resolveAddress(index, `${row.city}, ${row.street}, д ${row.house}`)
      assert.equal(found.outcome, 'match', `${row.street} ${row.house}`)
    }
  })
  it('gives the street, and says so, when the house is not in the table', () => {
    const found = resolveAddress(index, 'улица Берёзовая 77')
    assert.equal(found.outcome === 'match' && found.match.geo_precision, 'street')
  })
  it('gives the houses that begin with the number when none is the number', () => {
    const found = resolveAddress(index, 'Рублёвское шоссе 34')
    assert.deepEqual(found.outcome === 'ambiguous' && found.candidates.map((row) => row.house), [
      '34К1',
    ])
  })
  it('never takes another street for an unknown one', () => {
    for (const text of [
      '',
      '5',
      'Нигдеград, Лесная улица 5',
      'улица Неведомая 5',
      '4-я Парковая 5',
    ]) {
      assert.equal(resolveAddress(index, text).outcome, 'not_found', text)
    }
  })
  it('never throws', () => {
    fc.assert(
      fc.property(wildText(400), (text) => {
        resolveAddress(index, text)
      }),
    )
  })
})
