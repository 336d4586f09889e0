// Settlements: places whose names hold a number, and places that have houses but no streets.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openAddressIndex } from '../../src/addresses/index/address-index.ts'
import { suggest } from '../../src/addresses/suggest.ts'
import type { Address } from '../../src/addresses/table/address.ts'
import { buildAddressIndex } from './build-index.ts'
import { assertNotFound, matched, offered } from './resolved.ts'
import { address, indexOf } from './town.ts'

const HOUSES: readonly (readonly [city: string, street: string, house: string])[] = [
  ['село 8 Марта', 'Молодёжная улица', '3'],
  ['посёлок 9 Января', 'улица Ленина', '7'],
  ['посёлок 9 Января', '', '9'],
  ['разъезд 9 км', 'Станционная улица', '2'],
  ['посёлок 42 км', 'Лесная улица', '9'],
  ['посёлок 42 км', 'Лесная улица', '42'],
  ['деревня Горки-2', 'СНТ Ромашка-2', '51'],
  ['деревня Горки-2', 'СНТ Ромашка-1', '51'],
  ['деревня Горки-2', 'СНТ Ромашка-2', '2'],
  ['Арзамас-16', 'улица Мира', '4'],
  ['Арзамас-16', 'улица Мира', '1'],
  ['посёлок Лесной', '', '5'],
  ['Тула', 'Лесной переулок', '5'],
  ['посёлок Майский', '', '5'],
  ['посёлок Майский', 'микрорайон 5', '2'],
  ['посёлок Майский', 'микрорайон 5', '5'],
  ['посёлок Новый', 'улица № 5', '20'],
  ['посёлок Новый', '', '5'],
  ['микрорайон Южный', '', '5'],
  ['село Ильинское', '', '2А'],
  ['п Пригородный', 'улица Мира', '6'],
  ['Тула', 'улица 8 Марта', '8'],
  ['Тула', 'Северный квартал', '6'],
]

const index = openAddressIndex(
  buildAddressIndex(HOUSES.map(([city, street, house], i) => address(city, street, house, i * 50))),
)

/** Suggested first and resolved. */
function assertFound(text: string, city: string, street: string | null, house: string): void {
  const [row] = suggest(index, { q: text }).suggestions
  assert.deepEqual([row?.city, row?.street, row?.house], [city, street, house], text)
  const found = matched(index, text)
  assert.deepEqual([found.city, found.street, found.house], [city, street, house], text)
}

