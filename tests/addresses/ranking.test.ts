// Which of two addresses comes first. The other of each pair would have it by its city's letters,
// which decide where nothing else does.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggest } from '../../src/addresses/suggest.ts'
import type { Address } from '../../src/addresses/table/address.ts'
import { buildAddressIndex } from './build-index.ts'
import { address, indexOf } from './town.ts'

/** Two cities of one size, the first by its letters and the last. */
const [EARLY, LATE] = ['Аксай', 'Яровое']

const rowsOf = (q: string, addresses: readonly Address[], more: object = {}) =>
  suggest(indexOf(...addresses), { q, ...more }).suggestions

/** Asks among two streets; the one to be found first stands in the later city. */
function comesFirst(q: string, street: string, before: string): void {
  const found = rowsOf(q, [address(LATE, street, '1'), address(EARLY, before, '1', 900)])
  assert.deepEqual(
    found.slice(0, 2).map((row) => row.street),
    [street, before],
    q,
  )
}

const city = (name: string, population: number) => ({ ...address(name, '', ''), population })

describe('of two streets that a query names', () => {
  it('the one whose name has fewer letters still to be typed comes first', () => {
    comesFirst('аб', 'улица Абрамова', 'Абакановская улица')
  })

  it('the one whose last word was begun comes before one that an earlier word begins', () => {
    comesFirst('яр парк', 'улица Яр Парковая', 'улица Яры Парк')
  })

  it('the one with a typo in a long word comes before one with a typo in a short word', () => {
    comesFirst('бор березовая', 'улица Бор Берозовая', 'улица Бар Березовая')
  })

  it('the one that was typed whole with a typo comes before one that was begun with a typo', () => {
    comesFirst('лесноя', 'Лесная улица', 'Лесновская улица')
  })

  it('the one with another word in its name comes before one with a number in it', () => {
    comesFirst('парковая', 'Новая Парковая улица', '1-я Парковая улица')
  })

  it('one of the typed kind comes first, however many words of its name are left out', () => {
    comesFirst(
      'улица защитников',
      'улица Защитников Москвы и Ленинграда в годы Великой Отечественной Войны',
      'проспект Защитников',
    )
  })

  it('one of a typed kind comes first, though another kind was typed of something else', () => {
    comesFirst('мкр южный улица победы', 'улица Победы', 'шоссе Победы')
  })

  it('the one in the larger city comes first, larger by its people or else by its houses', () => {
    const both = [address(LATE, 'Лесная улица', '5'), address(EARLY, 'Лесная улица', '5', 900)]
    for (const size of [
      [city(LATE, 90_000), city(EARLY, 9_000)],
      [address(LATE, 'улица Мира', '1'), address(LATE, 'улица Мира', '2')],
    ]) {
      const [first] = rowsOf('лесная 5', [...both, ...size])
      assert.equal(first?.city, LATE)
    }
  })

  it('the nearer one comes first, and one that lies nobody knows where comes last', () => {
    const somewhere = address(LATE, 'Лесная улица', '5')
    const { lat, lon } = somewhere
    for (const other of [
      address(EARLY, 'Лесная улица', '5', 300),
      { ...address(EARLY, 'Лесная улица', '5'), lat: null, lon: null },
    ]) {
      const found = rowsOf('лесная 5', [somewhere, other], { lat, lon })
      assert.deepEqual(
        found.map((row) => row.city),
        [LATE, EARLY],
      )
    }
  })
})

describe('of more streets of one name than are looked at closely', () => {
  const LETTERS = [...'абвгдезиклмнопрстуфхцчш']
  const elsewhere = LETTERS.flatMap((first) =>
    LETTERS.flatMap((second) =>
      ['1', '2'].map((house) => address(`${first}${second}ово`, 'улица Победы', house, 900)),
    ),
  )

  it('the one in the city that was named is found, and the one of the typed kind', () => {
    const streets = [...elsewhere, address(LATE, 'улица Победы', '1')]
    assert.equal(rowsOf('яровое победы', streets)[0]?.city, LATE)
    const kinds = [...elsewhere, address(LATE, 'шоссе Победы', '1')]
    assert.equal(rowsOf('шоссе победы', kinds)[0]?.city, LATE)
  })

  it('the one in the largest city is found', () => {
    const streets = [...elsewhere, address(LATE, 'улица Победы', '1'), city(LATE, 900_000)]
    assert.equal(rowsOf('победы', streets)[0]?.city, LATE)
  })
})

describe('of a street and a city of one name', () => {
  it('the street comes first where a kind of street was typed, though the city is larger', () => {
    const found = rowsOf('улица мира', [
      address(LATE, 'улица Мира', '1'),
      address('Мира', 'Лесная улица', '1', 900),
      city('Мира', 900_000),
    ])
    assert.deepEqual(
      found.slice(0, 2).map(({ kind }) => kind),
      ['street', 'city'],
    )
  })
})

describe('of two cities that a query names', () => {
  it('the one whose whole name it is comes first', () => {
    const found = rowsOf('малогорск', [city('Малогорск', 9_000), city('Большой Малогорск', 9_000)])
    assert.deepEqual(
      found.map((row) => row.city),
      ['Малогорск', 'Большой Малогорск'],
    )
  })
})

describe('of two rows about one city', () => {
  it('the more populous is believed, whichever comes first', () => {
    const rows = [city('Тверь', 400_000), city('г. Тверь', 4_000)]
    for (const addresses of [rows, rows.toReversed()]) {
      assert.deepEqual([...buildAddressIndex(addresses).cityPopulation], [400_000])
    }
  })
})
