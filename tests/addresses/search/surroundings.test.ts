// What a whole address says beside city, street and house, and what stands around it, and where
// such words are names after all.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertNotFound, matched } from '../resolved.ts'
import { address, indexOf, townIndex, townWith } from '../town.ts'

const index = townIndex()

describe('what surrounds an address', () => {
  it('passes over what only says in which country, region and district that is', () => {
    for (const text of [
      '101000, Россия, Большегорская обл., г. Большегорск, р-н Крылатский, ш. Рублевское, д. 68 корп. 2',
      'Республика Верхняя, г Большегорск, ЗАО, Рублёвское шоссе, 68к2',
      'Верхобласть, Большегорск, Рублёвское шоссе, 68к2',
      'Верхобл., г. Большегорск, Рублёвское шоссе, 68к2',
      'РФ, Большегорский край, Большегорск, округ Дальний, Рублёвское шоссе 68к2',
    ]) {
      assert.equal(matched(index, text).value, 'г Большегорск, Рублёвское шоссе, д 68К2', text)
    }
    const twoTowns = townWith(address('Среднегорск', 'Рублёвское шоссе', '7', 3210))
    for (const region of [
      'Большегорская обл. г. Большегорск',
      'Большегорская область Большегорск',
      'обл Большегорская г Большегорск',
      'Верхняя респ. г Большегорск',
      'Больш.обл. г.Большегорск',
      'Республика Верхняя Гора - Камень г Большегорск',
      'Республика Камень Большегорск',
      'Каменский край г. Большегорск',
      'Большегорская обл Каменский р-н г. Большегорск',
      'городской округ Большегорск г. Большегорск',
      'Большегорск Большегорская область',
    ]) {
      const text = `${region}, Рублёвское шоссе, 68к2`
      assert.equal(matched(index, text).value, 'г Большегорск, Рублёвское шоссе, д 68К2', text)
      const withoutCommas = `${region} Рублёвское шоссе 68к2`
      assert.equal(matched(index, withoutCommas).house, '68К2', withoutCommas)
      // The other town has the house.
      const lacking = matched(twoTowns, `${region}, Рублёвское шоссе, 7`)
      assert.deepEqual([lacking.city, lacking.kind], ['Большегорск', 'street'], region)
    }
    assert.equal(matched(index, 'Рублёвское шоссе 68к2 Большегорская область').house, '68К2')
    assert.equal(matched(index, 'Верхний г.о. п. Дальний, 5').city, 'пос. Дальний')
    const elsewhere = 'Большегорская обл, г Нигдеград, р-н Крылатский, Рублёвское шоссе, 68к2'
    assertNotFound(index, elsewhere)
  })

  it('takes the city from what is around the house where nothing else names one', () => {
    const twoTowns = townWith(
      address('Среднегорск', 'Рублёвское шоссе', '7', 3210),
      address('Новый Среднегорск', 'Рублёвское шоссе', '9', 3220),
    )
    for (const [around, house, city, kind] of [
      ['г.о. Большегорск', '7', 'Большегорск', 'street'],
      ['Верхняя обл., городской округ Большегорск', '68к2', 'Большегорск', 'house'],
      ['ВНАО Большегорск', '7', 'Большегорск', 'street'],
      ['МО Новый Среднегорск', '9', 'Новый Среднегорск', 'house'],
      ['Среднегорск, МО Большегорск', '7', 'Среднегорск', 'house'],
      ['р-н Нигдеевский', '7', 'Среднегорск', 'house'],
    ] as const) {
      const text = `${around}, Рублёвское шоссе, ${house}`
      const found = matched(twoTowns, text)
      assert.deepEqual([found.city, found.kind], [city, kind], text)
    }
  })

  it('passes over regions and districts as registers name them', () => {
    for (const around of [
      'Респ Камень /Гора/, г Большегорск',
      'Большегорская область - Камень, г.о. Большегорский, г Большегорск',
      'Большегорская область — Камень, Большегорск',
      'Большегорский автономный округ — Камень, Большегорск',
      'Каменская Республика — Гора, Большегорск',
      'Республика Северная Гора — Камень, Большегорск',
      'Каменская республика-Гора, Большегорск',
      'Респ Северная Гора - Камень, г Большегорск',
      'БМАО-Югра, Большегорск',
      'Верхняя обл., городской округ город Большегорск, город Большегорск',
    ]) {
      const found = matched(index, `${around}, Рублёвское шоссе, 68к2`)
      assert.deepEqual([found.house, found.isAsWritten], ['68К2', true], around)
    }
    for (const around of [
      'м.р-н Калиновский, с.п. Верхнее',
      'Калиновский муниципальный район, сельское поселение Верхнее',
      'муниципальный район Калиновский, Верхний сельсовет',
      'Калиновский м.р-н, Верхний с/с',
      'г.о. город Большегорск',
    ]) {
      const found = matched(index, `Верхняя обл., ${around}, пос. Дальний, 5`)
      assert.deepEqual([found.city, found.isAsWritten], ['пос. Дальний', true], around)
    }
  })

  it('takes the city from brackets where nothing else names one', () => {
    const twoTowns = townWith(address('Среднегорск', 'Рублёвское шоссе', '68К2', 3210))
    for (const city of ['Большегорск', 'Среднегорск']) {
      assert.equal(matched(twoTowns, `Рублёвское ш., 68к2 (г.о. ${city})`).city, city)
    }
  })

  it('passes over the municipal district that is named as its city is', () => {
    for (const district of ['г.о. Большегорск', 'го Большегорск, м.о. Дальний']) {
      const found = matched(index, `${district}, г. Большегорск, Лесная улица, 5`)
      assert.ok(found.isAsWritten, district)
      assert.equal(found.value, 'г Большегорск, Лесная улица, д 5')
    }
  })

  it('takes a district for the street where the table has it as one', () => {
    const wider = townWith(address('Большегорск', 'Промышленный район', '5', 3120))
    assert.equal(matched(wider, 'Большегорск, Промышленный район, 5').street, 'Промышленный район')
    assert.equal(
      matched(wider, 'Большегорск, Промышленный район, Лесная улица, 5').street,
      'Лесная улица',
    )
  })

  it('takes a street for no underground station', () => {
    const small = indexOf(address('Тверь', 'Малая Полевая улица', '7'))
    assert.equal(matched(small, 'М. Полевая, 7').street, 'Малая Полевая улица')
  })

  it('passes over a station or a district whose name says a kind of street', () => {
    for (const text of [
      'Большегорск, м. Улица Строителей, Рублёвское шоссе, 68К2',
      'Рублёвское шоссе, 68К2, м. Проспект Мира',
      'метро Парковая аллея, Солнечный Берег ЖК, к2.2/2',
      'м. Площадь Победы, Рублёвское ш., 68К2',
      'м. Улица 1905 года, Рублёвское ш., 68К2',
      'Большегорск, р-н Проспект Строителей, Рублёвское шоссе, 68К2',
      'Большегорск, р-н Рублёвское шоссе, Рублёвское шоссе, 68К2',
    ]) {
      const found = matched(index, text)
      assert.ok(found.isAsWritten, text)
      assert.match(found.house ?? '', /^68К2$|^к2.2/, text)
    }
    const rivers = indexOf(address('Тверь', 'Малая Речная улица', '8'))
    for (const text of [
      'М. Речная улица, Тверь',
      'Тверь, ЖК Дом, М. Речная улица, 8',
      'Тверь, ЖК Дом, М. Речная улица 8к1',
    ]) {
      assert.equal(matched(rivers, text).street, 'Малая Речная улица', text)
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
    const wider = indexOf(
      ...streets.map((street, i) => address('Липки', street, '5', 3200 + i)),
      address('Липки', '5-я улица', '5', 3230),
      address('Липки', '', '5', 3240),
      address('Липки', '', '7', 3250),
    )
    for (const street of streets) {
      for (const text of [`Липки, ${street}, 5`, `${street}, 5`]) {
        const found = matched(wider, text)
        assert.equal(found.street, street, text)
        assert.equal(found.house, '5', text)
      }
    }
    assert.equal(matched(wider, 'Липки, улица Рабочий Край, 7').geo_precision, 'street')
    const region = indexOf(address('Липки', 'улица Республика Крым', '5', 3260))
    for (const street of ['улица Республика Крым', 'ул. Республика Крым']) {
      const found = matched(region, `Верхняя обл., г. Липки, ${street}, 5`)
      assert.equal(found.house, '5', street)
    }
  })

  it('passes over postcode, stress and flat wherever they stand', () => {
    for (const text of [
      '101000, Лесная улица, 2',
      'Индекс 101000, Лесная улица, 2',
      'Адрес: индекс 101000 Лесная улица 2',
      'Лесная улица, 2, 101000',
      'Лесна\u0301я улица, 2',
      'кв. 15, Лесная улица, 2',
      'Лесная улица, кв. 15, 2',
    ]) {
      assert.equal(matched(index, text).house, '2', text)
    }
    const lettered = townWith(address('Большегорск', 'Садовая улица', '3Я', 3160))
    assert.equal(matched(lettered, 'Садовая 3 я, кв 5').house, '3Я')
  })
})
