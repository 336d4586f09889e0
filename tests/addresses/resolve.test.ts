// Which place a whole address comes to: one, several to choose from, or none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { resolveAddress } from '../../src/addresses/resolve.ts'
import { suggest } from '../../src/addresses/suggest.ts'
import { assertNotFound, matched, offered } from './resolved.ts'
import { address, indexOf, TOWN, townIndex, townWith } from './town.ts'
import { wildText } from './wild-text.ts'

const index = townIndex()

describe('resolving an address', () => {
  it('gives the one house it names', () => {
    const found = matched(index, '101000, г. Большегорск, ш. Рублевское, д. 68 корп. 2, кв. 7')
    assert.equal(found.value, 'г Большегорск, Рублёвское шоссе, д 68К2')
    assert.equal(found.geo_precision, 'house')
  })
  it('gives both houses when two cities have one', () => {
    assert.equal(offered(index, 'Лесная улица 5').length, 2)
  })
  it('takes the city that was named', () => {
    assert.equal(matched(index, 'Малогорск, Лесная улица 5').city, 'Малогорск')
  })
  it('gives both houses when one address is of two places a kilometre apart', () => {
    const spelt = (at: number) =>
      indexOf(address('Г', 'улица Новая', '5к2'), address('Г', 'ул. Новая', '5 корп. 2', at))
    // 0.9 km, and 1.1 km.
    assert.equal(matched(spelt(7), 'улица Новая, 5к2').geo_precision, 'house')
    assert.equal(offered(spelt(9), 'улица Новая, 5к2').length, 2)
  })
  it('gives both streets when the kind of street is left out', () => {
    assert.equal(offered(index, 'Измайловский 4').length, 2)
  })
  it('takes the street whose whole name was typed, not one that has more words', () => {
    const near = ['1-я Лермонтова-Дальняя улица', '3-я Лермонтова-Дальняя улица']
    const wider = townWith(...near.map((street, i) => address('Малогорск', street, '1', 3020 + i)))
    for (const text of ['улица Лермонтова, д 1', 'Лермонтова 1']) {
      assert.equal(matched(wider, text).street, 'улица Лермонтова', text)
    }
    assert.ok(offered(wider, 'Лермантова 1').length > 1)
  })
  it('takes the street that has a kind of place in its name, not one that lacks it', () => {
    const roads = townWith(
      address('Малогорск', 'улица Новая Дорога', '5', 3020),
      address('Малогорск', 'Новая улица', '5', 3030),
    )
    const written = [
      'улица Новая Дорога, 5',
      'ул. Новая Дорога 5',
      'г Малогорск, Новая дорога, д 5',
    ]
    for (const text of written) {
      assert.equal(matched(roads, text).street, 'улица Новая Дорога', text)
      assert.equal(suggest(roads, { q: text }).suggestions[0]?.street, 'улица Новая Дорога', text)
    }
    assert.equal(matched(roads, 'Новая улица, 5').street, 'Новая улица')
  })
  it('takes back every value that it has suggested', () => {
    for (const row of TOWN.filter(({ house }) => house !== '')) {
      const found = matched(index, `${row.city}, ${row.street}, д ${row.house}`)
      assert.deepEqual([found.street ?? '', found.house], [row.street, row.house])
    }
  })
  it('gives the street, and says so, when the house is not in the table', () => {
    assert.equal(matched(index, 'улица Берёзовая 77').geo_precision, 'street')
  })
  it('gives the houses that begin with the number when none is the number', () => {
    const found = offered(index, 'Рублёвское шоссе 34')
    assert.deepEqual(
      found.map((row) => row.house),
      ['34К1'],
    )
  })
  it('says whether the match is what was written, or near it', () => {
    const wider = townWith(
      address('Большегорск', 'Новый Арбат', '25', 3180),
      address('пос. Ближний', 'улица Лазурная', '5', 3185),
      address('Горск-на-Оке', 'Садовая улица', '5', 3187),
    )
    for (const [text, isAsWritten] of [
      ['Большегорск, Рублёвское шоссе, д. 68 корп. 2', true],
      ['рублевское ш 68к2 кв 7', true],
      ['Рублёвское 68к2', true],
      ['Арбат Новый, 25', true],
      ['улица Новый Арбат, 25', true],
      ['пос. Ближний, ул. Лазурная, 5', true],
      ['п. Ближний, улица Лазурная, 5', true],
      ['пос. Ближний, Лазурная, 5', true],
      ['Ближний, улица Лазурная Дорога, 5', false],
      ['Горск-на-Оке, Садовая улица, 5', true],
      ['Садовая улица, 5, г. Горск-на-Оке', true],
      ['Горск, Садовая улица, 5', false],
      ['Большегор, Рублёвское шоссе, 68к2', false],
      ['Рублёвское шоссе, 68-2', false],
      ['Рублевскае шоссе, 68к2', false],
      ['улица Рублёвское шоссе, 68к2', false],
      ['Рублёвск ш, 68к2', false],
      ['Арбат, 25', false],
      ['улица Королёва, 12с1', false],
      ['Бальшегорск, Рублёвское шоссе, 68к2', false],
      ['Рублёвское шоссе, 999', true],
      ['Рублевскае шоссе, 999', false],
    ] as const) {
      assert.equal(matched(wider, text).isAsWritten, isAsWritten, text)
    }
  })
  it('hands back a street of another kind, and a house on one', () => {
    const wider = townWith(address('пос. Ближний', 'улица Лазурная', '5', 3185))
    for (const [text, house] of [
      ['переулок Академика Королёва, 12с1', '12с1'],
      ['Измайловский проезд, 6', '6'],
      ['пос. Ближний, пер. Лазурная, 5', '5'],
      ['улица Рублёвское, 68к2', '68К2'],
      ['Почтовая площадь', null],
      ['Почтовая площадь, 77', null],
    ] as const) {
      const found = offered(wider, text)
      assert.deepEqual(
        found.map((one) => one.house),
        [house],
        text,
      )
    }
    for (const text of ['улица Рублёвское шоссе, 68к2', 'Мира, 7', 'ЖК Сердце, Мира, 7']) {
      assert.equal(matched(wider, text).geo_precision, 'house', text)
    }
  })
  it('takes the city whose whole name was typed, not one whose name it begins', () => {
    const wider = townWith(
      address('Уфа', 'улица Мира', '1', 3160),
      address('Верхний Уфалей', 'улица Мира', '1', 3170),
    )
    for (const text of ['Уфа', 'г. Уфа']) {
      assert.equal(matched(wider, text).value, 'г Уфа', text)
    }
  })
  it('knows a city however its name is announced', () => {
    for (const word of ['', 'г. ', 'гор. ', 'город ']) {
      const text = `${word}Большегорск, Лесная улица, 5, Ромашкино`
      assert.equal(matched(index, text).value, 'г Большегорск, Лесная улица, д 5', text)
    }
  })
  it('lets any city be named where the table leaves it out, and only there', () => {
    const cityless = indexOf(
      address('', 'Лесная улица', '5'),
      address('Тверь', 'Лесная улица', '7'),
    )
    for (const text of ['г. Москва, Лесная улица, 5', 'Лесная улица, 5, Москва']) {
      assert.equal(matched(cityless, text).house, '5', text)
    }
    const elsewhere = resolveAddress(cityless, 'г. Москва, Лесная улица, 7')
    assert.notEqual(elsewhere.outcome === 'match' && elsewhere.match.house, '7')
    assertNotFound(index, 'Нигдеград, Лесная улица, 2')
    // Neither a part with a number nor one that says it is a street is a city.
    for (const part of ['Нигде 3', 'улица Неведомая']) {
      assertNotFound(cityless, `${part}, Лесная, 5`)
    }
  })
  it('takes the street that was written, not one called after the city that the table leaves out', () => {
    const named = indexOf(address('', 'Москва Сити ЖК', '5'), address('', 'Лесная', '5', 3190))
    for (const text of ['Лесная, Москва, 77', 'Москва, Лесная, 77']) {
      const { street, kind } = matched(named, text)
      assert.deepEqual([street, kind], ['Лесная', 'street'], text)
    }
  })
  it('takes the house as it was written, not one whose mark was written otherwise', () => {
    const marks = townWith(
      address('Малогорск', 'Весенняя улица', '68к2', 3300),
      address('Малогорск', 'Весенняя улица', '68/2', 3300),
    )
    for (const house of ['68к2', '68/2']) {
      assert.equal(matched(marks, `Весенняя улица, ${house}`).house, house)
    }
    assert.equal(offered(marks, 'Весенняя улица, 68-2').length, 2)
  })
  it('takes the city for a name that is a street’s elsewhere, unless it is said to be a street', () => {
    const mira = indexOf(
      address('Яровое', 'улица Мира', '1'),
      address('Мира', 'Лесная улица', '1', 900),
    )
    assert.equal(matched(mira, 'Мира').value, 'г Мира')
    assert.equal(matched(mira, 'улица Мира').value, 'г Яровое, улица Мира')
  })
  it('gives up a text of many parts soon, also where any city may be named', () => {
    const cityless = indexOf(address('', 'Лесная улица', '5'))
    const searchesFor = (text: string) => {
      const before = cityless.queryNumber
      assertNotFound(cityless, text)
      return cityless.queryNumber - before
    }
    const one = searchesFor('Нигде')
    assert.ok(searchesFor('Нигде,'.repeat(50)) <= 10 * one)
    assert.ok(searchesFor('а,'.repeat(150)) <= 10 * one)
  })
  it('never throws', () => {
    fc.assert(
      fc.property(wildText(400), (text) => {
        resolveAddress(index, text)
      }),
    )
  })
})
