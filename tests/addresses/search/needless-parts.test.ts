// Which house an address comes to that says more than the table knows.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveAddress } from '../../../src/addresses/resolve.ts'
import { assertNotFound, matched, offered } from '../resolved.ts'
import { address, indexOf, townIndex, townWith } from '../town.ts'

const index = townIndex()

describe('resolving an address of which a part is not known', () => {
  it('offers, and never takes, the house that is found without an unknown part', () => {
    for (const city of ['Большегорск', 'г. Большегорск', 'город Большегорск']) {
      const found = offered(index, `${city}, Аэропорт, Рублёвское шоссе, 68к2`)
      assert.deepEqual(
        found.map(({ value }) => value),
        ['г Большегорск, Рублёвское шоссе, д 68К2'],
        city,
      )
    }
    assertNotFound(index, 'Аэропорт, Нижнегорск, Рублёвское шоссе, 68к2')
  })
  it('takes a house without the microdistrict before its street, and says it is corrected', () => {
    const wider = townWith(address('Большегорск', 'мкр. Северный', '5', 3250))
    for (const place of [
      'микрорайон имени Пятидесятилетия Победы',
      'мкр. Солнечный',
      'Солнечный мкр',
      'мкр. 15',
      '15-й квартал',
      'мкр. Северный',
    ]) {
      const text = `город Большегорск, ${place}, улица Берёзовая, дом 5`
      const found = matched(wider, text)
      assert.equal(found.street, 'улица Берёзовая', text)
      assert.equal(found.house, '5', text)
      assert.ok(!found.isAsWritten, text)
    }
    assert.ok(matched(wider, 'Большегорск, мкр. Северный, 5').isAsWritten)
    assert.equal(matched(wider, 'мкр. Солнечный, улица Берёзовая, 5').house, '5')
    for (const text of [
      'Нигдеград, мкр. Солнечный, улица Берёзовая, 5',
      'Большегорск, мкр. Солнечный, улица Неведомая, 5',
      'Большегорск, мкр. Солнечный, 5',
      'пос. Дальний, мкр. Солнечный, 5',
    ]) {
      assert.notEqual(resolveAddress(wider, text).outcome, 'match', text)
    }
  })
  it('takes a house without what stands behind it and names nothing, beside its city', () => {
    for (const behind of ['вход со двора', 'код 45К, вход со двора', '2-я секция']) {
      const text = `Большегорск, улица Берёзовая, дом 5, ${behind}`
      const found = matched(index, text)
      assert.equal(found.house, '5', text)
      assert.ok(!found.isAsWritten, text)
    }
    const withCorpus = resolveAddress(index, 'Большегорск, улица Берёзовая, дом 5, корпус А, код 7')
    assert.notEqual(withCorpus.outcome === 'match' && withCorpus.match.house, '5')
    for (const text of [
      'улица Берёзовая, 5, Нигдеград',
      'улица Берёзовая, 5, вход со двора',
      'Большегорск, улица Берёзовая, 5, г. Нигдеград',
      'Большегорск, улица Берёзовая, 5, Малогорск',
    ]) {
      assert.notEqual(resolveAddress(index, text).outcome, 'match', text)
    }
  })
  it('offers, and never takes, the house found without an unknown settlement', () => {
    const found = offered(index, 'Большегорск, пос. Неведомый, улица Берёзовая, 5')
    assert.deepEqual(
      found.map(({ value }) => value),
      ['г Большегорск, улица Берёзовая, д 5'],
    )
    assertNotFound(index, 'пос. Неведомый, улица Берёзовая, 5')
  })
  it('offers, and never takes, a house on no street where an unknown part may be its street', () => {
    const [house, ...others] = offered(index, 'пос. Дальний, 5, Неведомая')
    assert.deepEqual([house?.value, others], ['пос. Дальний, д 5', []])
  })
  it('offers, and never takes, the house of a settlement beside the city that it belongs to', () => {
    const wider = townWith(
      address('посёлок Ближний', 'улица Лазурная', '5', 3260),
      address('станица Верхняя', 'улица Лазурная', '7', 3270),
    )
    for (const [text, value] of [
      ['Большегорск, п. Ближний, улица Лазурная, 5', 'посёлок Ближний, улица Лазурная, д 5'],
      ['Большегорск, Ближний, улица Лазурная, 5', 'посёлок Ближний, улица Лазурная, д 5'],
      ['Большегорск, ст-ца Верхняя, Лазурная 7', 'станица Верхняя, улица Лазурная, д 7'],
    ] as const) {
      const found = offered(wider, text)
      assert.deepEqual(
        found.map((one) => one.value),
        [value],
        text,
      )
    }
    const region = indexOf(address('Верхняя', 'улица Лазурная', '5', 3280))
    assertNotFound(region, 'Верхняя область, Неведомый, улица Лазурная, 5')
  })
})
