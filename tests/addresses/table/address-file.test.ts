// Rules of reading an address file, on files made here. What its columns may be called is
// address-columns.test.ts's.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { DataFileError } from '../../../src/datasets/data-file.ts'
import { readAddresses as read } from './read-addresses.ts'

const HEADER = 'city,street,house,district,lat,lon,postal_code,fias_id'
const GEOJSON = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { 'addr:city': 'Г', 'addr:street': 'улица А', 'addr:housenumber': '1' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [10, 50],
            [12, 50],
            [12, 52],
            [10, 52],
            [10, 50],
          ],
        ],
      },
    },
    { type: 'Feature', properties: { street: 'улица Б', housenumber: 2 }, geometry: null },
    { type: 'Feature', properties: { building: 'yes' }, geometry: null },
    { type: 'Feature', geometry: null },
  ],
})

describe('a CSV address file', () => {
  it('gives every row, with its line', async () => {
    const [row, ...others] = await read(
      `${HEADER}\nГ,"улица А, большая",1,Север,55.5,37.25,101000,ccdfd496-8108-4655-aadd-bd228747306d\n`,
    )
    assert.deepEqual(others, [])
    assert.deepEqual(row, {
      line: 2,
      row: {
        city: 'Г',
        street: 'улица А, большая',
        house: '1',
        district: 'Север',
        lat: 55.5,
        lon: 37.25,
        postalCode: '101000',
        fiasId: 'ccdfd496-8108-4655-aadd-bd228747306d',
        population: null,
      },
    })
  })

  it('is read the same packed, with a byte order mark, with semicolons or Windows line ends', async () => {
    const plain = `${HEADER}\nГ,улица А,1,,55.5,37.5,,\n`
    const expected = await read(plain)
    assert.equal(expected.length, 1)
    assert.deepEqual(await read(gzipSync(plain)), expected)
    assert.deepEqual(await read(`\uFEFF${plain}`), expected)
    assert.deepEqual(await read(plain.replaceAll(',', ';')), expected)
    assert.deepEqual(await read(plain.replaceAll('\n', '\r\n')), expected)
  })

  it('takes 0, 0 for no coordinates, and 0 beside another for a place', async () => {
    const rows = await read(`${HEADER}\nГ,улица А,1,,0,0\nГ,улица А,2,,0.0,37\nГ,улица А,3,,55,0\n`)
    assert.deepEqual(
      rows.map((one) => 'row' in one && [one.row.lat, one.row.lon]),
      [
        [null, null],
        [0, 37],
        [55, 0],
      ],
    )
  })

  it('refuses bad rows one by one and goes on', async () => {
    const rows = await read(
      `${HEADER}\nГ,,,,55,37\n,,1,,55,37\nГ,улица А,1,,155,37\nГ,улица А,2,,x,37\nГ,${'я'.repeat(300)},3,,55,37\nГ,улица А,4,,55,37\n—,***,5,,55,37\n`,
    )
    const reasons = rows.map((row) => ('reason' in row ? row.reason.slice(0, 22) : row.row.house))
    assert.deepEqual(reasons, [
      'no street and no house',
      'no street and no city',
      'no such coordinates: 1',
      'no such coordinates: x',
      'street is longer than ',
      '4',
      'no letters in it',
    ])
    assert.deepEqual(
      rows.map((row) => row.line),
      [2, 3, 4, 5, 6, 7, 8],
    )
  })

  it('has nothing where a program or a person wrote that nothing is known', async () => {
    const rows = await read(
      `${HEADER}\nГ,NULL,1,nan,55.5,37.25,NA,\nГ,улица А,-,,нет данных,NaN,,\n`,
    )
    const known = rows.map((one) => ('row' in one ? one.row : one.reason))
    const rest = { fiasId: null, population: null, district: null, postalCode: null }
    assert.deepEqual(known, [
      { city: 'Г', street: '', house: '1', lat: 55.5, lon: 37.25, ...rest },
      { city: 'Г', street: 'улица А', house: '', lat: null, lon: null, ...rest },
    ])
  })

  it('may be of cities: their population, and where they are', async () => {
    const header = 'address,postal_code,city,fias_id,geo_lat,geo_lon,population'
    const rows = await read(
      `${header}\nг Майкоп,385000,Майкоп,f-1,44.6,40.1,"144 055"\nх Глухой,,Глухой,,44,40,\n`,
    )
    const [city, refused] = rows
    assert.ok(city && 'row' in city)
    const { city: name, street, house, population, lat, postalCode, fiasId } = city.row
    assert.deepEqual(
      [name, street, house, population, lat, postalCode, fiasId],
      ['Майкоп', '', '', 144_055, 44.6, '385000', 'f-1'],
    )
    assert.deepEqual(refused, {
      line: 3,
      reason: 'no street and no house, nor a city and its population',
      header: ['address', 'postal_code', 'city', 'fias_id', 'geo_lat', 'geo_lon', 'population'],
      cells: ['х Глухой', '', 'Глухой', '', '44', '40', ''],
    })
  })

  it('has no city of nobody, nor one of a milliard people', async () => {
    const people = [0, 1, 999_999_999, 1_000_000_000]
    const rows = await read(
      `city,lat,lon,population\n${people.map((count) => `Г,55,37,${count}\n`).join('')}`,
    )
    const told = rows.map((one) => ('row' in one ? one.row.population : 'refused'))
    assert.deepEqual(told, ['refused', 1, 999_999_999, 'refused'])
  })

  it('may have its place as GeoJSON in a cell', async () => {
    const place = (cell: string) => `Г;улица А;1;"${cell.replaceAll('"', '""')}"\n`
    const rows = await read(
      `city;street;house;geoData\n${place('{"coordinates":[37,55],"type":"Point"}')}${place('POINT (37 55)')}`,
    )
    const told = rows.map((one) => ('row' in one ? [one.row.lat, one.row.lon] : one.reason))
    assert.deepEqual(told, [[55, 37], 'its geometry is no place in GeoJSON'])
  })

  it('has the place of its geometry, or that of its columns where the geometry is none', async () => {
    const point = (coordinates: unknown) => JSON.stringify({ type: 'Point', coordinates })
    const rows = await read(
      `street;house;lat;lon;geodata\n${[point([37, 55]), point(['a', 'b'])]
        .map((cell) => `улица А;1;56,123;38,5;"${cell.replaceAll('"', '""')}"\n`)
        .join('')}`,
    )
    const features = [
      { type: 'Point', coordinates: [37, 55] },
      { type: 'Point', coordinates: [] },
    ].map((geometry) => {
      const properties = { street: 'улица А', house: '1', lat: '56,123', lon: 38.5 }
      return { type: 'Feature', properties, geometry }
    })
    rows.push(...(await read(JSON.stringify({ type: 'FeatureCollection', features }))))
    const places = rows.map((one) => 'row' in one && [one.row.lat, one.row.lon])
    // A comma before three digits is that of decimals.
    const [own, ofColumns] = [
      [55, 37],
      [56.123, 38.5],
    ]
    assert.deepEqual(places, [own, ofColumns, own, ofColumns])
  })

  it('has two hundred characters in a field at most', async () => {
    const rows = await read(
      `${HEADER}\n${[200, 201].map((length) => `Г,${'А'.repeat(length)},1,,55,37,,\n`).join('')}`,
    )
    const told = rows.map((one) => ('row' in one ? one.row.street.length : one.reason))
    assert.deepEqual(told, [200, 'street is longer than 200 characters'])
  })

  it('has whole numbers though a program gave them decimals, and no house that became a date', async () => {
    const dates = ['01.фев', 'Feb-24', '01.02.2024']
    const rows = await read(
      `${HEADER}\n${['5.0', ...dates].map((house) => `Г,А,${house},,55,37,141400.0,\n`).join('')}`,
    )
    const told = rows.map((one) =>
      'row' in one ? [one.row.house, one.row.postalCode] : one.reason.slice(0, 15),
    )
    assert.deepEqual(told, [['5', '141400'], ...dates.map(() => 'house is a date')])
  })

  it('names a city that is a region or a district of its own in its whole address', async () => {
    const rows = await read(
      [
        'address,city,geo_lat,geo_lon,population',
        'г Москва,,55.7,37.6,12000000',
        '"Московская обл, г Наро-Фоминск",,55.4,36.7,64640',
        '"Тверская обл, город Клин",,56.3,36.7,76000',
        '"Московская обл, рп Пески",,55.2,38.7,5000',
      ].join('\n'),
      { city: 'Иной' },
    )
    assert.deepEqual(
      rows.map((row) => ('row' in row ? row.row.city : row.reason)),
      ['Москва', 'Наро-Фоминск', 'Клин', 'no street and no house, nor a city and its population'],
    )
  })
  it('uses the city given where a row names none, and coordinates may be missing', async () => {
    const [row] = await read('street,house,lat,lon\nулица А,1,,\n', { city: 'Город' })
    assert.ok(row && 'row' in row)
    assert.equal(row.row.city, 'Город')
    assert.deepEqual([row.row.lat, row.row.lon], [null, null])
  })

  it('is refused whole without the columns needed, when empty, cut off or too large', async () => {
    await assert.rejects(read('a,b\n1,2\n'), (error: Error) => {
      return error instanceof DataFileError && error.message.includes('street, house, lat, lon')
    })
    await assert.rejects(read(''), DataFileError)
    const packed = gzipSync(`${HEADER}\n${'Г,улица А,1,,55,37,,\n'.repeat(5000)}`)
    await assert.rejects(read(packed.subarray(0, packed.length - 40)), DataFileError)
    await assert.rejects(read(packed, { maxBytes: 10_000 }), {
      name: 'DataFileError',
      message: 'The file is larger than 10000 bytes once unpacked. Split it into several.',
    })
    const whole = gunzipSync(packed).length
    assert.equal((await read(packed, { maxBytes: whole })).length, 5000)
    await assert.rejects(read(packed, { maxBytes: whole - 1 }), DataFileError)
  })
})

describe('a GeoJSON address file', () => {
  it('looks for a point at 0, 0 among the properties, as for none', async () => {
    const feature = (properties: object) => ({
      type: 'Feature',
      properties: { city: 'Г', street: 'улица А', house: '1', ...properties },
      geometry: { type: 'Point', coordinates: [0, 0] },
    })
    const features = [feature({}), feature({ lat: 55, lon: 37 })]
    const rows = await read(JSON.stringify({ type: 'FeatureCollection', features }))
    assert.deepEqual(
      rows.map((one) => 'row' in one && [one.row.lat, one.row.lon]),
      [
        [null, null],
        [55, 37],
      ],
    )
  })

  it('gives features with an address, at the middle of their area, and refuses the others', async () => {
    for (const content of [GEOJSON, gzipSync(GEOJSON)]) {
      const rows = await read(content, { city: 'Д' })
      assert.equal(rows.length, 4)
      const [first, second, third, fourth] = rows
      assert.ok(first && 'row' in first && second && 'row' in second)
      assert.deepEqual(
        [first.row.city, first.row.street, first.row.house, first.row.lat, first.row.lon],
        ['Г', 'улица А', '1', 51, 11],
      )
      assert.deepEqual([second.row.city, second.row.house, second.row.lat], ['Д', '2', null])
      assert.deepEqual(third, {
        line: 3,
        reason: 'no street and no house, nor a city and its population; its properties: building',
      })
      assert.deepEqual(fourth, { line: 4, reason: 'not a feature with properties' })
    }
  })

  it('has the place that OpenStreetMap names in the stead of a street, as one of its city or as the city', async () => {
    const texts = [
      { 'addr:city': 'Казань', 'addr:place': 'СНТ Ромашка', 'addr:housenumber': '3' },
      { 'addr:city': 'Казань', 'addr:place': 'Казань', 'addr:housenumber': '3' },
      { 'addr:city': '', 'addr:place': 'Усады', 'addr:housenumber': '3' },
      { 'addr:place': 'Усады', 'addr:street': 'улица Мира', 'addr:housenumber': '3' },
      { 'addr:village': 'Усады', 'addr:place': 'СНТ Ромашка', 'addr:housenumber': '3' },
    ].map((properties) => JSON.stringify({ type: 'Feature', properties, geometry: null }))
    const rows = await read(texts.join('\n'))
    assert.deepEqual(await read(`[${texts.join(',')}]`), rows)
    const told = rows.map((one) => 'row' in one && [one.row.city, one.row.street])
    assert.deepEqual(told, [
      ['Казань', 'СНТ Ромашка'],
      ['Казань', ''],
      ['Усады', ''],
      ['Усады', 'улица Мира'],
      ['Усады', 'СНТ Ромашка'],
    ])
  })

  it('gives each of the houses that OpenStreetMap writes in one, also as GDAL names it, in any case', async () => {
    const properties = { ADDR_STREET: 'улица А', addr_housenumber: '12; 14;12' }
    const rows = await read(JSON.stringify({ type: 'Feature', properties, geometry: null }))
    assert.deepEqual(
      rows.map((one) => 'row' in one && [one.line, one.row.street, one.row.house]),
      [
        [1, 'улица А', '12'],
        [1, 'улица А', '14'],
      ],
    )
  })

  it('is read in metres of a web map where it declares them or is said to be', async () => {
    const house = (x: number, y: number) => ({
      type: 'Feature',
      properties: { street: 'улица А', house: '1' },
      geometry: { type: 'Point', coordinates: [x, y] },
    })
    const file = (declared: object, ...features: object[]) =>
      JSON.stringify({ type: 'FeatureCollection', ...declared, features })
    const crs = (name: string) => ({ crs: { type: 'name', properties: { name } } })
    const inMetres = house(4_187_572.08, 7_509_955.14)
    const placeOf = async (text: string, options = {}) => {
      const [row] = await read(text, options)
      return row && 'row' in row ? [row.row.lat?.toFixed(4), row.row.lon?.toFixed(4)] : row?.reason
    }
    const place = ['55.7558', '37.6176']
    assert.deepEqual(await placeOf(file(crs('EPSG:3857'), inMetres)), place)
    assert.deepEqual(await placeOf(file({}, inMetres), { crs: 3857 }), place)
    assert.equal(await placeOf(file({}, inMetres)), 'its geometry is no place in EPSG:4326')
    assert.match(String(await placeOf(file(crs('EPSG:28404'), inMetres))), /EPSG:28404/)
  })

  it('has no house whose text is in another encoding than UTF-8', async () => {
    const features = ['ул. NAME, дом', 'улица Б'].map((street) => ({
      type: 'Feature',
      properties: { city: 'Примерск', street, house: '1' },
      geometry: { type: 'Point', coordinates: [37, 55] },
    }))
    const text = JSON.stringify({ type: 'FeatureCollection', features })
    const [before = '', behind = ''] = text.split('NAME')
    // «Мира» in Windows-1251.
    const name = Buffer.from([0xcc, 0xe8, 0xf0, 0xe0])
    const rows = await read(Buffer.concat([Buffer.from(before), name, Buffer.from(behind)]))
    assert.deepEqual(
      rows.map((row) => ('reason' in row ? row.reason : row.row.street)),
      [
        'street has lost letters (U+FFFD): it is not text in UTF-8, or comes from text that was not',
        'улица Б',
      ],
    )
  })

  it('has no house whose outline leaves the map, rather than the middle of the rest', async () => {
    const across = [
      [179.9, 66],
      [180.1, 66],
      [180.1, 66.1],
      [179.9, 66.1],
      [179.9, 66],
    ]
    const house = (type: string, coordinates: unknown) => ({
      type: 'Feature',
      properties: { street: 'улица А', house: '1' },
      geometry: { type, coordinates },
    })
    const whole = across.map(([lon = 0, lat = 0]) => [lon - 1, lat])
    const features = [
      house('Polygon', [across]),
      house('MultiPolygon', [[whole], [across]]),
      house('LineString', across),
      house('MultiPolygon', [[whole], [whole]]),
    ]
    const rows = await read(JSON.stringify({ type: 'FeatureCollection', features }))
    const refused = 'its geometry is no place in EPSG:4326'
    assert.deepEqual(
      rows.map((row) => ('reason' in row ? row.reason : row.row.lon?.toFixed(3))),
      [refused, refused, refused, '179.000'],
    )
  })

  it('is refused whole when it is not JSON to the end', async () => {
    await assert.rejects(read(GEOJSON.slice(0, -30)), DataFileError)
    await assert.rejects(read('{"features": [ {"a": tru'), DataFileError)
  })
})
