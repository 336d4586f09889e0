import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  COLUMNS,
  headerPositions,
  parseComparable,
} from '../../../src/valuation/comparables/comparable-record.ts'
import { comparableOf, positions, record } from './records.ts'

describe('a record of the import schema', () => {
  it('becomes a comparable, and an empty cell is unknown', () => {
    const read = comparableOf()
    assert.equal(read.priceRub, 7_900_000)
    assert.equal(read.houseMaterial, 'panel')
    assert.equal(read.condition, null)
    assert.equal(read.address, null)
  })

  const refused: [string, Parameters<typeof record>[0], string][] = [
    ['an empty required value', { price_rub: '' }, 'price_rub'],
    ['a price that is not a number', { price_rub: 'договорная' }, 'price_rub'],
    ['a comma that may part thousands', { area_m2: '54,300' }, 'area_m2'],
    ['a price in millions, which would lose its decimals', { price_rub: '7,9' }, 'price_rub'],
    ['a unit of another column', { price_rub: '12 м' }, 'price_rub'],
    ['groups of digits that are none', { price_rub: '1 234 56' }, 'price_rub'],
    ['a day that does not exist', { date: '2023-02-29' }, 'date'],
    ['a day that does not exist, in Russian', { date: '29.02.2023' }, 'date'],
    ['a date that may be of two months', { date: '02/04/2024' }, 'date'],
    ['a date with something behind it', { date: '2024-04-02 утром' }, 'date'],
    ['an unknown kind', { kind: 'rent' }, 'kind'],
    ['an unknown material', { house_material: 'ice' }, 'house_material'],
    ['half a room', { rooms: '1.5' }, 'rooms'],
  ]
  for (const [what, change, column] of refused) {
    it(`is refused for ${what}, and the column is named`, () => {
      const parsed = parseComparable(record(change), positions)
      assert.equal('reason' in parsed && parsed.column, column)
    })
  }

  it('a price stays evidence when a side measure cannot be true', () => {
    const read = comparableOf({ ceiling_height_m: '340', kitchen_area_m2: '-1' })
    assert.equal(read.ceilingHeightM, null)
    assert.equal(read.kitchenAreaM2, null)
  })

  it('a side measure has no thousands, so that three digits behind its comma are decimals', () => {
    const { ceilingHeightM, kitchenAreaM2, livingAreaM2 } = comparableOf({
      ceiling_height_m: '3,115 м',
      kitchen_area_m2: '9,125',
      living_area_m2: '30,125',
    })
    assert.deepEqual([ceilingHeightM, kitchenAreaM2, livingAreaM2], [3.115, 9.125, 30.125])
  })

  it('roubles and years are whole, and a text is one that a database can hold', () => {
    const read = comparableOf({
      price_rub: '5409251.08',
      year_built: '1985.5',
      address: 'Мира\0 1',
    })
    assert.equal(read.priceRub, 5_409_251)
    assert.equal(read.yearBuilt, null)
    assert.equal(read.address, 'Мира\u2400 1')
  })

  const written: [string, string, number][] = [
    ['7 900 000', 'price_rub', 7_900_000],
    ['7\u00a0900\u00a0000 ₽', 'price_rub', 7_900_000],
    ['7900000 руб.', 'price_rub', 7_900_000],
    ['54,3', 'area_m2', 54.3],
    ['54.3 м²', 'area_m2', 54.3],
    ['54,3 кв.м', 'area_m2', 54.3],
    ['7 900 000 р', 'price_rub', 7_900_000],
  ]
  for (const [text, column, value] of written) {
    it(`reads the number ${text} as people write it`, () => {
      const { priceRub, areaM2 } = comparableOf({ [column]: text })
      assert.equal(column === 'price_rub' ? priceRub : areaM2, value)
    })
  }

  const dates: [string, string][] = [
    ['2024-04-02', '2024-04-02'],
    ['02.04.2024', '2024-04-02'],
    ['2.4.2024', '2024-04-02'],
    ['2024-04-02 00:00:00', '2024-04-02'],
    ['2024-04-02T23:59:59.123Z', '2024-04-02'],
    ['2024-04-02T23:59:59+03:00', '2024-04-02'],
    ['02.04.2024 9:15', '2024-04-02'],
  ]
  for (const [text, date] of dates) {
    it(`reads the date ${text} as it stands`, () => {
      assert.equal(comparableOf({ date: text }).date, date)
    })
  }

  it('takes a studio for no rooms', () => {
    assert.equal(comparableOf({ rooms: 'Студия' }).rooms, 0)
  })

  it('refuses more rooms than one to five square metres, as feeds write for a studio', () => {
    const read = (area_m2: string, rooms: string) => {
      const parsed = parseComparable(record({ area_m2, rooms, kitchen_area_m2: '' }), positions)
      return 'comparable' in parsed ? parsed.comparable.rooms : parsed.reason
    }
    assert.deepEqual(
      [read('26', '9'), read('44.9', '9'), read('45', '9'), read('8', '1')],
      ['9 in 26 m² (a studio has 0)', '9 in 44.9 m² (a studio has 0)', 9, 1],
    )
  })

  it('refuses 0, 0, which is written for a place that was not found, and takes a 0 of one', () => {
    const read = (lat: string, lon: string) => {
      const parsed = parseComparable(record({ lat, lon }), positions)
      return 'comparable' in parsed ? parsed.comparable : parsed
    }
    assert.deepEqual(read('0', '0.0'), {
      column: 'lat',
      reason: '0, 0 lies at sea: the place is not known',
    })
    for (const [lat, lon] of [
      ['0', '37.6'],
      ['55.7', '0'],
    ] as const) {
      assert.partialDeepStrictEqual(read(lat, lon), { lat: Number(lat), lon: Number(lon) })
    }
  })

  it('counts the characters of a text, not what they take', () => {
    const long = (count: number) =>
      parseComparable(record({ address: '🏠'.repeat(count) }), positions)
    assert.ok('comparable' in long(300))
    assert.ok('reason' in long(301))
  })

  it('knows the words of Russian feeds, and −1 for what they do not say', () => {
    const materialOf = (house_material: string) => {
      const parsed = parseComparable(record({ house_material }), positions)
      return 'comparable' in parsed ? parsed.comparable.houseMaterial : parsed.reason
    }
    const known: readonly (readonly [word: string, material: string | null])[] = [
      ['Панельный', 'panel'],
      ['Монолитный, кирпич', 'monolith'],
      ['Монолитно-кирпичный, монолитный', 'monolith_brick'],
      ['кирпично монолитный', 'monolith_brick'],
      ['монолит/кирпич', 'monolith_brick'],
      ['Кирпич / монолит', 'monolith_brick'],
      ['Кирпичный', 'brick'],
      ['кирпич/панель', 'brick'],
      ['Кирпично-блочный', 'brick'],
      ['Каркасно-монолитный', 'monolith'],
      ['Монолитно-блочный', 'monolith'],
      ['Газобетонный блок', 'block'],
      ['Газосиликатный блок', 'block'],
      ['Керамзитобетонный', 'block'],
      ['Шлакоблочный', 'block'],
      ['крупноблочный', 'block'],
      ['ЖБ блоки', 'block'],
      ['Щитовой', 'wood'],
      ['Старый фонд', 'other'],
      ['Смешанные', 'other'],
      ['прочие', 'other'],
      ['ЖБ', 'other'],
      ['-1', null],
      ['Не указано', null],
      ['не указан', null],
      ['нет данных', null],
      ['неизвестно', null],
      ['н/д', null],
    ]
    for (const [word, material] of known) assert.equal(materialOf(word), material, word)
  })

  it('knows nothing by what programs write into an empty cell, of numbers, words and texts alike', () => {
    const words = ['NA', '<NA>', '(null)', 'undefined', String.raw`\N`, '–', 'н.д.', 'нет сведений']
    const ofExcel = ['#N/A', '#Н/Д', '#DIV/0!', '#ДЕЛ/0!', '#ЗНАЧ!']
    for (const word of [...words, ...ofExcel]) {
      const cells = record({ floors_total: word, condition: word, district: word })
      const parsed = parseComparable(cells, positions)
      assert.ok('comparable' in parsed, word)
      const { floorsTotal, condition, district } = parsed.comparable
      assert.deepEqual([floorsTotal, condition, district], [null, null, null], word)
    }
    const none = parseComparable(record({ condition: 'None' }), positions)
    assert.equal('comparable' in none && none.comparable.condition, 'none')
  })

  it('knows what feeds write for the state of a flat, its rooms, its floor and the day', () => {
    assert.deepEqual(
      ['Требует ремонта', 'Предчистовая', 'Под чистовую', 'White box', 'Whitebox', 'Чистовая'].map(
        (as) => comparableOf({ condition: as }).condition,
      ),
      ['none', 'none', 'none', 'none', 'none', 'cosmetic'],
    )
    assert.deepEqual(
      ['2-комн.', '2 комн', '2к', '2-комнатная квартира', '4+', '5 и более'].map(
        (as) => comparableOf({ rooms: as }).rooms,
      ),
      [2, 2, 2, 2, 4, 5],
    )
    assert.deepEqual(
      ['05.04.2024', '2024/04/05', '20240405', '2024-04-05 12:30'].map(
        (as) => comparableOf({ date: as }).date,
      ),
      Array(4).fill('2024-04-05'),
    )
    for (const floors_total of ['', '9', '-1']) {
      const { floor, floorsTotal } = comparableOf({ floor: '3/9', floors_total })
      assert.deepEqual([floor, floorsTotal], [3, 9])
    }
    assert.deepEqual(
      ['3 из 9', '3 этаж', '3-й этаж', '3 эт.', '3эт'].map(
        (as) => comparableOf({ floor: as }).floor,
      ),
      Array(5).fill(3),
    )
    assert.deepEqual(
      ['9 этажей', '9 эт'].map((as) => comparableOf({ floor: '3', floors_total: as }).floorsTotal),
      [9, 9],
    )
    assert.deepEqual(
      ['Железобетонный', 'Железобетонные панели', 'ж/б блоки', 'железобетонный монолит'].map(
        (as) => comparableOf({ house_material: as }).houseMaterial,
      ),
      ['other', 'panel', 'block', 'monolith'],
    )
    const cells = record({ floor: '3/9', floors_total: '' })
    const overDefault = parseComparable(cells, positions, { floors_total: '5' })
    assert.ok('comparable' in overDefault && overDefault.comparable.floorsTotal === 9)
  })

  it('refuses a floor of other floors than the house has, and a day that is none', () => {
    for (const change of [
      { floor: '3/9', floors_total: '5' },
      { floor: '10/9', floors_total: '9' },
      { date: '2024/04-05' },
      { date: '05.04.24' },
      { price_rub: '950.000' },
      { date: '20240431' },
      { rooms: 'комн.' },
    ]) {
      assert.ok('reason' in parseComparable(record(change), positions), JSON.stringify(change))
    }
  })

  it('takes −1 for unknown floors, and for a basement where the floors are known', () => {
    const floorsOf = (floor: string, floors_total: string) => {
      const parsed = parseComparable(record({ floor, floors_total }), positions)
      return 'comparable' in parsed
        ? [parsed.comparable.floor, parsed.comparable.floorsTotal]
        : parsed.reason
    }
    assert.deepEqual(floorsOf('-1', '-1'), [null, null])
    assert.deepEqual(floorsOf('3', '-1'), [3, null])
    assert.deepEqual(floorsOf('-1', '9'), [-1, 9])
  })

  it('takes a default for −1, and a year with its word', () => {
    const defaults = { market: 'new' }
    const parsed = parseComparable(
      record({ market: '-1', year_built: '2020 г.' }),
      positions,
      defaults,
    )
    assert.ok('comparable' in parsed)
    assert.deepEqual([parsed.comparable.market, parsed.comparable.yearBuilt], ['new', 2020])
  })

  it('takes a default where a row has nothing, and never over what it has', () => {
    const defaults = { kind: 'deal', date: '2023-06-01' }
    const header = COLUMNS.filter((column) => column !== 'date')
    const named = headerPositions(header, { defaults })
    assert.ok('positions' in named)
    const cells = record({ kind: 'listing' }).filter((_, i) => COLUMNS[i] !== 'date')
    const parsed = parseComparable(cells, named.positions, defaults)
    assert.ok('comparable' in parsed)
    assert.deepEqual(
      { kind: parsed.comparable.kind, date: parsed.comparable.date },
      { kind: 'listing', date: '2023-06-01' },
    )
  })

  it('reads nothing of an ignored column, and takes a required one from its default alone', () => {
    const read = (columns: Parameters<typeof headerPositions>[1]) => {
      const named = headerPositions(COLUMNS, columns)
      assert.ok('positions' in named)
      const cells = record({ condition: 'хорошее', kind: 'аукцион' })
      const parsed = parseComparable(cells, named.positions, columns?.defaults)
      assert.ok('comparable' in parsed)
      return [parsed.comparable.condition, parsed.comparable.kind]
    }
    const ignored = ['condition', 'kind'] as const
    assert.deepEqual(read({ ignored, defaults: { kind: 'deal' } }), [null, 'deal'])
    assert.deepEqual(headerPositions(COLUMNS, { ignored }), { missing: ['kind (ignored)'] })
    const renamed = { names: { condition: 'ремонт' }, ignored: ['condition'] as const }
    assert.ok('positions' in headerPositions(COLUMNS, renamed))
  })

  it('a mapping finds columns under foreign headers, and missing columns are named', () => {
    const header = COLUMNS.map((column) => (column === 'price_rub' ? 'Cost' : column))
    assert.ok('positions' in headerPositions(header, { names: { price_rub: 'cost' } }))
    assert.deepEqual(headerPositions(header), { missing: ['price_rub'] })
    // Whoever names a column wants it read, though the schema could do without.
    const names = { city: 'gorod' }
    assert.deepEqual(headerPositions(COLUMNS, { names }), { missing: ['gorod'] })
  })
})
