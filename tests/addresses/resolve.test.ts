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
  it('offers, and never takes, a house on a street two typos away', () => {
    const found = resolveAddress(index, 'Большегорск, Рублевскоее шосе, 68к2')
    assert.equal(found.outcome === 'match' && found.match.house, '68К2')
    const farther = resolveAddress(index, 'Большегорск, Рубливскоее шоссе, 68к2')
    assert.deepEqual(
      farther.outcome === 'ambiguous' && farther.candidates.map(({ value }) => value),
      ['г Большегорск, Рублёвское шоссе, д 68К2'],
    )
  })
  it('offers, and never takes, a corpus for a building of that number', () => {
    for (const text of ['Рублёвское шоссе, 68 стр. 2', 'Рублёвское шоссе, 68с2']) {
      const found = resolveAddress(index, text)
      assert.deepEqual(
        found.outcome === 'ambiguous' && found.candidates.map(({ house }) => house),
        ['68К2'],
        text,
      )
    }
  })
  it('never reads the letter of a house as the beginning of its city', () => {
    const wider = openAddressIndex(
      buildAddressIndex([...TOWN, address('Большегорск', 'Рублёвское шоссе', '70Б', 3200)]),
    )
    for (const [text, house] of [
      ['Рублёвское шоссе, 70 Б', '70Б'],
      ['Большегорск, Рублёвское шоссе, 70 литера Б', '70Б'],
      ['Рублёвское шоссе, 6 Б', null],
      ['Большегорск, Рублёвское шоссе, 6 литера Б', null],
    ] as const) {
      const found = resolveAddress(wider, text)
      assert.equal(found.outcome, 'match', text)
      assert.equal(found.outcome === 'match' && found.match.house, house, text)
    }
  })
  it('finds the house before its city, whose “г.” is no letter of the house', () => {
    const wider = openAddressIndex(
      buildAddressIndex([
        ...TOWN,
        address('Большегорск', 'Рублёвское шоссе', '70Г', 3210),
        address('с. Ближнее', 'Садовая улица', '5', 3220),
      ]),
    )
    for (const [text, house] of [
      ['Рублёвское шоссе, 6, г. Большегорск', '6'],
      ['Рублёвское шоссе, д. 6, кв. 7, г Большегорск', '6'],
      ['Садовая улица, 5, с. Ближнее', '5'],
      ['Рублёвское шоссе, 70 Г, Большегорск', '70Г'],
      ['Рублёвское шоссе, 70, лит. Г, г. Большегорск', '70Г'],
    ] as const) {
      const found = resolveAddress(wider, text)
      assert.equal(found.outcome === 'match' && found.match.house, house, text)
      assert.ok(found.outcome === 'match' && found.isAsWritten, text)
    }
  })
  it('offers both houses where a hyphen may be a corpus or a building, not a flat', () => {
    const wider = openAddressIndex(
      buildAddressIndex([
        ...TOWN,
        ...['22', '22к15', '22с15'].map((house, i) =>
          address('Большегорск', 'Осенняя улица', house, 3170 + i),
        ),
      ]),
    )
    const found = resolveAddress(wider, 'Осенняя улица, 22-15')
    assert.deepEqual(
      found.outcome === 'ambiguous' && found.candidates.map(({ house }) => house).sort(),
      ['22к15', '22с15'],
    )
  })
  it('says whether the match is what was written, or near it', () => {
    const wider = openAddressIndex(
      buildAddressIndex([
        ...TOWN,
        address('Большегорск', 'Новый Арбат', '25', 3180),
        address('пос. Ближний', 'улица Лазурная', '5', 3185),
        address('Горск-на-Оке', 'Садовая улица', '5', 3187),
      ]),
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
      ['пос. Ближний, пер. Лазурная, 5', false],
      ['Ближний, улица Лазурная Дорога, 5', false],
      ['Горск-на-Оке, Садовая улица, 5', true],
      ['Садовая улица, 5, г. Горск-на-Оке', true],
      ['Горск, Садовая улица, 5', false],
      ['Большегор, Рублёвское шоссе, 68к2', false],
      ['Рублёвское шоссе, 68-2', false],
      ['Рублевскае шоссе, 68к2', false],
      ['переулок Академика Королёва, 12с1', false],
      ['Рублёвск ш, 68к2', false],
      ['Арбат, 25', false],
      ['улица Королёва, 12с1', false],
      ['Бальшегорск, Рублёвское шоссе, 68к2', false],
      ['Рублёвское шоссе, 999', true],
      ['Рублевскае шоссе, 999', false],
    ] as const) {
      const found = resolveAddress(wider, text)
      assert.equal(found.outcome === 'match' && found.isAsWritten, isAsWritten, text)
      assert.equal(found.outcome, 'match', text)
    }
  })
  it('never takes a street two typos away in a short word, or three in two words', () => {
    for (const text of ['улица Леня, 5', 'улица Окадимика Коралева, 12']) {
      assert.equal(resolveAddress(index, text).outcome, 'not_found', text)
    }
  })
  it('never takes a house on another street for one that the street lacks', () => {
    const wider = openAddressIndex(
      buildAddressIndex([
        ...TOWN,
        address('Большегорск', 'улица Лермонтова', '1', 3030),
        // Ends in the name of a street, and is one building without a number.
        address('Большегорск', 'м. Лесная', 'Лесная улица', 3040),
        address('Большегорск', 'Осенняя улица', '3', 3050),
        address('Большегорск', 'Весенняя улица', '6', 3060),
        // The same name of another kind, and a name one letter off, have the number.
        address('Большегорск', 'улица Мира', '51', 3061),
        address('Большегорск', 'улица Омская', '3', 3062),
        address('Большегорск', 'улица Окская', '6К2', 3063),
        // A name that holds another street's whole name has the number, or one that begins alike.
        address('Большегорск', 'улица Арочная', '25/36', 3064),
        address('Большегорск', 'улица Новая Арочная', '24', 3065),
        address('Большегорск', 'улица Малая Набережная', '3', 3066),
        address('Большегорск', 'Малая Бронная улица', '25', 3067),
      ]),
    )
    for (const [text, street] of [
      ['Большегорск, Лесная улица, 1022', 'Лесная улица'],
      ['Осенняя улица, 6', 'Осенняя улица'],
      ['проспект Мира, 51', 'проспект Мира'],
      ['улица Омская, 6', 'улица Омская'],
      ['улица Арочная, 24', 'улица Арочная'],
      ['улица Малая Набережная, 25', 'улица Малая Набережная'],
    ] as const) {
      const found = resolveAddress(wider, text)
      assert.equal(found.outcome === 'match' && found.match.street, street, text)
      assert.equal(found.outcome === 'match' && found.match.geo_precision, 'street', text)
    }
    assert.equal(resolveAddress(wider, 'Проспект').outcome, 'not_found')
  })
  it('takes no street for named whose one known word is the name of the city', () => {
    const wider = openAddressIndex(
      buildAddressIndex([
        ...TOWN,
        address('Большегорск', 'Большегорск А101 ЖК', '25', 3070),
        address('Мирный', 'улица Мирный', '7', 3071),
      ]),
    )
    const found = resolveAddress(wider, 'Большегорск, р-н Крылатский, 25')
    assert.equal(found.outcome === 'match' && found.match.geo_precision, 'city')
    for (const [text, street] of [
      ['Большегорск, ЖК Большегорск А101, 25', 'Большегорск А101 ЖК'],
      ['Мирный, 7', 'улица Мирный'],
    ] as const) {
      const named = resolveAddress(wider, text)
      assert.equal(named.outcome === 'match' && named.match.street, street, text)
    }
  })
  it('reads the ways in which people, maps and registers write one address', () => {
    for (const text of [
      'Россия, Большегорск, Северный административный округ, район Аэропорт, Рублёвское шоссе, 68к2',
      'г. Большегорск, вн.тер.г. муниципальный округ Крылатское, Рублёвское шоссе, д. 68 к. 2',
      'Большегорск, САО, р-н Аэропорт, м. Сокол, Рублёвское шоссе, 68К2',
      'город федерального значения Большегорск, Рублёвское шоссе, 68К2',
      'Рублёвское шоссе, 68К2 (м. Сокол)',
      'Рублёвское шоссе, 68К2, метро Сокол',
      'ЖК Сердце, Рублёвское шоссе, 68К2',
      'кв. 15, Рублёвское шоссе, 68К2',
      'Рублёвское шоссе, 68к2 - 15',
      'Рублёвское шоссе, 68К2, 5 этаж, 2-комнатная квартира',
      'Рублёвское Рублёвское шоссе, 68К2',
      'на Рублёвском шоссе 68К2',
      'Рублёвское шоссе, д. 68 корп. 2',
      'Rublevskoe highway, 68k2',
    ]) {
      const found = resolveAddress(index, text)
      assert.equal(found.outcome === 'match' && found.match.house, '68К2', text)
    }
  })
  it('reads a letter of the house after its word, and a hyphen in any form', () => {
    const wider = openAddressIndex(
      buildAddressIndex([
        ...TOWN,
        address('Большегорск', 'Лесная улица', '5А', 3070),
        address('Большегорск', '3-я Прядильная улица', '3', 3080),
        address('Большегорск', '13-я Прядильная улица', '3', 3090),
      ]),
    )
    for (const text of ['Большегорск, Лесная улица, д. 5 лит. А', 'Лесная 5, литера А']) {
      const found = resolveAddress(wider, text)
      assert.equal(found.outcome === 'match' && found.match.house, '5А', text)
    }
    for (const ordinal of ['3–я', '3 - я', '3 я', '3я', 'Третья']) {
      const found = resolveAddress(wider, `${ordinal} Прядильная улица, 3`)
      const street = found.outcome === 'match' && found.match.street
      assert.equal(street, '3-я Прядильная улица', ordinal)
    }
  })
  it('takes an initial for the name that begins with it', () => {
    const wider = openAddressIndex(
      buildAddressIndex([
        ...TOWN,
        address('Большегорск', 'Верхняя Полевая улица', '7', 3100),
        address('Малогорск', 'Полевая улица', '7', 3110),
      ]),
    )
    const found = resolveAddress(wider, 'В. Полевая улица, 7')
    assert.equal(found.outcome === 'match' && found.match.street, 'Верхняя Полевая улица')
    const glued = resolveAddress(wider, 'В.Полевая, 7')
    assert.equal(glued.outcome === 'match' && glued.match.street, 'Верхняя Полевая улица')
  })

  it('takes "М." for the name, though it begins the city and is short for metro', () => {
    const rivers = openAddressIndex(
      buildAddressIndex(
        ['Малая', 'Большая'].map((size, i) =>
          address('Москворечье', `${size} Речная улица`, '8', i),
        ),
      ),
    )
    for (const text of ['М. Речная, 8', 'Москворечье, М. Речная улица, 8', 'ул М Речная д 8']) {
      const found = resolveAddress(rivers, text)
      assert.equal(found.outcome === 'match' && found.match.street, 'Малая Речная улица', text)
    }
    const station = resolveAddress(rivers, 'Москворечье, м. Парковая, Большая Речная улица, 8')
    assert.equal(station.outcome === 'match' && station.match.street, 'Большая Речная улица')
  })
  it('finds a numbered district by its bare number beside its city', () => {
    for (const text of ['Большегорск, мкр. 15, к1538', 'Большегорск, 15 мкр к1538']) {
      const found = resolveAddress(index, text)
      assert.equal(found.outcome === 'match' && found.match.house, 'к1538', text)
    }
  })
  it('takes a district for the street where the table has it as one', () => {
    const wider = openAddressIndex(
      buildAddressIndex([...TOWN, address('Большегорск', 'Промышленный район', '5', 3120)]),
    )
    const found = resolveAddress(wider, 'Большегорск, Промышленный район, 5')
    assert.equal(found.outcome === 'match' && found.match.street, 'Промышленный район')
    const within = resolveAddress(wider, 'Большегорск, Промышленный район, Лесная улица, 5')
    assert.equal(within.outcome === 'match' && within.match.street, 'Лесная улица')
  })
  it('takes a street for no underground station', () => {
    const found = resolveAddress(
      openAddressIndex(buildAddressIndex([address('Тверь', 'Малая Полевая улица', '7')])),
      'М. Полевая, 7',
    )
    assert.equal(found.outcome === 'match' && found.match.street, 'Малая Полевая улица')
  })
  it('never takes a bare number for a street’s name', () => {
    const numbered = [
      address('Большегорск', 'Люберецкие Поля мкр', '12-й кв-л', 3130),
      address('Большегорск', 'мкр. 17-й', '1701', 3140),
      address('Большегорск', 'улица 50 лет Октября', '3', 3150),
    ]
    const cityless = numbered.map((row) => ({ ...row, city: '' }))
    for (const rows of [numbered, cityless]) {
      const wider = openAddressIndex(buildAddressIndex(rows))
      for (const text of [
        'Большегорск, ЖК Тестовый, 17',
        'Большегорск, 17',
        'Большегорск, р-н Крылатское, 17',
        'Несуществующая улица, 12',
        'Тестовая, 17',
        'Абрикосовая улица, д. 50',
        'Абрикосовая улица, 17, Большегорск',
      ]) {
        const found = resolveAddress(wider, text)
        assert.ok(
          found.outcome === 'not_found' ||
            (found.outcome === 'match' && found.match.geo_precision === 'city'),
          text,
        )
      }
    }
  })
  it('keeps a name that is also a word for a region, a station or a city', () => {
    const streets = [
      'улица Рабочий Край',
      'проспект Край Света',
      'улица Советская Республика',
      'улица Метро',
      'ЖК Питер',
      'ЖК Moscow Towers',
      'м. Тимирязевская',
      'р-н Лефортово',
      'Набережная улица',
    ]
    const wider = openAddressIndex(
      buildAddressIndex([
        ...streets.map((street, i) => address('Липки', street, '5', 3200 + i)),
        address('Липки', '5-я улица', '5', 3230),
        address('Липки', '', '5', 3240),
        address('Липки', '', '7', 3250),
      ]),
    )
    for (const street of streets) {
      for (const text of [`Липки, ${street}, 5`, `${street}, 5`]) {
        const found = resolveAddress(wider, text)
        assert.equal(found.outcome === 'match' && found.match.street, street, text)
        assert.equal(found.outcome === 'match' && found.match.house, '5', text)
      }
    }
    const other = resolveAddress(wider, 'Липки, улица Рабочий Край, 7')
    assert.equal(other.outcome === 'match' && other.match.geo_precision, 'street')
  })
  it('passes over postcode, stress and flat wherever they stand', () => {
    for (const text of [
      '101000, Лесная улица, 2',
      'Лесная улица, 2, 101000',
      'Лесна\u0301я улица, 2',
      'кв. 15, Лесная улица, 2',
      'Лесная улица, кв. 15, 2',
    ]) {
      const found = resolveAddress(index, text)
      assert.equal(found.outcome === 'match' && found.match.house, '2', text)
    }
    const lettered = openAddressIndex(
      buildAddressIndex([...TOWN, address('Большегорск', 'Садовая улица', '3Я', 3160)]),
    )
    const found = resolveAddress(lettered, 'Садовая 3 я, кв 5')
    assert.equal(found.outcome === 'match' && found.match.house, '3Я')
  })
  it('knows the short names of the largest cities', () => {
    const cities = openAddressIndex(
      buildAddressIndex([
        address('Санкт-Петербург', 'Невский проспект', '5'),
        address('Москва', 'Невский проспект', '5', 3000),
      ]),
    )
    for (const [text, city] of [
      ['спб Невский 5', 'Санкт-Петербург'],
      ['мск, Невский проспект, 5', 'Москва'],
      ['Nevskiy pr., 5, Moscow', 'Москва'],
    ] as const) {
      const found = resolveAddress(cities, text)
      assert.equal(found.outcome === 'match' && found.match.city, city, text)
    }
  })
  it('lets any city be named where the table leaves it out, and only there', () => {
    const cityless = openAddressIndex(
      buildAddressIndex([address('', 'Лесная улица', '5'), address('Тверь', 'Лесная улица', '7')]),
    )
    for (const text of ['г. Москва, Лесная улица, 5', 'Лесная улица, 5, Москва']) {
      const found = resolveAddress(cityless, text)
      assert.equal(found.outcome === 'match' && found.match.house, '5', text)
    }
    const elsewhere = resolveAddress(cityless, 'г. Москва, Лесная улица, 7')
    assert.notEqual(elsewhere.outcome === 'match' && elsewhere.match.house, '7')
    assert.equal(resolveAddress(index, 'Нигдеград, Лесная улица, 2').outcome, 'not_found')
  })
  it('offers both houses where either of two parts may be the city that the table leaves out', () => {
    const cityless = openAddressIndex(
      buildAddressIndex([address('', 'Лесная', '5'), address('', 'Полевая', '5', 3190)]),
    )
    const found = resolveAddress(cityless, 'Лесная, Полевая, 5')
    assert.deepEqual(
      found.outcome === 'ambiguous' && found.candidates.map(({ street }) => street).sort(),
      ['Лесная', 'Полевая'],
    )
  })
  it('offers, and never takes, the house that is found without an unknown part', () => {
    const found = resolveAddress(index, 'Большегорск, Аэропорт, Рублёвское шоссе, 68к2')
    assert.deepEqual(found.outcome === 'ambiguous' && found.candidates.map(({ value }) => value), [
      'г Большегорск, Рублёвское шоссе, д 68К2',
    ])
    const elsewhere = 'Аэропорт, Нижнегорск, Рублёвское шоссе, 68к2'
    assert.equal(resolveAddress(index, elsewhere).outcome, 'not_found')
  })

  it('never throws', () => {
    fc.assert(
      fc.property(wildText(400), (text) => {
        resolveAddress(index, text)
      }),
    )
  })
})