describe('a house in a settlement', () => {
  it('is found though a number is in the settlement’s name', () => {
    assertFound('с. 8 Марта, ул. Молодёжная, 3', 'село 8 Марта', 'Молодёжная улица', '3')
    assertFound('пос. 9 Января, ул. Ленина, 7', 'посёлок 9 Января', 'улица Ленина', '7')
    assertFound('разъезд 9 км, Станционная ул., 2', 'разъезд 9 км', 'Станционная улица', '2')
    assertFound('Арзамас-16, ул. Мира, 4', 'Арзамас-16', 'улица Мира', '4')
    assertFound('с. 8 Марта, ул. Молодёжная, д. 3', 'село 8 Марта', 'Молодёжная улица', '3')
    for (const house of ['9', '42']) {
      assertFound(`п. 42 км, ул. Лесная, ${house}`, 'посёлок 42 км', 'Лесная улица', house)
    }
  })

  it('is found though the number in the settlement’s name is the street’s or the house’s too', () => {
    for (const house of ['51', '2']) {
      const text = `д. Горки-2, СНТ Ромашка-2, ${house}`
      assertFound(text, 'деревня Горки-2', 'СНТ Ромашка-2', house)
    }
  })

  it('is never taken for one whose number the settlement’s name has', () => {
    const { kind, street } = matched(index, 'село 8 Марта, ул. Молодёжная, 8')
    assert.deepEqual([kind, street], ['street', 'Молодёжная улица'])
    assert.equal(matched(index, 'пос. 9 Января, 9').house, '9')
    assert.equal(suggest(index, { q: 'ул. Мира, Арзамас 1' }).suggestions[0]?.house, '1')
    assertNotFound(index, 'пос. 9 Января, 7')
  })

  it('is found on no street where the settlement has none, by any word for a settlement', () => {
    for (const kind of ['п. ', 'пос. ', 'посёлок ', '']) {
      assertFound(`${kind}Майский, 5`, 'посёлок Майский', null, '5')
      assert.ok(matched(index, `${kind}Майский, 5`).isAsWritten, kind)
    }
    assertFound('п. Лесной, 5', 'посёлок Лесной', null, '5')
    assertFound('Тула, пер. Лесной, 5', 'Тула', 'Лесной переулок', '5')
    // A microdistrict is neither.
    assert.equal(offered(index, 'мкр. Лесной, 5').length, 2)
  })

  it('is never one on no street where the text names a street, known or not', () => {
    for (const street of ['ул. Набережная', 'улица Неведомая', 'ул. Набрежная', 'квартал']) {
      assertNotFound(index, `п. Майский, ${street}, 5`)
    }
    assertFound('п. Майский, микрорайон 5, 2', 'посёлок Майский', 'микрорайон 5', '2')
    assertFound('п. Майский, микрорайон 5, д 5', 'посёлок Майский', 'микрорайон 5', '5')
    assertFound('п. Новый, улица № 5, 20', 'посёлок Новый', 'улица № 5', '20')
    assertFound('мкр. Южный, 5', 'микрорайон Южный', null, '5')
    assertFound('мкр. Южный, д 5', 'микрорайон Южный', null, '5')
    assertNotFound(index, 'с. Ильинское ул. Насбетежная 2А')
  })

  it('is as written where the settlement is of a kind that has streets of its own', () => {
    const kinds = ['СНТ Ромашка', 'мкр. Южный', 'ст Верхняя', 'ж/д станция Нижняя']
    const wider = indexOf(...kinds.map((city, i) => address(city, 'Вишнёвая улица', '5', i * 50)))
    for (const city of kinds) {
      const found = matched(wider, `${city}, Вишнёвая улица, 5`)
      assert.equal(found.city, city)
      assert.ok(found.isAsWritten, city)
    }
  })

  it('is as written where the short word for its kind begins its name too', () => {
    const found = matched(index, 'п Пригородный, улица Мира, д 6')
    assert.equal(found.city, 'п Пригородный')
    assert.ok(found.isAsWritten)
  })

  it('is not as written where another kind of settlement was typed', () => {
    for (const [text, isAsWritten] of [
      ['с. 8 Марта, ул. Молодёжная, 3', true],
      ['д. 8 Марта, ул. Молодёжная, 3', false],
      ['дер. Горки-2, СНТ Ромашка-2, 51', true],
      ['г. Горки-2, СНТ Ромашка-2, 51', false],
      ['Горки-2, СНТ Ромашка-2, 51', true],
      ['п. Лесной, 5', true],
      ['с. Пригородный, улица Мира, 6', false],
      // The table does not say what it is.
      ['г. Арзамас-16, улица Мира, 4', true],
      ['п. Арзамас-16, улица Мира, 4', true],
    ] as const) {
      assert.equal(matched(index, text).isAsWritten, isAsWritten, text)
    }
  })

  it('is not as written where the word for its kind has a typo', () => {
    assert.equal(matched(index, 'Тула, Северный кварт, 6').isAsWritten, true)
    assert.equal(matched(index, 'Тула, Северный картал, 6').isAsWritten, false)
  })
})

describe('a settlement within a city', () => {
  const index = openAddressIndex(
    buildAddressIndex([
      address('г Химки', 'ул Мира', '2', 0),
      address('Химки, мкр Сходня', 'ул Мира', '2', 9000),
      address('Химки, п Назарьево', 'ул Мира', '4', 9500),
    ]),
  )

  it('has streets of its own, found by the names of both or by its own', () => {
    for (const city of ['г. Химки, мкр. Сходня', 'Сходня']) {
      const { city: found, isAsWritten } = matched(index, `${city}, ул. Мира, 2`)
      assert.deepEqual([found, isAsWritten], ['Химки, мкр Сходня', true], city)
    }
    assert.equal(matched(index, 'г. Химки, ул. Мира, 2').city, 'г Химки')
    assert.ok(matched(index, 'г. Химки, п. Назарьево, ул. Мира, 4').isAsWritten)
    assert.ok(!matched(index, 'г. Химки, ул. Мира, 4').isAsWritten)
  })

  it('is where a page looks that keeps to the city or to the settlement', () => {
    const keptTo = (city: string) =>
      suggest(index, { q: 'мира', city }).suggestions.map((row) => row.city)
    const all = ['г Химки', 'Химки, мкр Сходня', 'Химки, п Назарьево']
    assert.deepEqual(keptTo('г. Химки').sort(), all.sort())
    assert.deepEqual(keptTo('Сходня'), ['Химки, мкр Сходня'])
  })
})

