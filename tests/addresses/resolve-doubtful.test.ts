// What a whole address is offered but never taken for, and what is no match at all.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveAddress } from '../../src/addresses/resolve.ts'
import { assertNotFound, matched, offered } from './resolved.ts'
import { address, indexOf, townIndex, townWith } from './town.ts'

const index = townIndex()

describe('resolving a doubtful address', () => {
  it('never takes another street for an unknown one', () => {
    for (const text of [
      '',
      '5',
      'Нигдеград, Лесная улица 5',
      'улица Неведомая 5',
      '4-я Парковая 5',
    ]) {
      assertNotFound(index, text)
    }
  })
  it('offers, and never takes, a house on a street two typos away', () => {
    assert.equal(matched(index, 'Большегорск, Рублевскоее шосе, 68к2').house, '68К2')
    const farther = offered(index, 'Большегорск, Рубливскоее шоссе, 68к2')
    assert.deepEqual(
      farther.map(({ value }) => value),
      ['г Большегорск, Рублёвское шоссе, д 68К2'],
    )
  })
  it('offers, and never takes, a house on a street whose name is another form of a word', () => {
    const wider = townWith(
      address('Малогорск', 'набережная Обводного канала', '5', 3190),
      address('Малогорск', 'улица Невского', '7', 3191),
      address('Малогорск', 'улица Красных Зорь', '5', 3193),
      address('Малогорск', 'Невский проспект', '5', 3192),
    )
    for (const text of ['Обводный канал, 5', 'Малогорск, наб. Обводный канал, 5']) {
      const found = offered(wider, text)
      assert.deepEqual(
        found.map(({ value }) => value),
        ['г Малогорск, набережная Обводного канала, д 5'],
        text,
      )
    }
    const anniversaries = townWith(address('Малогорск', 'улица 50 лет Октября', '5', 3194))
    for (const text of ['Малогорск, ул. 50-летия Октября, 5', '50 летие Октября, 5']) {
      const [only, ...others] = offered(anniversaries, text)
      assert.equal(only?.value, 'г Малогорск, улица 50 лет Октября, д 5', text)
      assert.equal(others.length, 0, text)
    }
    assert.equal(matched(wider, 'Невский, 7').geo_precision, 'street')
    // It is a typo away as well.
    assert.equal(matched(wider, 'Красные Зорь, 5').house, '5')
  })
  it('offers, and never takes, a corpus for a building of that number', () => {
    for (const text of ['Рублёвское шоссе, 68 стр. 2', 'Рублёвское шоссе, 68с2']) {
      const found = offered(index, text)
      assert.deepEqual(
        found.map(({ house }) => house),
        ['68К2'],
        text,
      )
    }
  })
  it('offers, and never takes, a street without a house that was not written so', () => {
    const cityless = indexOf(
      address('', 'Москва А101 ЖК', '25'),
      address('', 'Химкинский бульвар', '5', 3200),
    )
    for (const [text, street] of [
      ['Москва', 'Москва А101 ЖК'],
      ['г. Химки', 'Химкинский бульвар'],
      ['Химкинскый бульвар', 'Химкинский бульвар'],
    ] as const) {
      const found = offered(cityless, text)
      assert.deepEqual(
        found.map((one) => one.street),
        [street],
        text,
      )
    }
    assert.equal(matched(cityless, 'Химкинский').street, 'Химкинский бульвар')
  })
  it('offers the houses of a number behind a name, and the street whose own number it may be', () => {
    for (const [text, expected] of [
      ['Парковая 9', ['1-я Парковая улица, д 9', '9-я Парковая улица']],
      [
        'Большегорск, улица Парковая, 1',
        ['1-я Парковая улица, д 1', '9-я Парковая улица, д 1', '1-я Парковая улица'],
      ],
    ] as const) {
      const found = offered(index, text)
      assert.deepEqual(
        found.map(({ value }) => value),
        expected.map((value) => `г Большегорск, ${value}`),
        text,
      )
    }
    for (const text of ['Парковая 9, 5', 'Парковая 9 д 5', 'улица Парковая 9, дом 5']) {
      assert.equal(matched(index, text).value, 'г Большегорск, 9-я Парковая улица, д 5', text)
    }
    for (const text of ['1-я Парковая', 'Парковая 1-я', '1 Парковая', 'Парковая 1 улица']) {
      assert.equal(matched(index, text).value, 'г Большегорск, 1-я Парковая улица', text)
    }
    const kinds = townWith(
      address('Малогорск', '1-й Хуторской переулок', '2', 3302),
      address('Малогорск', '2-я Хуторская улица', '7', 3303),
    )
    assert.equal(matched(kinds, 'Малогорск, улица Хуторская 2').street, '2-я Хуторская улица')
    const bare = townWith(address('Большегорск', 'Парковая улица', '7', 3304))
    assert.deepEqual(
      offered(bare, 'Парковая 9').map(({ street, house }) => [street, house]),
      [
        ['1-я Парковая улица', '9'],
        ['Парковая улица', null],
        ['9-я Парковая улица', null],
      ],
    )
    // No house has the number, or the name itself ends with it.
    assert.equal(
      matched(townWith(address('Малогорск', '7-я Сельская улица', '2', 3300)), 'Сельская 7').street,
      '7-я Сельская улица',
    )
    const quarter = townWith(address('Малогорск', 'Тихие Кварталы 2 ЖК', '2', 3301))
    assert.equal(matched(quarter, 'Тихие Кварталы 2').street, 'Тихие Кварталы 2 ЖК')
  })
  it('offers both houses where a hyphen may be a corpus or a building, not a flat', () => {
    const wider = townWith(
      ...['22', '22к15', '22с15'].map((house, i) =>
        address('Большегорск', 'Осенняя улица', house, 3170 + i),
      ),
    )
    const found = offered(wider, 'Осенняя улица, 22-15')
    assert.deepEqual(found.map(({ house }) => house).sort(), ['22к15', '22с15'])
  })
  it('never takes a street two typos away in a short word, or three in two words', () => {
    for (const text of ['улица Леня, 5', 'улица Окадимика Коралева, 12']) {
      assertNotFound(index, text)
    }
  })
  it('never takes a house on another street for one that the street lacks', () => {
    const wider = townWith(
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
    )
    for (const [text, street] of [
      ['Большегорск, Лесная улица, 1022', 'Лесная улица'],
      ['Осенняя улица, 6', 'Осенняя улица'],
      ['проспект Мира, 51', 'проспект Мира'],
      ['улица Омская, 6', 'улица Омская'],
      ['улица Арочная, 24', 'улица Арочная'],
      ['улица Малая Набережная, 25', 'улица Малая Набережная'],
    ] as const) {
      const found = matched(wider, text)
      assert.equal(found.street, street, text)
      assert.equal(found.geo_precision, 'street', text)
    }
    assertNotFound(wider, 'Проспект')
  })
  it('never takes a house of two numbers for that of the two in one', () => {
    const apart = townWith(address('Малогорск', 'Весенняя улица', '68 -2', 3310))
    assert.equal(matched(apart, 'Весенняя улица, 682').geo_precision, 'street')
    assert.equal(matched(apart, 'Весенняя улица, 68-2').house, '68 -2')
  })
  it('never takes a street for one of another number', () => {
    const wider = townWith(
      address('Малогорск', 'Полевая улица', '12', 3190),
      address('Малогорск', '4-я Полевая улица', '7', 3191),
      address('Малогорск', 'улица 1 Мая', '5', 3192),
      address('Малогорск', 'улица 40 лет Октября', '5', 3193),
      address('Малогорск', '3-я Речная улица', '5', 3194),
      address('Малогорск', '3-я линия', '5', 3195),
      address('Малогорск', '1-й переулок Чехова', '2', 3196),
      address('Малогорск', 'Испанские Дома 2 ЖК', '3к1', 3197),
    )
    for (const text of [
      '9 Полевая, 12',
      'Малогорск, улица 9 Полевая, дом 12',
      'Малогорск, 9 Мая, 5',
      'улица 60 лет Октября, 5',
      '1 Речная улица, 3',
      '5 Речная улица',
      '5 линия, 8',
      '2 переулок Чехова, 1',
    ]) {
      assertNotFound(wider, text)
    }
    for (const [text, street, house] of [
      ['4 Полевая, 7', '4-я Полевая улица', '7'],
      ['4 Полевая, 8', '4-я Полевая улица', null],
      ['9 4-я Полевая, 8', '4-я Полевая улица', null],
      ['12 Полевая', 'Полевая улица', '12'],
      ['12 корп. 1 Полевая', 'Полевая улица', null],
      ['Малогорск, 7, Полевая, 12', 'Полевая улица', null],
      ['Полевая 12 кв 9', 'Полевая улица', '12'],
      ['1 Мая 5', 'улица 1 Мая', '5'],
      ['5 улица 1 Мая', 'улица 1 Мая', '5'],
      ['5 улица 40 лет Октября', 'улица 40 лет Октября', '5'],
      ['5 3-я линия', '3-я линия', '5'],
      ['1 переулок Чехова, 2', '1-й переулок Чехова', '2'],
      ['3к1 Испанские Дома 2', 'Испанские Дома 2 ЖК', '3к1'],
    ] as const) {
      const found = matched(wider, text)
      assert.deepEqual([found.street, found.house], [street, house], text)
    }
  })
  it('offers, and never takes, a house on a street whose name has another word', () => {
    const wider = townWith(
      address('Малогорск', 'Большой проспект В.О.', '10', 3190),
      address('Малогорск', 'Большая Лесная улица', '8', 3191),
      address('Малогорск', 'улица Старый Тракт', '7', 3192),
    )
    for (const [text, street] of [
      ['Большой проспект П.С., 10', 'Большой проспект В.О.'],
      ['М. Лесная улица, 8', 'Большая Лесная улица'],
      ['улица Большая Дорога, 8', 'Большая Лесная улица'],
      ['улица Б. Королёва, 12', 'улица Академика Королёва'],
    ] as const) {
      const found = offered(wider, text)
      assert.deepEqual(
        found.map((one) => one.street),
        [street],
        text,
      )
    }
    for (const text of ['улица А. Королёва, 12', 'улица Королёва, 12', 'Королёва А. С., 12']) {
      assert.equal(matched(wider, text).house, '12', text)
    }
    // A word for a kind is the one of the name.
    assert.equal(matched(wider, 'улица Старый тр., 7').house, '7')
  })
  it('offers both houses where a comma on the wrong layout may be the letter of a house', () => {
    const lettered = townWith(
      address('Малогорск', 'Весенняя улица', '3', 3300),
      address('Малогорск', 'Весенняя улица', '3Б', 3301),
      address('Малогорск', 'Весенняя улица', '5', 3302),
    )
    for (const text of ['dtctyyzz 3,', 'Dtctyyzz ekbwf 3 ,', 'dtctyyzz 3 kbnthf ,']) {
      assert.deepEqual(
        offered(lettered, text).map(({ house }) => house),
        ['3Б', '3'],
        text,
      )
    }
    for (const [text, house] of [
      ['dtctyyzz 5,', '5'],
      ['Весенняя 3,', '3'],
    ] as const) {
      assert.equal(matched(lettered, text).house, house, text)
    }
  })
  it('never takes a city that the table lacks for a mistyped short word for a kind', () => {
    for (const city of ['г. Клин', 'Клин', 'город Клин']) {
      assertNotFound(index, `${city}, Лесная улица, 5`)
      assertNotFound(index, `${city}, Лесная улица, д. 5`)
    }
    assertNotFound(index, 'г. Клин, Лесная, 5')
  })
  it('takes no street for named whose one known word is the name of the city', () => {
    const wider = townWith(
      address('Большегорск', 'Большегорск А101 ЖК', '25', 3070),
      address('Мирный', 'улица Мирный', '7', 3071),
    )
    assert.equal(matched(wider, 'Большегорск, р-н Крылатский, 25').geo_precision, 'city')
    for (const [text, street] of [
      ['Большегорск, ЖК Большегорск А101, 25', 'Большегорск А101 ЖК'],
      ['Мирный, 7', 'улица Мирный'],
    ] as const) {
      assert.equal(matched(wider, text).street, street, text)
    }
  })
  it('never takes a bare number for a street’s name', () => {
    const numbered = [
      address('Большегорск', 'Люберецкие Поля мкр', '12-й кв-л', 3130),
      address('Большегорск', 'мкр. 17-й', '1701', 3140),
      address('Большегорск', 'улица 50 лет Октября', '3', 3150),
    ]
    const cityless = numbered.map((row) => ({ ...row, city: '' }))
    for (const rows of [numbered, cityless]) {
      const wider = indexOf(...rows)
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
  it('never takes a bare kind of place for the beginning of a street’s name', () => {
    const wider = townWith(
      address('Большегорск', 'Шоссейная улица', '5', 3160),
      address('Большегорск', 'Уланский переулок', '5', 3161),
      address('Большегорск', 'м. Динамо', 'Южный проспект', 3162),
      address('Большегорск', '7-я линия В.О.', '5', 3163),
    )
    for (const text of ['ул', 'шоссе', 'Шоссе, 5', 'ул. 5', 'проспект', 'Большегорск, проспект']) {
      const found = resolveAddress(wider, text)
      assert.ok(
        found.outcome === 'not_found' ||
          (found.outcome === 'match' && found.match.geo_precision === 'city'),
        text,
      )
    }
    for (const [text, street] of [
      ['Набережная, 3', 'набережная Набережная'],
      ['7-я линия, 5', '7-я линия В.О.'],
    ] as const) {
      assert.equal(matched(wider, text).street, street, text)
    }
  })
  it('offers what it cannot choose between behind a city that the table leaves out', () => {
    const cityless = indexOf(
      address('', 'проспект Мира', '33к1'),
      address('', 'проспект Вернадского', '5', 3200),
      address('', 'Садовая улица', '1', 3210),
      address('', 'Кутузовский проспект', '1', 3220),
      address('', 'Кутузовский проезд', '2', 3230),
      address('', 'Москва А101 ЖК', '25', 3240),
    )
    for (const text of [
      'проспект Мира, 33',
      'улица Вернадского, 5',
      'Садовая площадь',
      'Кутузовский, 30',
    ]) {
      const alone = resolveAddress(cityless, text)
      assert.equal(alone.outcome, 'ambiguous', text)
      assert.deepEqual(resolveAddress(cityless, `г. Москва, ${text}`), alone)
      assert.deepEqual(resolveAddress(cityless, `${text}, Москва`), alone)
    }
  })
  it('offers both houses where either of two parts may be the city that the table leaves out', () => {
    const cityless = indexOf(address('', 'Лесная', '5'), address('', 'Полевая', '5', 3190))
    // One house that begins with the number is a candidate too.
    const begun = indexOf(address('', 'Лесная', '34к1'), address('', 'Полевая', '5', 3190))
    for (const text of ['Город, Лесная, 34', 'Полевая, Лесная, 34']) {
      const [candidate, ...more] = offered(begun, text)
      assert.deepEqual([candidate?.house, more], ['34к1', []], text)
    }
    const found = offered(cityless, 'Лесная, Полевая, 5')
    assert.deepEqual(found.map(({ street }) => street).sort(), ['Лесная', 'Полевая'])
  })
})
