// What the columns of an address file may be called, and which it needs.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAddresses as read } from './read-addresses.ts'

describe('the columns of an address file', () => {
  const NAMES = { street: 'Улица', house: 'Дом', lat: 'Широта', lon: 'Долгота' }

  it('may have Russian names or those of DaData, and count under the first that is filled', async () => {
    const header =
      'settlement,settlement_with_type,city,street,street_with_type,house,block_type,block,geo_lat,geo_lon'
    const [russian] = await read('Город;Улица;Дом;Широта;Долгота\nКазань;ул Мира;5;55,5;49,5\n')
    assert.ok(russian && 'row' in russian && russian.row.lat === 55.5)
    const rows = await read(
      `${header}\n,,Казань,Мира,ул Мира,5,к,1,55,49\nУсады,с Усады,,Мира,,5,,,55,49\nУсады,, ,Мира,,5,,Центр,55,49\nДербышки,п Дербышки,Казань,Мира,,5,,2,55,49\n`,
    )
    const told = rows.map((one) => 'row' in one && [one.row.city, one.row.street, one.row.house])
    assert.deepEqual(told, [
      ['Казань', 'ул Мира', '5 к 1'],
      ['с Усады', 'Мира', '5'],
      ['Усады', 'Мира', '5'],
      ['Казань, п Дербышки', 'Мира', '5 к 2'],
    ])
  })

  it('may have names of the file’s own, in CSV and GeoJSON', async () => {
    const [row] = await read('ДОМ;улица;долгота;широта\n1;улица А;37;55\n', { names: NAMES })
    const properties = { Улица: 'улица А', Дом: 1, Широта: '55', Долгота: '37' }
    const feature = { type: 'Feature', properties, geometry: null }
    const lower = { ...NAMES, street: 'улица' }
    const [inGeoJson] = await read(JSON.stringify(feature), { names: lower })
    for (const one of [row, inGeoJson]) {
      assert.ok(one && 'row' in one)
      const { street, house, lat, lon } = one.row
      assert.deepEqual([street, house, lat, lon], ['улица А', '1', 55, 37])
    }
  })

  it('are then read under no other name', async () => {
    const file = 'street,house,улица,lat,lon\nне та,1,улица А,55,37\n'
    const [row] = await read(file, { names: { street: 'улица' } })
    assert.equal(row && 'row' in row && row.row.street, 'улица А')
    const properties = { street: 'не та', улица: 'улица А', house: '1' }
    const feature = JSON.stringify({ type: 'Feature', properties, geometry: null })
    const [inGeoJson] = await read(feature, { names: { street: 'улица' } })
    assert.equal(inGeoJson && 'row' in inGeoJson && inGeoJson.row.street, 'улица А')
  })

  it('never take a property without a name for one that is missing', async () => {
    const properties = { Улица: 'улица А', house: '1', '': 'ничьё' }
    const feature = JSON.stringify({ type: 'Feature', properties, geometry: null })
    const [row] = await read(feature, { names: { street: 'улица' } })
    assert.ok(row && 'row' in row)
    assert.deepEqual([row.row.city, row.row.district, row.row.fiasId], ['', null, null])
  })

  it('may be made up of several, of which a row has those that are filled', async () => {
    const names = { street: 'P7', house: 'L1+L2_TYPE + L2', lat: 'Y', lon: 'X' }
    const file = 'P7,L1,L2_TYPE,L2,Y,X\nулица А,12,корпус,1,55,37\nулица А,12,,,55,37\n'
    const rows = await read(file, { names })
    const properties = { P7: 'улица А', L1: 12, L2_TYPE: 'корпус', L2: '1', Y: 55, X: 37 }
    const feature = JSON.stringify({ type: 'Feature', properties, geometry: null })
    rows.push(...(await read(feature, { names })))
    const houses = rows.map((one) => 'row' in one && one.row.house)
    assert.deepEqual(houses, ['12 корпус 1', '12', '12 корпус 1'])
    await assert.rejects(read('P7,L1,L2,Y,X\n', { names }), /lacks the column L1\+L2_TYPE \+ L2\./)
  })

  it('refuse the file that lacks one of those names, or has it twice', async () => {
    const names = { district: 'район' }
    await assert.rejects(read('street,house,lat,lon\nА,1,55,37\n', { names }), {
      message: /^The file lacks the column район\. .* Name yours with --map column=name\.$/,
    })
    await assert.rejects(read('street,house,lat,lon,район,Район\n', { names }), {
      message: /^The file has the column район more than once/,
    })
  })
})

describe('an address file that lacks columns', () => {
  it('is refused with those that a list needs, and needs no others', async () => {
    await assert.rejects(read('street,город\nА,Г\n'), {
      message:
        'The file lacks the columns house, lat, lon. It begins: street, город. A list of houses needs street, house, lat and lon, one of cities city, population, lat and lon. Name yours with --map column=name.',
    })
    await assert.rejects(read('Адрес|lat|lon\n'), /Адрес, lat, lon\. .* is not taken apart: put/)
    await assert.rejects(read('Адрес|street|house\n'), /lacks the columns lat, lon\. .*name\.$/)
    const lists = ['street,house,lat,lon\nА,1,55,37\n', 'city,population,lat,lon\nГ,9,55,37\n']
    for (const list of lists) {
      const [row] = await read(list)
      assert.ok(row && 'row' in row, list)
    }
  })
})
