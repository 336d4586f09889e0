// Which ways of writing a house's address are one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { houseKey, namesHouse } from '../../../src/addresses/words/house-key.ts'
import { PLACE_TYPES } from '../../../src/addresses/words/place-types.ts'

const one = (...addresses: string[]) => {
  const keys = new Set(addresses.map(houseKey))
  assert.equal(keys.size, 1, [...keys].join(' | '))
}

describe('the key of a house’s address', () => {
  it('is one for all ways of writing it, with its city or without', () => {
    one(
      'улица Лесная, 80',
      'улица Лесная, д 80',
      'Лесная ул., 80',
      'лесная 80',
      'г Москва, ул. Лесная, д. 80',
      'г. Москва, 101000, Лесная улица, дом 80, кв 5',
    )
    one('Лесная, 80к2', 'Москва, Лесная, 80, корпус 2', 'Лесная, д. 80 корп. 2')
    one('ул. Зелёная, 5', 'улица Зеленая, 5')
    one('Лесная, 12 а', 'Лесная, 12А', 'Тверь, Лесная 12 а', '12, Лесная, 12 а')
    one('Ленина, 5', 'Ленина 5 кв 12', 'Иркутск, Ленина 5', 'Ленина, 5, 12', 'Ленина, 5, подъезд 3')
  })
  it('tells other houses, streets and kinds of streets apart', () => {
    const keys = ['Лесная, 80', 'Лесная, 8', 'Лесная, 80к2', 'Полевая, 80', 'пр-т Лесной, 80']
    assert.equal(new Set(keys.map(houseKey)).size, keys.length)
    assert.notEqual(houseKey('пр-т Ленина, 5'), houseKey('ул Ленина, 5'))
  })
  it('tells every kind of street from every other, whatever number is its name', () => {
    for (const name of ['Солнечный', '1', '12']) {
      const keys = PLACE_TYPES.map(([type]) => houseKey(`${type ?? ''} ${name}, 5`))
      assert.equal(new Set(keys.slice(1)).size, PLACE_TYPES.length - 1, name)
    }
    assert.notEqual(houseKey('12-я улица, 5'), houseKey('1 квартал, 5'))
    assert.notEqual(houseKey('Солнечный мкр, 3'), houseKey('Солнечный 1, 3'))
  })
  it('takes a number in a street’s name for no house', () => {
    assert.ok(!namesHouse(houseKey('Москва, 1-я Тверская-Ямская')))
    assert.ok(namesHouse(houseKey('Москва, 8 Марта, 12')))
    assert.notEqual(houseKey('8 Марта, 12'), houseKey('Марта, 12'))
  })
  it('is the same for any text however its letters are written and whatever surrounds it', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, (any) => {
        assert.equal(houseKey(`  ${any} `), houseKey(any))
        assert.equal(houseKey(any.normalize('NFD')), houseKey(any.normalize('NFC')))
      }),
    )
  })
})
