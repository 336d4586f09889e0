import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { canonicalHouse } from '../../../src/addresses/words/house-form.ts'
import { wildText } from '../wild-text.ts'

describe('the canonical form of a house', () => {
  const forms: readonly (readonly [canonical: string, written: readonly string[]])[] = [
    ['68', ['68', 'д 68', 'д.68', 'дом 68', ' 068 ', '№68', '/68']],
    ['68к2', ['68К2', '68 к 2', '68 корп.2', '68, корпус 2', 'д.68 к.2', '68k2', '68 корп 2']],
    ['12с1', ['12С1', '12 стр 1', '12 строение 1', '12стр.1', '12c1']],
    ['8а', ['8А', '8 а', '8 лит А', '8 литера А', '8лит.А', '8 буква А']],
    ['5/9', ['5/9', '5 дробь 9', '5\\9', '5|9']],
    ['17ак1', ['17Ак1', '17А корпус 1', '17 А к. 1']],
    ['9к1с2', ['9к1с2', '9с2к1', '9 стр 2 корп 1']],
    ['9к1с2/3', ['9к1с2/3', '9с2/3к1']],
    ['к1538', ['к1538', 'корпус 1538', 'корп. 1538', 'К1538']],
    ['вл13', ['вл13', 'владение 13', 'ВЛ13', 'вл. 13', 'двлд. 13', 'домовладение 13']],
    ['32', ['32', 'здание 32', 'зд. 32', 'ЗД32', 'д. зд. 32']],
    ['30соор1', ['30соор1', '30 сооружение 1', '30 сооруж. 1', '30 соор. 1']],
    ['уч9', ['уч9', 'участок 9', 'д. уч9', 'д. уч. 9']],
    ['соор4', ['соор4', 'сооружение 4', 'д. соор. 4']],
    ['к2.2/2', ['к2.2/2', 'корпус 2.2/2']],
    ['9-9', ['9-9']],
    ['68 2', ['68 2', '68 - 2', '68 -2', '68- 2', '68 .2', '68, 2', '68лит2', '68 лит. 2']],
  ]
  for (const [canonical, written] of forms) {
    it(`is ${canonical} for ${written.join(', ')}`, () => {
      assert.deepEqual(
        written.map(canonicalHouse),
        written.map(() => canonical),
      )
    })
  }

  it('is its own canonical form, and never throws', () => {
    fc.assert(
      fc.property(wildText(60), (text) => {
        canonicalHouse(text)
      }),
    )
    for (const [canonical] of forms) assert.equal(canonicalHouse(canonical), canonical)
  })
})
