// What address suggestions find on a made-up town. Which of two comes first stands in
// ranking.test.ts, what a page of them holds in suggestion-page.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggest } from '../../src/addresses/suggest.ts'
import { address, indexOf, townWith } from './town.ts'
import { page } from './town-page.ts'

const values = (q: string, more: object = {}) => page(q, more).suggestions.map((row) => row.value)
const first = (q: string, more: object = {}) => values(q, more)[0]

describe('what is found', () => {
  const asked: readonly (readonly [rule: string, q: string, value: string])[] = [
    ['an exact address', 'Рублёвское шоссе, 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    [
      'its own value',
      'г Большегорск, Рублёвское шоссе, д 68',
      'г Большегорск, Рублёвское шоссе, д 68',
    ],
    ['е for ё', 'рублевское шоссе 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    ['the house first', '68 рублевское', 'г Большегорск, Рублёвское шоссе, д 68'],
    [
      'the kind of street on the other side',
      'березовая улица 3',
      'г Большегорск, улица Берёзовая, д 3',
    ],
    ['no kind of street', 'березовая 3', 'г Большегорск, улица Берёзовая, д 3'],
    ['a short kind of street', 'пр-т мира 7', 'г Большегорск, проспект Мира, д 7'],
    [
      'a corpus spelled out',
      'рублевское д. 68 корпус 2',
      'г Большегорск, Рублёвское шоссе, д 68К2',
    ],
    ['a stroke spelled out', 'мира 5 дробь 9', 'г Большегорск, проспект Мира, д 5/9'],
    ['a building', 'королева 12 стр 1', 'г Большегорск, улица Академика Королёва, д 12с1'],
    ['a corpus without a house', 'мкр 15 корп 1538', 'г Большегорск, мкр. 15-й, к1538'],
    ['a number with a typo in its kind', 'мрк 15 к1538', 'г Большегорск, мкр. 15-й, к1538'],
    ['an ordinal', '9-я парковая 5', 'г Большегорск, 9-я Парковая улица, д 5'],
    ['an ordinal in words', 'девятая парковая 5', 'г Большегорск, 9-я Парковая улица, д 5'],
    ['a number in the street and in the house', '8 марта 8', 'г Большегорск, улица 8 Марта, д 8'],
    ['one typo', 'рублеское 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    ['two typos', 'рубелвскле 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    ['three typos in a long word', 'рублифскае 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    [
      'the first letter of a street beside its city',
      'большегорск р',
      'г Большегорск, Рублёвское шоссе',
    ],
    ['two typos beside the city', 'большегорск бирезовоя', 'г Большегорск, улица Берёзовая'],
    ['the wrong layout', 'he,ktdcrjt 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    ['the wrong layout with a comma', 'he,ktdcrjt, 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    ['the wrong layout and a typo', 'he,ktdrjt 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    ['Latin letters', 'Rublyovskoye shosse 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    [
      'Latin letters of another scheme',
      'rublevskoe sh. 68 k 2',
      'г Большегорск, Рублёвское шоссе, д 68К2',
    ],
    ['words run together', 'проспектмира 7', 'г Большегорск, проспект Мира, д 7'],
    ['a typo in a word that is still being typed', 'рубелв', 'г Большегорск, Рублёвское шоссе'],
    ['a beginning and a house', 'рубле 68', 'г Большегорск, Рублёвское шоссе, д 68'],
    [
      'a postcode and a flat around it',
      '101000, рублевское 68, кв. 15',
      'г Большегорск, Рублёвское шоссе, д 68',
    ],
    ['a settlement without streets', 'дальний 5', 'пос. Дальний, д 5'],
    ['an aul, which is no town', 'верхний 5', 'аул Верхний, д 5'],
    [
      'a street named by a kind of street',
      'набережная 3',
      'г Большегорск, набережная Набережная, д 3',
    ],
    ['a city', 'малогор', 'г Малогорск'],
  ]
  for (const [rule, q, value] of asked) {
    it(`finds ${rule}`, () => assert.equal(first(q), value))
  }

  it('puts the exact house before those that begin with it', () => {
    const found = page('рублевское 6').suggestions.map((row) => row.house)
    assert.deepEqual(found.slice(0, 2), ['6', '68'])
  })

  it('puts an exact word before a mistyped one', () => {
    const near = indexOf(address('Г', 'Ленина улица', '1'), address('Г', 'Лепина улица', '2'))
    assert.equal(suggest(near, { q: 'лепина' }).suggestions[0]?.street, 'Лепина улица')
  })

  it('finds a word of any usual length with a typo', () => {
    const long = indexOf(address('Г', 'Красногвардейская улица', '1'))
    const { corrections, suggestions } = suggest(long, { q: 'красногвордейская' })
    assert.deepEqual([corrections, suggestions[0]?.street], [['typo'], 'Красногвардейская улица'])
  })

  it('offers one row a street while no house is typed', () => {
    const streets = page('большегорск рублевское').suggestions
    assert.equal(streets.filter((row) => row.street === 'Рублёвское шоссе').length, 1)
    assert.equal(streets[0]?.kind, 'street')
  })

  it('offers the street when it has no such house', () => {
    const [row] = page('рублевское 999').suggestions
    assert.equal(row?.kind, 'street')
    assert.equal(row?.geo_precision, 'street')
    // Behind its houses of other numbers, which are one slip away.
    assert.equal(values('березовая 4').at(-1), 'г Большегорск, улица Берёзовая')
    // A settlement without streets has none to offer.
    const kinds = page('дальний 7').suggestions.map(({ kind }) => kind)
    assert.deepEqual(kinds, ['house', 'city'])
  })

  it('offers no houses of a street whose name has the typed number, but one of that number', () => {
    const houses = (q: string) =>
      page(q)
        .suggestions.filter(({ kind }) => kind === 'house')
        .map(({ value }) => value)
    assert.equal(first('15 мкр'), 'г Большегорск, мкр. 15-й')
    assert.deepEqual(houses('15 мкр'), [])
    assert.ok(houses('8 марта').includes('г Большегорск, улица 8 Марта, д 8'))
    assert.equal(houses('15 мкр 15').length, 2)
  })

  it('takes the first of two numbers for that of a street that is only a number', () => {
    const streets = [9, 14].map((number) => `улица № ${number}`)
    const plots = ['уч9', 'уч14'].flatMap((house, at) =>
      streets.map((street) => address('Садовый', street, house, at)),
    )
    const garden = indexOf(...plots)
    for (const [q, value] of [
      ['улица № 9, дом 14', 'г Садовый, улица № 9, уч14'],
      ['улица № 14, дом 9', 'г Садовый, улица № 14, уч9'],
      ['№ 9 14', 'г Садовый, улица № 9, уч14'],
      ['№ 14 9', 'г Садовый, улица № 14, уч9'],
    ] as const) {
      assert.equal(suggest(garden, { q }).suggestions[0]?.value, value, q)
    }
  })

  it('offers no street beside a house whose number begins with what was typed', () => {
    for (const q of ['рублевское 3', 'мира 33']) {
      const kinds = page(q).suggestions.map((row) => row.kind)
      assert.ok(kinds.length > 0 && kinds.every((kind) => kind === 'house'), q)
    }
  })

  it('prefers the kind of street that was typed', () => {
    assert.equal(first('измайловский бульвар 4'), 'г Большегорск, Измайловский бульвар, д 4')
    assert.equal(first('измайловский пр-т 4'), 'г Большегорск, Измайловский проспект, д 4')
  })

  it('prefers the city that was named, though another is larger', () => {
    assert.equal(first('лесная 5'), 'г Большегорск, Лесная улица, д 5')
    assert.equal(first('малогорск лесная 5'), 'г Малогорск, Лесная улица, д 5')
  })

  it('keeps to the city asked for, and finds nothing in a city it does not know', () => {
    assert.deepEqual(values('лесная 5', { city: 'г. Малогорск' }), [
      'г Малогорск, Лесная улица, д 5',
    ])
    assert.deepEqual(values('лесная 5', { city: 'Нигдеград' }), [])
    const unlike = townWith(address('Малый Йорк', 'Лесная улица', '5', 3310))
    const asFilesOfMacNameIt = 'Малый Йорк'.normalize('NFD')
    assert.equal(suggest(unlike, { q: 'лесная 5', city: asFilesOfMacNameIt }).suggestions.length, 1)
    const wider = townWith(address('Новый Малогорск', 'Лесная улица', '5', 3300))
    for (const city of ['Новый Малогорск', 'Малогорск']) {
      const { suggestions } = suggest(wider, { q: 'лесная 5', city })
      assert.deepEqual(
        suggestions.map((row) => row.city),
        [city],
      )
    }
    assert.deepEqual(suggest(wider, { q: 'лесная 5', city: 'Новый' }).suggestions, [])
    assert.deepEqual(values('малогорск', { city: 'Большегорск' }), [])
    assert.deepEqual(values('лесная 5', { city: ' ' }), values('лесная 5'))
  })

  it('keeps the street when only streets are asked for and a house is typed after it', () => {
    for (const q of ['рублевское шоссе', 'рублевское шоссе 6', 'рублевское шоссе 68к2']) {
      const [street, ...others] = page(q, { kind: 'street' }).suggestions
      assert.equal(street?.value, 'г Большегорск, Рублёвское шоссе', q)
      assert.deepEqual(others, [], q)
    }
  })

  it('passes over region and district, though a street is called like one', () => {
    const wider = townWith(address('Большегорск', 'Верхнинская улица', '5', 600))
    const { suggestions } = suggest(wider, {
      q: 'Верхнинская обл., г. Большегорск, р-н Дальний, Лесная улица, 5',
    })
    assert.equal(suggestions[0]?.value, 'г Большегорск, Лесная улица, д 5')
    // All that is left to say is the region: it is searched for as it stands.
    assert.equal(
      suggest(wider, { q: 'Верхнинская обл' }).suggestions[0]?.street,
      'Верхнинская улица',
    )
  })

  it('keeps to the kind asked for', () => {
    for (const kind of ['city', 'street', 'house'] as const) {
      const rows = page('лесная малогорск', { kind }).suggestions
      assert.ok(rows.length > 0)
      assert.ok(rows.every((row) => row.kind === kind))
    }
  })

  it('finds a building by its name, right after a street that is called so', () => {
    const named = indexOf(
      address('Г', 'Полевой проезд', 'Символ'),
      address('Г', 'улица Символ', '1', 1),
      address('Г', 'улица Полевая', '1', 2),
    )
    const found = (q: string) => suggest(named, { q }).suggestions
    assert.deepEqual(
      found('символ').map(({ value }) => value),
      ['г Г, улица Символ', 'г Г, Полевой проезд, Символ'],
    )
    const [, building] = found('символ')
    assert.deepEqual([building?.kind, building?.house], ['house', 'Символ'])
    assert.ok((building?.score ?? 0) > 0.9, `${building?.score}`)
    // Fewer than three letters are letters of a number.
    const short = indexOf(address('Г', 'Полевой проезд', 'Бор'), address('Г', 'Новая улица', 'ЯБ'))
    const [wood, ...others] = suggest(short, { q: 'бор' }).suggestions
    assert.deepEqual([wood?.value, others], ['г Г, Полевой проезд, Бор', []])
    assert.deepEqual(suggest(short, { q: 'яб' }).suggestions, [])
  })

  it('reads a Latin name as it stands, and a Latin letter of a house in a Russian address', () => {
    const town = indexOf(
      address('Большегорск', 'улица Green Park', '5'),
      address('Большегорск', 'Лесная улица', '5Б'),
    )
    for (const [q, value] of [
      ['green park 5', 'г Большегорск, улица Green Park, д 5'],
      ['лесная 5b', 'г Большегорск, Лесная улица, д 5Б'],
    ] as const) {
      const { corrections, suggestions } = suggest(town, { q })
      assert.deepEqual([corrections, suggestions[0]?.value], [[], value])
    }
  })

  it('shows one street spelled two ways once, and two that are 2 km apart twice', () => {
    const spelled = (at: number) =>
      indexOf(address('Г', 'улица Новая', '1'), address('Г', 'Новая улица', '3', at))
    // 1.9 km, and 2.2 km.
    assert.equal(suggest(spelled(15), { q: 'новая' }).suggestions.length, 1)
    assert.equal(suggest(spelled(17), { q: 'новая' }).suggestions.length, 2)
  })

  it('lists the houses of a street in their order', () => {
    const houses = page('рублевское', { kind: 'house' }).suggestions.map(({ house }) => house)
    assert.deepEqual(houses, ['6', '34К1', '68', '68К2', '681'])
  })

  it('shows nothing that leaves a whole name out beside what takes it', () => {
    const kinds = page('большегорск лесная').suggestions.map(({ kind }) => kind)
    assert.ok(kinds.includes('street') && !kinds.includes('city'), kinds.join())
    assert.deepEqual(values('большегорск'), ['г Большегорск'])
  })

  it('finds nothing for less than two letters or for words it does not know', () => {
    for (const q of ['', ' ', 'р', '-', 'ъъъъъъъъъъ', 'qqqqqqq zzzzz'])
      assert.deepEqual(values(q), [])
    // Of the keys of «бо» only one is a letter in the other layout.
    assert.deepEqual(values(',j'), values('бо'))
    assert.ok(values('бо').length > 0)
  })
})