describe('settlements of one name', () => {
  const SELO = [
    address('село Ильинское', 'улица Ленина', '5', 10),
    address('с. Ильинское', 'Садовая улица', '1', 11),
    address('село Ильинское', '', '4', 12),
  ]
  const DEREVNYA = [
    address('деревня Ильинское', 'улица Ленина', '5', 500),
    address('деревня Ильинское', 'улица Ленина', '7', 501),
  ]
  const unsaid = (street: string, house: string, at: number) =>
    address('Ильинское', street, house, at)
  const two = indexOf(...SELO, ...DEREVNYA)

  it('are told apart by the word for their kind, before the name or behind it', () => {
    for (const [text, city] of [
      ['с. Ильинское, ул. Ленина, 5', 'село Ильинское'],
      ['Ильинское село, ул. Ленина, 5', 'село Ильинское'],
      ['ул. Ленина, 5, с. Ильинское', 'село Ильинское'],
      ['Ленина 5, Ильинское село', 'село Ильинское'],
      ['д. Ильинское, ул. Ленина, 5', 'деревня Ильинское'],
      ['дер Ильинское, ул Ленина, 5', 'деревня Ильинское'],
      ['derevnya Ilinskoe, Lenina 5', 'деревня Ильинское'],
    ] as const) {
      const found = matched(two, text)
      assert.equal(found.city, city, text)
      assert.equal(suggest(two, { q: text }).suggestions[0]?.id, found.id, text)
      assert.ok(found.isAsWritten, text)
    }
    assert.equal(offered(two, 'Ильинское, ул. Ленина, 5').length, 2)
  })

  it('lend each other no house, and one that is taken for the other is not as written', () => {
    const lacking = matched(two, 'с. Ильинское, ул. Ленина, 7')
    assert.deepEqual([lacking.city, lacking.kind], ['село Ильинское', 'street'])
    assert.equal(matched(two, 'д. Ильинское, ул. Садовая, 1').isAsWritten, false)
    assert.equal(matched(two, 'с. Ильинское, 4').house, '4')
  })

  it('are each kept to by `city`, and both where it says no kind or another', () => {
    const citiesIn = (city: string) =>
      new Set(suggest(two, { q: 'Ленина 5', city }).suggestions.map((row) => row.city))
    assert.deepEqual(citiesIn('с. Ильинское'), new Set(['село Ильинское']))
    assert.deepEqual(citiesIn('деревня Ильинское'), new Set(['деревня Ильинское']))
    for (const city of ['Ильинское', 'хутор Ильинское']) assert.equal(citiesIn(city).size, 2, city)
    // Whether one is a хутор nobody says.
    const far = indexOf(...DEREVNYA, unsaid('улица Ленина', '5', 3000))
    const { suggestions } = suggest(far, { q: 'Ленина 5', city: 'хутор Ильинское' })
    assert.equal(new Set(suggestions.map(({ city }) => city)).size, 2)
  })

  it('have rows of their own, with ids of their own', () => {
    const ids = suggest(two, { q: 'Ильинское', kind: 'city' }).suggestions.map(({ id }) => id)
    assert.equal(new Set(ids).size, 2)
  })

  it('have the rows that leave their kind out where just one of them is near', () => {
    const rows = [...SELO, unsaid('улица Ленина', '9', 13), unsaid('Новая улица', '2', 14)]
    for (const all of [rows, rows.toReversed()]) {
      const one = indexOf(address('Аксай', 'улица Ленина', '1', 900), ...all, ...DEREVNYA)
      for (const text of ['с. Ильинское, ул. Ленина, 9', 'с. Ильинское, ул. Новая, 2']) {
        const found = matched(one, text)
        assert.deepEqual([found.city, found.isAsWritten], ['село Ильинское', true], text)
      }
      assert.equal(suggest(one, { q: 'Ильинское', kind: 'city' }).suggestions.length, 2)
    }
    // One улица Ленина, beside Садовая, Новая and the houses on no street.
    assert.equal(buildAddressIndex(rows).streetCity.length, 4)
    const far = indexOf(...DEREVNYA, { ...unsaid('', '', 3000), population: 90_000 })
    const [first, second] = suggest(far, { q: 'Ильинское', kind: 'city' }).suggestions
    assert.deepEqual([first?.value, second?.value], ['г Ильинское', 'деревня Ильинское'])
    const between = indexOf(
      ...SELO,
      address('д. Ильинское', '', '1', 15),
      unsaid('Лесная', '3', 13),
    )
    assert.equal(matched(between, 'Ильинское, Лесная, 3').city, 'Ильинское')
  })

  it('count as near up to ten kilometres, and where nobody knows where the rows are', () => {
    const citiesWith = (row: Address) =>
      buildAddressIndex([...DEREVNYA.slice(0, 1), row]).cityKind.length
    // 9.6 km, and 10.3 km.
    assert.equal(citiesWith(unsaid('Новая улица', '2', 575)), 1)
    assert.equal(citiesWith(unsaid('Новая улица', '2', 581)), 2)
    assert.equal(citiesWith({ ...unsaid('Новая улица', '2', 0), lat: null, lon: null }), 1)
  })

  it('have what the table says of the place without its kind, and the houses of both', () => {
    const kinds = [...SELO, unsaid('Новая улица', '2', 14)]
    assert.deepEqual([...buildAddressIndex(kinds).cityPopulation], [4])
    const fact = { ...unsaid('', '', 13), fiasId: 'f1a5', population: 900 }
    assert.deepEqual([...buildAddressIndex([...kinds, fact]).cityPopulation], [900])
    const [city] = suggest(indexOf(...kinds, fact), { q: 'Ильинское', kind: 'city' }).suggestions
    assert.equal(city?.fias_id, 'f1a5')
  })

  it('keep a kind that is of the name, as maps write it', () => {
    const named = indexOf(
      address('Новая Деревня', 'улица Мира', '1', 3600),
      address('деревня Новая', 'улица Мира', '1', 4500),
      address('Красное Село', 'проспект Ленина', '5'),
      address('деревня Красное', 'улица Ленина', '5', 900),
      address('посёлок Новый Городок', 'улица Мира', '3', 1800),
      address('п. Новый', 'улица Мира', '4', 2700),
    )
    for (const [text, city] of [
      ['Красное Село, проспект Ленина, 5', 'Красное Село'],
      ['г. Красное Село, пр-кт Ленина, 5', 'Красное Село'],
      ['д. Красное, ул. Ленина, 5', 'деревня Красное'],
      ['п. Новый Городок, ул. Мира, 3', 'посёлок Новый Городок'],
      ['п. Новый, ул. Мира, 4', 'п. Новый'],
      ['д. Новая, ул. Мира, 1', 'деревня Новая'],
    ] as const) {
      const found = matched(named, text)
      assert.deepEqual([found.city, found.isAsWritten], [city, true], text)
    }
    assert.equal(offered(named, 'деревня Новая, Мира, 1').length, 2)
    const citiesIn = (city: string) =>
      new Set(suggest(named, { q: 'Мира', city }).suggestions.map((row) => row.city))
    for (const city of ['Новый Городок', 'новый городок', 'НОВЫЙ ГОРОДОК']) {
      assert.deepEqual(citiesIn(city), new Set(['посёлок Новый Городок']), city)
    }
    // Without its capitals it may be either.
    assert.deepEqual(citiesIn('новая деревня'), new Set(['Новая Деревня', 'деревня Новая']))
    const inCapitals = indexOf(
      address('Красное Село', 'улица Мира', '1'),
      address('Красное Село', 'улица Мира', '2', 1),
      address('КРАСНОЕ СЕЛО', 'улица Мира', '3', 2),
    )
    assert.equal(matched(inCapitals, 'Красное Село, Мира, 3').city, 'Красное Село')
    const ofTown = suggest(inCapitals, { q: 'Мира 3', city: 'г. красное село' })
    assert.equal(ofTown.suggestions[0]?.value, 'Красное Село, улица Мира, д 3')
  })

  it('are of one kind however it is shortened', () => {
    const cities = ['р.п. Северный', 'п.г.т. Южный', 'рп Горный', 'кп Весна']
    const short = indexOf(...cities.map((city, i) => address(city, 'улица Мира', '1', i * 900)))
    for (const city of [...cities, 'рп Северный', 'р. п. Горный', 'пгт. Южный', 'п. Южный']) {
      assert.ok(matched(short, `${city}, ул. Мира, 1`).isAsWritten, city)
    }
  })
})
