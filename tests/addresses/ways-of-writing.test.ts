// The ways in which people, maps and registers write one address. What surrounds it is
// search/surroundings.test.ts's; where two places fit, or none, resolve.test.ts's.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggest } from '../../src/addresses/suggest.ts'
import { assertNotFound, matched } from './resolved.ts'
import { address, indexOf, townIndex, townWith } from './town.ts'

const index = townIndex()

describe('reading an address', () => {
  it('reads a plot and an allotment society by their whole names', () => {
    const wider = townWith(
      address('Большегорск', 'СНТ Ромашка', 'уч. 12', 600),
      address('ст-ца Верхняя', 'Садовая улица', '5', 3200),
    )
    for (const text of [
      'СНТ Ромашка, з/у 12',
      'с/т Ромашка, земельный участок 12',
      'садовое товарищество «Ромашка», участок 12',
      'садоводческое некоммерческое товарищество Ромашка, уч. 12',
      'ст. Верхняя, Садовая ул., 5',
    ]) {
      assert.ok(matched(wider, text).isAsWritten, text)
    }
  })

  it('reads numbers in words where the text as it stands finds little', () => {
    const wider = townWith(
      address('Большегорск', 'улица Семь Ключей', '5', 600),
      address('Большегорск', 'ул. 40-летия Победы', '12/1', 610),
      address('Большегорск', 'улица 22-го Партсъезда', '125', 620),
    )
    for (const [text, street, house] of [
      ['рублёвское шоссе дом шестьдесят восемь корпус два', 'Рублёвское шоссе', '68К2'],
      ['восьмое марта девять', 'улица 8 Марта', '9'],
      ['сорокалетия победы двенадцать дробь один', 'ул. 40-летия Победы', '12/1'],
      ['двадцать второго партсъезда сто двадцать пять', 'улица 22-го Партсъезда', '125'],
      ['семь ключей 5', 'улица Семь Ключей', '5'],
    ] as const) {
      const found = matched(wider, text)
      assert.deepEqual([found.street, found.house], [street, house], text)
      assert.deepEqual(suggest(wider, { q: text }).corrections, [], text)
    }
  })

  it('needs neither “имени” nor both initials of a person', () => {
    const wider = townWith(
      address('Большегорск', 'пр-кт им. В.И. Ленина', '5', 600),
      address('Большегорск', 'ул. имени Гоголя', '5', 610),
      address('Большегорск', 'М. Дорогомиловская улица', '5', 620),
      address('Большегорск', 'ул. П.С. Нахимова', '5', 630),
      address('Большегорск', 'ул. К.П. Орловского', '5', 640),
      address('Большегорск', 'ул. 1-я Б. Садовая', '5', 650),
      address('Большегорск', 'Малый проспект П.С.', '5', 660),
    )
    for (const [text, isAsWritten] of [
      ['Большегорск, пр. Ленина, 5', true],
      ['Большегорск, пр-т им. В. И. Ленина, 5', true],
      ['ул. Гоголя, 5', true],
      ['ул. Нахимова, 5', true],
      ['ул. Орловского, 5', true],
      ['Дорогомиловская улица, 5', false],
      ['1-я Садовая ул., 5', false],
      ['Малый проспект, 5', false],
    ] as const) {
      assert.equal(matched(wider, text).isAsWritten, isAsWritten, text)
    }
  })

  it('knows a name spelled out for the initial that the table has', () => {
    const wider = townWith(
      address('Большегорск', 'ул. В. Высоцкого', '15', 600),
      address('Большегорск', 'М. Бронная улица', '5', 610),
    )
    for (const [text, street] of [
      ['ул. Владимира Высоцкого, 15', 'ул. В. Высоцкого'],
      ['Vladimira Vysotskogo 15', 'ул. В. Высоцкого'],
      ['Малая Бронная, 5', 'М. Бронная улица'],
    ] as const) {
      const found = matched(wider, text)
      assert.deepEqual([found.street, found.isAsWritten], [street, false], text)
    }
    assertNotFound(wider, 'ул. Павла Высоцкого, 15')
    assertNotFound(wider, 'Владимирская ул., 15')
  })

  it('reads a kind of street by its short form within a name too', () => {
    const wider = townWith(
      address('Большегорск', 'ул Батумское шоссе', '9', 600),
      address('Большегорск', 'ул. Садовый 5-й проезд', '3', 610),
    )
    for (const text of ['Батумское ш., 9', 'ул. Батумское шоссе, 9', 'Садовый 5-й пр-д, 3']) {
      assert.ok(matched(wider, text).isAsWritten, text)
    }
    for (const kind of ['пр-т', 'прт', 'пркт', 'прспкт']) {
      assert.ok(matched(wider, `${kind} Мира, 7`).isAsWritten, kind)
    }
  })

  it('never reads the letter of a house as the beginning of its city', () => {
    const wider = townWith(address('Большегорск', 'Рублёвское шоссе', '70Б', 3200))
    for (const [text, house] of [
      ['Рублёвское шоссе, 70 Б', '70Б'],
      ['Большегорск, Рублёвское шоссе, 70 литера Б', '70Б'],
      ['Рублёвское шоссе, 6 Б', null],
      ['Большегорск, Рублёвское шоссе, 6 литера Б', null],
    ] as const) {
      assert.equal(matched(wider, text).house, house, text)
    }
  })

  it('finds the house before its city, whose “г.” is no letter of the house', () => {
    const wider = townWith(
      address('Большегорск', 'Рублёвское шоссе', '70Г', 3210),
      address('с. Ближнее', 'Садовая улица', '5', 3220),
    )
    for (const [text, house] of [
      ['Рублёвское шоссе, 6, г. Большегорск', '6'],
      ['Рублёвское шоссе, д. 6, кв. 7, г Большегорск', '6'],
      ['Садовая улица, 5, с. Ближнее', '5'],
      ['Рублёвское шоссе, 70 Г, Большегорск', '70Г'],
      ['Рублёвское шоссе, 70, лит. Г, г. Большегорск', '70Г'],
    ] as const) {
      const found = matched(wider, text)
      assert.equal(found.house, house, text)
      assert.ok(found.isAsWritten, text)
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
      'Рублёвское шоссе, дом 68, корпус 2, квартира номер 117, домофон 117К',
      'Рублёвское шоссе, дом 68, корпус 2, подъезд 3, комната № 15',
      'Рублёвское шоссе, дом номер 68, корпус 2',
      'Рублёвское шоссе, д.68к2кв.15',
      'Рублёвское шоссе, 68к2 - 15',
      'Рублёвское шоссе, 68К2, 5 этаж, 2-комнатная квартира',
      'Рублёвское Рублёвское шоссе, 68К2',
      'на Рублёвском шоссе 68К2',
      'Рублёвское шоссе, д. 68 корп. 2',
      'Rublevskoe highway, 68k2',
      'Рублёвское шоссе, д. 68, корп. 2, под. 3, эт. 5, кв. 15',
      'Рублёвское шоссе, 68К2, апартаменты 15',
      'Рублёвское шоссе, 68К2, апарт. № 15',
      'Рублёвское шоссе, 68К2, помещ. 15, комн. 3',
      'Rublevskoe shosse, dom 68, korpus 2, kvartira 15',
      'rublevskoe shosse 68k2, podyezd 3, etazh 5, kv. 15',
      'Рублёвское шоссе, 68К2, 15',
      'Рублёвское шоссе, д. 68, корп. 2, 15',
    ]) {
      assert.equal(matched(index, text).house, '68К2', text)
    }
  })

  it('reads a letter of the house after its word, and a hyphen in any form', () => {
    const wider = townWith(
      address('Большегорск', 'Лесная улица', '5А', 3070),
      address('Большегорск', '3-я Прядильная улица', '3', 3080),
      address('Большегорск', '13-я Прядильная улица', '3', 3090),
    )
    for (const text of ['Большегорск, Лесная улица, д. 5 лит. А', 'Лесная 5, литера А']) {
      assert.equal(matched(wider, text).house, '5А', text)
    }
    // Without a comma before it, a letter is the house's, though a city stands behind.
    const lettered = townWith(address('Большегорск', 'Лесная улица', '5Г', 3071))
    assert.equal(matched(lettered, 'Лесная улица, 5 г Большегорск').house, '5Г')
    assert.equal(matched(lettered, 'Лесная улица, 5, г Большегорск').house, '5')
    for (const ordinal of ['3–я', '3 - я', '3 я', '3я', 'Третья']) {
      const found = matched(wider, `${ordinal} Прядильная улица, 3`)
      const street = found.street
      assert.equal(street, '3-я Прядильная улица', ordinal)
    }
  })

  it('takes a number after the house for a flat only where that leads to a house', () => {
    for (const [text, value] of [
      ['Лесная улица, 5, 7, Большегорск', 'г Большегорск, Лесная улица'],
      ['Большегорск, Лесная улица, 5, 17', 'г Большегорск, Лесная улица, д 5'],
      ['Большегорск, Лесная улица, 5, 1024', 'г Большегорск, Лесная улица, д 5'],
      ['Большегорск, Лесная улица, 5-1024', 'г Большегорск, Лесная улица, д 5'],
      ['Большегорск, Лесная улица, 6, 17', 'г Большегорск, Лесная улица'],
      ['проспект Мира, 5, 9', 'г Большегорск, проспект Мира, д 5/9'],
      ['мкр. 15, 77', 'г Большегорск, мкр. 15-й'],
    ]) {
      assert.equal(matched(index, text ?? '').value, value, text)
    }
  })

  it('reads “тр.” and “тр-т” as the short forms of “тракт”', () => {
    const wider = townWith(
      address('Большегорск', 'Старый тракт', '5', 3200),
      address('Большегорск', 'улица Старый Тракт', '7', 3210),
    )
    for (const kind of ['тракт', 'тр.', 'тр-т']) {
      const found = matched(wider, `Старый ${kind}, 5`)
      assert.equal(found.value, 'г Большегорск, Старый тракт, д 5', kind)
      assert.ok(found.isAsWritten, kind)
    }
  })

  it('takes a house without the letter of its main building, and says it is corrected', () => {
    const wider = townWith(
      address('Большегорск', 'Осенняя улица', '31', 3200),
      address('Большегорск', 'Осенняя улица', '33', 3201),
      address('Большегорск', 'Осенняя улица', '33А', 3202),
      address('Большегорск', 'Осенняя улица', '35Б', 3203),
      address('Большегорск', 'Аэродромная улица', '5', 3204),
    )
    for (const [text, house, isAsWritten] of [
      ['Осенняя улица, д. 31, литера А', '31', false],
      ['Осенняя улица, дом 31, лит. "А", кв. 5', '31', false],
      ['Осенняя улица, 31 литер A, 5', '31', false],
      ['Рублёвское шоссе, д. 68, к. 2, лит. А', '68К2', false],
      ['Осенняя улица, 33 литера А', '33А', true],
      ['Осенняя улица, 31 литера Б', null, true],
      ['Осенняя улица, 31А', null, true],
      ['Осенняя улица, 35 литера А', null, true],
    ] as const) {
      const found = matched(wider, text)
      assert.equal(found.house, house, text)
      assert.equal(found.isAsWritten, isAsWritten, text)
    }
    assertNotFound(wider, 'улица Аэлита, 5')
  })

  it('reads “влд.” as the short form of “владение”', () => {
    for (const text of ['Садовая-Самотёчная улица, влд. 13', 'Садовая-Самотёчная влд13']) {
      assert.equal(matched(index, text).house, 'вл13', text)
    }
  })

  it('never takes another house for a “сооружение” of that number', () => {
    const wider = townWith(address('Большегорск', 'проспект Мира', '9 соор. 1', 330))
    assert.equal(matched(wider, 'проспект Мира, 9 сооружение 1').house, '9 соор. 1')
    assert.equal(matched(wider, 'проспект Мира, 33 соор. 1').geo_precision, 'street')
  })

  it('takes an initial or a short rank for the whole word, and says it is as written', () => {
    for (const [text, isAsWritten] of [
      ['улица ак. Королёва, 12', true],
      ['улица А. Королёва, 12', true],
      ['улица Ака Королёва, 12', false],
      ['улица акад. Королева, 12', true],
      ['улица акад. Королеав, 12', false],
    ] as const) {
      const found = matched(index, text)
      assert.equal(found.house, '12', text)
      assert.equal(found.isAsWritten, isAsWritten, text)
    }
  })

  it('takes an initial for the name that begins with it', () => {
    const wider = townWith(
      address('Большегорск', 'Верхняя Полевая улица', '7', 3100),
      address('Малогорск', 'Полевая улица', '7', 3110),
    )
    assert.equal(matched(wider, 'В. Полевая улица, 7').street, 'Верхняя Полевая улица')
    assert.equal(matched(wider, 'В.Полевая, 7').street, 'Верхняя Полевая улица')
  })

  it('takes "М." for the name, though it begins the city and is short for metro', () => {
    const rivers = indexOf(
      ...['Малая', 'Большая'].map((size, i) =>
        address('Москворечье', `${size} Речная улица`, '8', i),
      ),
    )
    for (const text of ['М. Речная, 8', 'Москворечье, М. Речная улица, 8', 'ул М Речная д 8']) {
      assert.equal(matched(rivers, text).street, 'Малая Речная улица', text)
    }
    assert.equal(
      matched(rivers, 'Москворечье, м. Парковая, Большая Речная улица, 8').street,
      'Большая Речная улица',
    )
  })

  it('finds a numbered district by its bare number beside its city', () => {
    for (const text of ['Большегорск, мкр. 15, к1538', 'Большегорск, 15 мкр к1538']) {
      assert.equal(matched(index, text).house, 'к1538', text)
    }
  })

  it('reads a complex whose kind is spelt out', () => {
    for (const text of [
      'Большегорск, жилой комплекс Солнечный Берег, к2.2/2',
      'Жилой комплекс «Солнечный Берег» к2.2/2',
      'Солнечный Берег жилой комплекс, к2.2/2',
    ]) {
      const found = matched(index, text)
      assert.equal(found.street, 'Солнечный Берег ЖК', text)
      assert.ok(found.isAsWritten, text)
    }
  })

  it('reads in Latin letters a house’s letter behind its word', () => {
    const lettered = townWith(
      address('Большегорск', 'Садовая улица', '3', 3190),
      address('Большегорск', 'Садовая улица', '3 литера Б', 3200),
    )
    for (const text of ['Sadovaya ulitsa, 3 litera B', 'sadovaya 3, lit. b, kv. 15']) {
      const found = matched(lettered, text)
      assert.equal(found.house, '3 литера Б', text)
      assert.ok(found.isAsWritten, text)
    }
  })

  it('reads a letter behind “корпус” as the whole number of a house where there is no other', () => {
    const complex = townWith(
      address('Большегорск', 'ЖК Лефорт', 'корпус Б', 3220),
      address('Большегорск', 'ЖК Лефорт', '12 корпус Б', 3230),
      address('Большегорск', 'ЖК Лефорт', 'к1', 3240),
    )
    for (const text of [
      'ЖК Лефорт, корпус Б',
      'Большегорск, ЖК «Лефорт», корп. Б, кв. 12',
      'корпус Б, ЖК Лефорт',
      'lefort korpus b',
    ]) {
      const found = matched(complex, text)
      assert.equal(found.house, 'корпус Б', text)
      assert.ok(found.isAsWritten, text)
    }
    assert.equal(matched(complex, 'ЖК Лефорт, 12, корпус Б, кв. 1').house, '12 корпус Б')
    // The letter alone is no beginning of the city.
    assertNotFound(complex, 'корпус Б')
    assert.equal(matched(complex, 'ЖК Лефорт, корпус В, кв. 12').geo_precision, 'street')
  })

  it('passes over signs that nobody sees, in the text and in the table', () => {
    const copied = townWith(
      address('Мало\u00adгорск', 'Ве\u00adсенняя ули\u200bца', '1\u200b2', 3170),
      address('Малогорск', 'Весенняя улица', '1', 3180),
    )
    for (const text of [
      'Малогорск, Весенняя улица, 12',
      '\ufeffМалогорск, Весен\u00adняя улица, 1\u200b2',
      'Малогорск\u200e, Весенняя улица, 12\u2060',
    ]) {
      const found = matched(copied, text)
      assert.equal(found.street, 'Весенняя улица', text)
      assert.equal(found.lat, 58.87, text)
      assert.ok(found.isAsWritten, text)
    }
  })

  it('knows the short names of the largest cities', () => {
    const cities = indexOf(
      address('Санкт-Петербург', 'Невский проспект', '5'),
      address('Москва', 'Невский проспект', '5', 3000),
    )
    for (const [text, city] of [
      ['спб Невский 5', 'Санкт-Петербург'],
      ['мск, Невский проспект, 5', 'Москва'],
      ['Nevskiy pr., 5, Moscow', 'Москва'],
    ] as const) {
      assert.equal(matched(cities, text).city, city, text)
    }
  })
})
