// Which house an address comes to that says more than the table knows.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openAddressIndex } from '../../src/addresses/index/address-index.ts'
import { resolveAddress } from '../../src/addresses/resolve.ts'
import { buildAddressIndex } from './build-index.ts'
import { address, TOWN, townIndex } from './town.ts'

const index = townIndex()

describe('resolving an address of which a part is not known', () => {
  it('offers, and never takes, the house that is found without an unknown part', () => {
    const found = resolveAddress(index, 'Большегорск, Аэропорт, Рублёвское шоссе, 68к2')
    assert.deepEqual(found.outcome === 'ambiguous' && found.candidates.map(({ value }) => value), [
      'г Большегорск, Рублёвское шоссе, д 68К2',
    ])
    const elsewhere = 'Аэропорт, Нижнегорск, Рублёвское шоссе, 68к2'
    assert.equal(resolveAddress(index, elsewhere).outcome, 'not_found')
  })
  it('takes a house without the microdistrict before its street, and says it is corrected', () => {
    const wider = openAddressIndex(
      buildAddressIndex([...TOWN, address('Большегорск', 'мкр. Северный', '5', 3250)]),
    )
    for (const place of [
      'микрорайон имени Пятидесятилетия Победы',
      'мкр. Солнечный',
      'Солнечный мкр',
      'мкр. 15',
      '15-й квартал',
      'мкр. Северный',
    ]) {
      const text = `город Большегорск, ${place}, улица Берёзовая, дом 5`
      const found = resolveAddress(wider, text)
      assert.equal(found.outcome === 'match' && found.match.street, 'улица Берёзовая', text)
      assert.equal(found.outcome === 'match' && found.match.house, '5', text)
      assert.ok(found.outcome === 'match' && !found.isAsWritten, text)
    }
    const known = resolveAddress(wider, 'Большегорск, мкр. Северный, 5')
    assert.ok(known.outcome === 'match' && known.isAsWritten)
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
    for (const behind of [
      'вход со двора',
      'код 45К, вход со двора',
      '2-я секция',
      'корпус А, код 7',
    ]) {
      const text = `Большегорск, улица Берёзовая, дом 5, ${behind}`
      const found = resolveAddress(index, text)
      const isThere = found.outcome === 'match' && found.match.house === '5'
      assert.equal(isThere, !behind.includes('корпус'), text)
      assert.ok(!isThere || !found.isAsWritten, text)
    }
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
    const found = resolveAddress(index, 'Большегорск, пос. Неведомый, улица Берёзовая, 5')
    assert.deepEqual(found.outcome === 'ambiguous' && found.candidates.map(({ value }) => value), [
      'г Большегорск, улица Берёзовая, д 5',
    ])
    const unnamed = resolveAddress(index, 'пос. Неведомый, улица Берёзовая, 5')
    assert.equal(unnamed.outcome, 'not_found')
  })
})
