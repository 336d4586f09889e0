import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { DataFileError } from '../../../src/datasets/data-file.ts'
import { type ParcelFileOptions, readParcelFile } from '../../../src/parcels/table/parcel-file.ts'
import { collection, feature, squareRing } from '../land.ts'

describe('a file of parcels', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parcels-'))
  })
  after(() => rm(folder, { recursive: true }))

  async function read(content: string | Buffer, options: ParcelFileOptions = {}) {
    const path = join(folder, 'file')
    await writeFile(path, content)
    return Array.fromAsync(readParcelFile(path, options))
  }
  async function only(content: string | Buffer, options: ParcelFileOptions = {}) {
    const [row] = await read(content, options)
    assert.ok(row && 'row' in row, row && 'reason' in row ? row.reason : '')
    return row.row
  }
  async function reasons(content: string, options: ParcelFileOptions = {}) {
    const rows = await read(content, options)
    return rows.map((row) =>
      'reason' in row ? `${row.line} ${row.text ?? ''}: ${row.reason}` : row.line,
    )
  }

  it('is read plain or packed', async () => {
    const content = collection([feature('38:06:111215:321')])
    const parcel = await only(content)
    assert.equal(parcel.cadastralNumber, '38:06:111215:321')
    assert.deepEqual(await only(gzipSync(content)), parcel)
  })

  it('may call its fields as the cadastre’s own services do, nested or not', async () => {
    const options = {
      cad_num: '38:36:000021:1234',
      readable_address: '  г. Иркутск,\n ул. Лермонтова ',
      specified_area: '1 200,5',
      land_record_category_type: 'Земли населенных пунктов',
      permitted_use_established_by_document: 'Для жилой застройки',
      cost_value: 4_500_000,
      ownership_type: 'Частная',
      status: 'Учтенный',
    }
    const expected = {
      cadastralNumber: '38:36:000021:1234',
      declaredAreaM2: 1200.5,
      address: 'г. Иркутск, ул. Лермонтова',
      category: 'Земли населенных пунктов',
      permittedUse: 'Для жилой застройки',
      cadastralValueRub: 4_500_000,
      ownership: 'Частная',
      status: 'Учтенный',
    }
    const nested = { type: 'Feature', id: 17, properties: { category: 36_368, options } }
    const inText = { ...nested, properties: { options: JSON.stringify(options) } }
    const flat = { type: 'Feature', properties: options }
    for (const one of [nested, inText, flat]) {
      const { geometry } = feature(null) as { geometry: object }
      const {
        geometry: _g,
        areaM2: _a,
        centroid: _c,
        ...told
      } = await only(collection([{ ...one, geometry }]))
      assert.deepEqual(told, expected)
    }
  })

  it('leaves unknown what it does not tell', async () => {
    const parcel = await only(collection([feature('38:06:111215:1', undefined, { area: null })]))
    assert.equal(parcel.declaredAreaM2, null)
    assert.equal(parcel.address, null)
  })

  it('takes a figure above nothing and below what any land has, else the next name’s', async () => {
    const areaOf = async (specified_area: unknown, more: object = {}) =>
      (await only(collection([feature('38:06:111215:1', undefined, { specified_area, ...more })])))
        .declaredAreaM2
    for (const [told, areaM2] of [
      [600, 600],
      [0.5, 0.5],
      ['0,5', 0.5],
      [1e15, 1e15],
      [1.1e15, null],
      [0, null],
      ['0', null],
      [-600, null],
      ['2 500,5 кв. м', 2500.5],
      ['2500 кв.м.', 2500],
      ['2500 м²', 2500],
      ['0,25 га', 2500],
      ['0,0627 ГА.', 627],
      ['0,125 га', 1250],
      ['2500,125', 2500.125],
      // Thousands or decimals: a thousandfold difference is not guessed.
      ['1,500 кв. м', null],
      ['12,500', null],
      ['0x10', null],
      ['1e3', null],
      ['га', null],
      ['12 500 руб.', null],
      ['кв. м', null],
      ['шесть соток', null],
      ['', null],
      [true, null],
      [[600], null],
    ] as const) {
      assert.equal(await areaOf(told), areaM2, JSON.stringify(told))
    }
    assert.equal(await areaOf(0, { area: 700 }), 700)
    assert.equal(await areaOf(600, { area: 700 }), 600)
  })

  it('takes a cadastral value with roubles behind it, and no area for one', async () => {
    const roublesIn = async (cost_value: unknown) =>
      (await only(collection([feature('38:06:111215:1', undefined, { cost_value })])))
        .cadastralValueRub
    assert.equal(await roublesIn('12 500 000,50 руб.'), 12_500_000.5)
    assert.equal(await roublesIn('12500 ₽'), 12_500)
    assert.equal(await roublesIn('12 500 м²'), null)
  })

  it('takes a text of some characters, up to a thousand, else the next name’s', async () => {
    const addressOf = async (address: unknown) => {
      const properties = { ADDRESS: address, readable_address: 'по реестру' }
      return (await only(collection([feature('38:06:111215:1', undefined, properties)]))).address
    }
    assert.equal(await addressOf('ул. Мира, 1'), 'ул. Мира, 1')
    assert.equal(await addressOf(17), '17')
    assert.equal(await addressOf('😀'.repeat(1000)), '😀'.repeat(1000))
    for (const unusable of ['', ' \n', null, true, { street: 'Мира' }]) {
      assert.equal(await addressOf(unusable), 'по реестру', JSON.stringify(unusable))
    }
  })

  it('takes no text from a property in which a program wrote that it holds nothing', async () => {
    for (const nothing of ['NULL', 'nan', 'NA', ' - ', 'нет данных']) {
      const told = {
        ...{ category: nothing, permitted_use: nothing, address: nothing, status: nothing },
        util_by_doc: 'Для жилой застройки',
        options: { cad_num: nothing },
      }
      const land = feature('38:06:111215:321', undefined, told)
      const parcel = await only(collection([land]))
      const { cadastralNumber, category, permittedUse, address, status } = parcel
      assert.deepEqual([category, address, status], [null, null, null], nothing)
      assert.equal(permittedUse, 'Для жилой застройки', nothing)
      assert.equal(cadastralNumber, '38:06:111215:321', nothing)
    }
  })

  it('takes a category of land in words or by its code, and no number of another kind', async () => {
    const categoryOf = async (options: object) => {
      const properties = { category: 36_368, options }
      return (await only(collection([feature('38:06:111215:1', undefined, properties)]))).category
    }
    assert.equal(await categoryOf({}), null)
    assert.equal(await categoryOf({ land_record_category_type: null }), null)
    assert.equal(await categoryOf({ land_record_category_type: '-' }), null)
    assert.equal(await categoryOf({ category: 'Земли запаса' }), 'Земли запаса')
    assert.equal(await categoryOf({ category_type: '003002000000' }), 'Земли населённых пунктов')
    assert.equal(await categoryOf({ category_type: '003008000000' }), null)
  })

  it('is refused in UTF-16, as a text sequence, a workbook or a page, with a message that says which', async () => {
    const content = collection([feature('38:06:111215:1')])
    const utf16 = /^The file is in UTF-16: save the file as UTF-8/
    const inUtf16 = (text: string) => Buffer.from(text, 'utf16le')
    for (const [bytes, message] of [
      [inUtf16(content), utf16],
      [inUtf16(content).swap16(), utf16],
      [inUtf16(`\uFEFF${content}`), utf16],
      [inUtf16(`\uFEFF${content}`).swap16(), utf16],
      [gzipSync(inUtf16(content)), utf16],
      ['PK\u0003\u0004\u0014', /ZIP archive or an Excel workbook/],
      ['\uFEFF <!doctype html>', /HTML or XML/],
      [`\u001E${JSON.stringify(feature('38:06:111215:1'))}\n`, /text sequence \(RFC 8142\).*RS=NO/],
    ] as const) {
      await assert.rejects(read(bytes), { name: 'DataFileError', message })
    }
  })

  it('refuses a parcel whose text is in another encoding than UTF-8, or lost its letters in one', async () => {
    const file = collection([
      feature('38:06:111215:1', undefined, { address: 'NAME' }),
      feature('38:06:111215:2', undefined, { address: 'Иркутск' }),
      feature('38:06:111215:3', undefined, { address: 'Ирку\uFFFDск' }),
    ])
    const [before = '', behind = ''] = file.split('NAME')
    // «Иркутск» in Windows-1251.
    const name = Buffer.from([0xc8, 0xf0, 0xea, 0xf3, 0xf2, 0xf1, 0xea])
    const rows = await read(Buffer.concat([Buffer.from(before), name, Buffer.from(behind)]))
    const lost =
      'address has lost letters (U+FFFD): it is not text in UTF-8, or comes from text that was not'
    assert.deepEqual(
      rows.map((row) => ('reason' in row ? row.reason : row.row.address)),
      [lost, 'Иркутск', lost],
    )
  })

  it('takes a feature’s own id for its number where its properties have none that is one', async () => {
    for (const properties of [
      {},
      { id: null },
      { id: '' },
      { id: ' ' },
      { id: 17 },
      { id: { a: 1 } },
      { cad_num: ' ' },
      { cad_num: 'нет', id: '17' },
    ]) {
      const { geometry } = feature(null) as { geometry: object }
      const one = { type: 'Feature', id: '38:06:111215:7', properties, geometry }
      assert.equal((await only(collection([one]))).cadastralNumber, '38:06:111215:7')
    }
  })

  it('takes the first of its properties that is a number, before its own id', async () => {
    const { geometry } = feature(null) as { geometry: object }
    const numberBy = async (properties: object) =>
      (await only(collection([{ type: 'Feature', id: '38:06:111215:7', properties, geometry }])))
        .cadastralNumber
    assert.equal(await numberBy({ cad_num: 'нет', id: '38:06:111215:8' }), '38:06:111215:8')
    assert.equal(
      await numberBy({ cad_num: '38:06:111215:9', id: '38:06:111215:8' }),
      '38:06:111215:9',
    )
  })

  it('may call them anything that the caller names, in any case', async () => {
    const { geometry } = feature(null) as { geometry: object }
    const properties = {
      cad_num: '38:06:111215:7',
      'Кадастровый номер': '38:06:111215:8',
      area: 900,
      PLOSHAD: '1 200,5 кв. м',
      options: { Адрес: 'ул. Лесная' },
    }
    const parcel = await only(collection([{ type: 'Feature', properties, geometry }]), {
      names: {
        cadastral_number: 'кадастровый номер',
        declared_area_m2: 'ploshad',
        address: 'Адрес',
        category: 'Категория',
      },
    })
    assert.deepEqual(
      [parcel.cadastralNumber, parcel.declaredAreaM2, parcel.address, parcel.category],
      ['38:06:111215:8', 1200.5, 'ул. Лесная', null],
    )
  })

  it('is refused with the option that helps where its number has another name', async () => {
    const { geometry } = feature(null) as { geometry: object }
    const content = collection(
      [
        { id: 17, Номер: '38:06:111215:8' },
        { options: { 'Кадастровый № (ЕГРН)': '38:06:111215:9' } },
        { kn: '9' },
      ].map((properties) => ({ type: 'Feature', properties, geometry })),
    )
    const elsewhere = 'no cadastral number under a known name: say --map'
    assert.deepEqual(await reasons(content), [
      `1 17: ${elsewhere} "cadastral_number=Номер"`,
      `2 : ${elsewhere} "cadastral_number=Кадастровый № (ЕГРН)"`,
      '3 : no cadastral number',
    ])
  })

  it('is refused with no name that a shell would run, or that another line could hide in', async () => {
    const { geometry } = feature(null) as { geometry: object }
    const names = ['x$(touch y)', '`touch y`', 'kn"; touch y; "', 'kn\nkn', 'k'.repeat(61)]
    const content = collection(
      names.map((name) => ({
        type: 'Feature',
        properties: { [name]: '38:06:111215:8' },
        geometry,
      })),
    )
    const told = 'no cadastral number under a known name: say --map "cadastral_number=NAME"'
    assert.deepEqual(
      await reasons(content),
      names.map((_, index) => `${index + 1} : ${told}`),
    )
  })

  it('has numbers of forty characters at most', async () => {
    const numberOf = (length: number) => '38:06:111215:'.padEnd(length, '1')
    const content = collection([40, 41].map((length) => feature(numberOf(length))))
    assert.deepEqual(await reasons(content), [1, `2 ${numberOf(41)}: malformed cadastral number`])
  })

  it('has its bad features refused one by one, with number and reason', async () => {
    const content = collection([
      feature(null),
      feature('91216000AB0037'),
      feature('38:06:111215:1'),
      feature('38:06:111215:2', [[[0, 0]]]),
      feature('38:06:111215:3', undefined, { address: 'ы'.repeat(1001) }),
      'no feature' as unknown as object,
      feature('38:06:111215:4', undefined, { util_by_doc: 'ы'.repeat(1001) }),
    ])
    assert.deepEqual(await reasons(content), [
      '1 : no cadastral number',
      '2 91216000AB0037: malformed cadastral number',
      3,
      '4 38:06:111215:2: no area once its rings are repaired',
      '5 38:06:111215:3: address is longer than 1000 characters',
      '6 : not a feature',
      '7 38:06:111215:4: permitted_use is longer than 1000 characters',
    ])
  })

  it('may be given numbers where its own are foreign', async () => {
    const content = collection([feature('91216000AB0037')])
    const parcel = await only(content, { numberFor: (line) => `90:01:0000001:${line}` })
    assert.equal(parcel.cadastralNumber, '90:01:0000001:1')
  })

  const web = squareRing(0, 0, 50).map(([lon, lat]) => [
    (lon * 20_037_508.342789244) / 180,
    (Math.log(Math.tan(((90 + lat) * Math.PI) / 360)) * 20_037_508.342789244) / Math.PI,
  ])
  const crs = (name: string) => ({ crs: { type: 'name', properties: { name } } })

  it('is read in metres of a web map where it, a geometry or the caller says so', async () => {
    const inMetres = feature('38:06:111215:1', [web])
    const inDegrees = await only(collection([feature('38:06:111215:1')]))
    const { geometry, ...rest } = inMetres as { geometry: object }
    const declaredByItself = { ...rest, geometry: { ...geometry, ...crs('EPSG:3857') } }
    assert.deepEqual(
      await only(collection([inMetres], crs('urn:ogc:def:crs:EPSG::3857'))),
      inDegrees,
    )
    assert.deepEqual(
      await only(collection([inMetres], { name: 'features', ...crs('EPSG:3857') })),
      inDegrees,
    )
    assert.deepEqual(await only(collection([declaredByItself])), inDegrees)
    assert.deepEqual(await only(collection([inMetres]), { crs: 3857 }), inDegrees)
  })

  it('may be a saved answer of the cadastre’s map service, whose collection stands in `data`', async () => {
    const found = JSON.parse(collection([feature('38:06:111215:1')])) as object
    const answer = { data: found, meta: [{ totalCount: 1, categoryId: 36_368 }] }
    assert.equal((await only(JSON.stringify(answer))).cadastralNumber, '38:06:111215:1')
  })

  it('is refused row by row in a system of coordinates that is not known', async () => {
    const [reason] = await reasons(collection([feature('38:06:111215:1')], crs('EPSG:28404')))
    assert.match(String(reason), /EPSG:28404, which is neither/)
  })

  it('is refused as a whole when it is JSON of another kind, but may hold no parcel', async () => {
    await assert.rejects(read('{"a":1}'), /no "features"/)
    const ofNoList = { type: 'FeatureCollection', features: null }
    await assert.rejects(read(JSON.stringify(ofNoList)), /"features" is no list\.$/)
    assert.deepEqual(await read(collection([])), [])
  })

  it('may be one feature by itself, one on each line, or a list of them', async () => {
    const lines = ['38:06:111215:1', '38:06:111215:2'].map((id) => JSON.stringify(feature(id)))
    const numbersIn = async (content: string) =>
      (await read(content)).map((row) => 'row' in row && row.row.cadastralNumber)
    assert.deepEqual(await numbersIn(lines[0] ?? ''), ['38:06:111215:1'])
    assert.deepEqual(await numbersIn(lines.join('\n')), ['38:06:111215:1', '38:06:111215:2'])
    const named = JSON.stringify({ id: 'features', ...feature('38:06:111215:1') })
    assert.deepEqual(await numbersIn(named), ['38:06:111215:1'])
    await assert.rejects(read(lines.join('\n').slice(0, -5)), DataFileError)
    const list = `[${lines.join(',\n')}]`
    assert.deepEqual(await numbersIn(list), ['38:06:111215:1', '38:06:111215:2'])
    assert.deepEqual(await numbersIn('[]'), [])
    await assert.rejects(read(list.slice(0, -5)), DataFileError)
  })

  it('is read up to a feature that does not end within eight million characters', async () => {
    const whole = JSON.stringify(feature('38:06:111215:1'))
    const longest = 8 * 2 ** 20
    // The text of a number, however long, is one value.
    const endless = (length: number) => `{"type":"Feature","x":${'1'.repeat(length)}`
    const start = `{"type":"FeatureCollection","features":[${whole},`
    const longer = gzipSync(start + endless(longest))
    const rows: unknown[] = []
    const path = join(folder, 'endless')
    await writeFile(path, longer)
    await assert.rejects(
      async () => {
        for await (const row of readParcelFile(path, {})) rows.push(row)
      },
      { name: 'FileBrokenOff', message: /^No feature ends within 8388608 characters/ },
    )
    assert.equal(rows.length, 1)
    // Many features are longer in all, and none of them is too long.
    const nearly = `${endless(longest - 100)}}`
    assert.equal((await read(gzipSync(`${start}${nearly},${nearly}]}`))).length, 3)
  })

  it('is refused as a whole when empty, cut off or too large', async () => {
    const content = collection(Array.from({ length: 50 }, (_, at) => feature(`38:06:111215:${at}`)))
    await assert.rejects(read(''), DataFileError)
    await assert.rejects(read(content.slice(0, -100)), DataFileError)
    await assert.rejects(read(content, { maxBytes: 1_000 }), DataFileError)
  })
})
