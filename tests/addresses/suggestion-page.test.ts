// What a page of suggestions holds: its fields, corrections, highlights and ids, in whatever thread
// it is made.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openAddressIndex } from '../../src/addresses/index/address-index.ts'
import { suggest } from '../../src/addresses/suggest.ts'
import { buildAddressIndex, transferables } from './build-index.ts'
import { address, CITIES, indexOf, TOWN, townIndex } from './town.ts'
import { page } from './town-page.ts'

describe('the page', () => {
  it('has exactly the fields of the interface', () => {
    const found = page('he,ktdcrjt 68')
    assert.deepEqual(Object.keys(found), ['query', 'effective_query', 'corrections', 'suggestions'])
    assert.equal(found.query, 'he,ktdcrjt 68')
    assert.equal(found.effective_query, 'рублевское 68')
    assert.deepEqual(found.corrections, ['layout'])
    assert.deepEqual(
      Object.keys(found.suggestions[0] ?? {}),
      'id kind value city street house postal_code fias_id lat lon geo_precision highlights score'.split(
        ' ',
      ),
    )
  })

  it('says what it corrected', () => {
    assert.deepEqual(page('рублевское').corrections, [])
    assert.deepEqual(page('рублеское 68').corrections, ['typo'])
    assert.equal(page('рублеское 68').effective_query, 'рублевское 68')
    assert.deepEqual(page('Rublevskoe 68').corrections, ['transliteration'])
    assert.equal(page('Rublevskoe 68').effective_query, 'рублевское 68')
    assert.equal(page('Rublevskoe 68, kv 5').effective_query, 'рублевское 68, кв 5')
    assert.deepEqual(page('рублев ское 68').corrections, ['spacing'])
    assert.deepEqual(page('рублевскоешоссе 68').corrections, ['spacing'])
    // Two words that nothing has are no better as one.
    assert.deepEqual(page('Верхний-Нижнекаменск, пос. Дальний, 5').corrections, [])
    const years = indexOf(address('Тверь', 'бульвар 30-летия Победы', '1'))
    assert.deepEqual(suggest(years, { q: 'Тверь, б-р 30-ле' }).corrections, [])
    // As the table spells it, however Latin letters are read back.
    assert.equal(page('Bol’shegorsk').effective_query, 'большегорск')
  })

  it('is the same after more searches than the working space of an index can number', () => {
    const forests = Array.from({ length: 500 }, (_, i) => `${i + 1}-я Лесная улица`)
    const streets = [...forests, 'Лесная Ясная улица'].map((name) => address('Тверь', name, '1'))
    const many = indexOf(...streets)
    const find = () => suggest(many, { q: 'лесная ясная' }).suggestions[0]?.value
    many.queryNumber = 2 ** 32 - 2
    const found = Array.from({ length: 4 }, find)
    assert.deepEqual(found, Array(4).fill('г Тверь, Лесная Ясная улица'))
    // The forms of houses that the first searches compared would have the numbers of the next ones.
    const town = townIndex()
    for (const house of ['5', '7', '1']) {
      const [row] = suggest(town, { q: `лесная ${house}` }).suggestions
      assert.equal(row?.house, house)
      town.queryNumber = 2 ** 32 - 1
    }
  })

  it('highlights what was typed', () => {
    const [row] = page('рубл 68').suggestions
    assert.deepEqual(
      row?.highlights.map(([start, end]) => row.value.slice(start, end)),
      ['Рубл', '68'],
    )
  })

  it('highlights of a longer house only what was typed of it', () => {
    for (const [q, house, shown] of [
      ['рублевское 6', '681', '6'],
      ['рублевское 68', '681', '68'],
      ['рублевское 68', '68К2', '68'],
      ['рублевское, д 6', '681', '6'],
      ['рублевское дом 68', '68К2', '68'],
      ['академика королева 17', '17Ак1', '17'],
      ['садовая-самотечная 1', 'вл13', 'вл13'],
      ['рублевское 68 корп 2', '68К2', '68К2'],
    ] as const) {
      const row = page(q).suggestions.find((one) => one.house === house)
      assert.ok(row, `${q}, ${house}`)
      const [start = 0, end] = row.highlights.at(-1) ?? []
      assert.equal(row.value.slice(start, end), shown, `${q}, ${house}`)
    }
  })

  it('highlights the whole of a word that was mistyped, or typed in Latin letters', () => {
    for (const q of ['рубелв', 'Rubl']) {
      const [row] = page(q).suggestions
      assert.deepEqual(
        row?.highlights.map(([start, end]) => row.value.slice(start, end)),
        ['Рублёвское'],
        q,
      )
    }
  })

  it('highlights each place once, in the order of the text, however the query repeats and orders', () => {
    for (const [q, shown] of [
      ['68 рублевское большегорск', ['Большегорск', 'Рублёвское', '68']],
      ['рублевское рублевское 68', ['Рублёвское', '68']],
    ] as const) {
      const [row] = page(q).suggestions
      assert.deepEqual(
        row?.highlights.map(([start, end]) => row.value.slice(start, end)),
        shown,
        q,
      )
    }
  })

  it('holds twenty suggestions at most, one at least, and seven where nobody says how many', () => {
    const streets = Array.from({ length: 30 }, (_, i) => address('Г', `Ленина ${i}-я улица`, '1'))
    const many = indexOf(...streets)
    for (const [limit, shown] of [
      [99, 20],
      [0, 1],
      [undefined, 7],
      [Number.NaN, 7],
    ] as const) {
      assert.equal(suggest(many, { q: 'ленина', limit }).suggestions.length, shown, `${limit}`)
    }
  })

  it('highlights no house that was not typed: another one, or any where none was', () => {
    const [other] = page('березовая 4').suggestions
    assert.ok(other)
    assert.equal(other.kind, 'house')
    const shown = (row: typeof other) =>
      row.highlights.map(([start, end]) => row.value.slice(start, end))
    assert.deepEqual(shown(other), ['Берёзовая'])
    const [any] = page('березовая', { kind: 'house' }).suggestions
    assert.ok(any)
    assert.deepEqual(shown(any), ['Берёзовая'])
  })

  it('highlights the city of a house that stands on no street', () => {
    const [row] = page('дальний 5').suggestions
    assert.deepEqual(
      row?.highlights.map(([start, end]) => row.value.slice(start, end)),
      ['Дальний', '5'],
    )
  })

  it('carries postcode, FIAS id and coordinates, with what they are of', () => {
    const [one] = page('почтовая 1').suggestions
    assert.equal(one?.postal_code, '101001')
    assert.equal(one?.fias_id, 'ccdfd496-8108-4655-aadd-bd228747306d')
    assert.equal(one?.geo_precision, 'house')
    const [two] = page('почтовая 2').suggestions
    assert.equal(two?.fias_id, null, 'what is no id of FIAS is shown as none')
    assert.equal(two?.geo_precision, 'street')
    assert.deepEqual([two?.lat, two?.lon], [one?.lat, one?.lon])
    const [city] = page('большегорск', { kind: 'city' }).suggestions
    assert.deepEqual([city?.fias_id, city?.geo_precision], ['a-city', 'city'])
  })

  it('keeps ids over a rebuild from other rows in another order', () => {
    const again = indexOf(...[address('Аа', 'Бб', '1'), ...TOWN, ...CITIES].toReversed())
    // The hash of "house|большегорск|проспект:мира|7|0": clients may keep it over any release.
    const [one] = page('проспект Мира 7').suggestions
    assert.equal(one?.id, 'd1b938b67239c855')
    const ids = page('рублевское 68').suggestions.map((row) => row.id)
    const idsAgain = suggest(again, { q: 'рублевское 68' }).suggestions.map((row) => row.id)
    assert.deepEqual(idsAgain, ids)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('counts an address once where one of its rows has no place, and has the place of the other', () => {
    const nowhere = { ...address('Г', 'А улица', '1'), lat: null, lon: null }
    for (const rows of [
      [nowhere, address('Г', 'А улица', '1')],
      [address('Г', 'А улица', '1'), nowhere],
    ]) {
      const { suggestions } = suggest(indexOf(...rows), { q: 'А улица 1' })
      assert.deepEqual(
        suggestions.map(({ lat, geo_precision }) => [lat, geo_precision]),
        [[55.7, 'house']],
      )
    }
  })

  it('counts a repeated address once, and twice where the places are a kilometre apart', () => {
    // On either side of the 180th meridian.
    const across = [179.999, -179.999].map((lon) => ({
      ...address('Г', 'А улица', '1'),
      lat: 66,
      lon,
    }))
    assert.equal(buildAddressIndex(across).houseForm.length, 1)
    const rows = [
      address('Г', 'А улица', '1'),
      // 0.9 km from the first, and 1.1 km.
      address('Г', 'А улица', '1', 7),
      address('Г', 'А улица', '1', 9),
    ]
    const data = buildAddressIndex(rows)
    assert.equal(data.houseForm.length, 2)
    const found = suggest(openAddressIndex(data), { q: 'А улица 1' }).suggestions
    assert.equal(found.length, 2)
    assert.notEqual(found[0]?.id, found[1]?.id)
  })
})

describe('carrying an index between threads', () => {
  it('gives the same pages after a structured clone and after a transfer', () => {
    const data = buildAddressIndex([...TOWN, ...CITIES])
    const cloned = openAddressIndex(structuredClone(data))
    const queries = ['рубл', 'he,ktdcrjt 68', 'лесная 5', 'rublevskoe 68', 'почтовая 1']
    const expected = queries.map((q) => page(q))
    assert.deepEqual(
      queries.map((q) => suggest(cloned, { q })),
      expected,
    )
    const moved = openAddressIndex(structuredClone(data, { transfer: transferables(data) }))
    assert.deepEqual(
      queries.map((q) => suggest(moved, { q })),
      expected,
    )
    assert.equal(data.houseForm.length, 0)
  })

  it('answers with an empty page from an empty index', () => {
    const empty = indexOf()
    assert.deepEqual(suggest(empty, { q: 'лесная 5' }).suggestions, [])
  })
})
