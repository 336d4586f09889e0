import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Command } from 'commander'
import {
  type ColumnOptions,
  fileColumns,
  mapOption,
  withColumnOptions,
} from '../../src/cli/column-options.ts'

/** How the columns of a file are read, by the words of a command line. */
function columnsOf(...words: readonly string[]) {
  const command = withColumnOptions(new Command('import'))
  command.exitOverride().configureOutput({ writeErr: () => {} })
  return fileColumns(command.parse(words, { from: 'user' }).opts<ColumnOptions>())
}

describe('the columns of a file', () => {
  it('have the names of the schema unless told', () => {
    assert.deepEqual(columnsOf(), { names: {}, defaults: {}, ignored: [] })
  })

  it('may be given names in either order, several of them, whatever stands in one', () => {
    const words = ['--map', 'price_rub=Цена, ₽', '--map', 'Площадь=area_m2', '--map', 'lat=a=b']
    const names = { price_rub: 'Цена, ₽', area_m2: 'Площадь', lat: 'a=b' }
    assert.deepEqual(columnsOf(...words).names, names)
    // Where both are columns, the first is read under the name of the second.
    assert.deepEqual(columnsOf('--map', 'lat=lon', '--map', 'lon=lat').names, {
      lat: 'lon',
      lon: 'lat',
    })
  })

  it('are found under a name given with blanks around it, as the first line is read', () => {
    const words = ['--map', 'price_rub = Цена, ₽ ', '--map', ' Площадь =area_m2']
    const { names } = columnsOf(...words)
    assert.deepEqual(names, { price_rub: 'Цена, ₽', area_m2: 'Площадь' })
  })

  it('may have a value where a row has none, without blanks around it', () => {
    const words = ['--default', 'kind= listing ', '--default', 'city=Нижний Новгород']
    assert.deepEqual(columnsOf(...words).defaults, { kind: 'listing', city: 'Нижний Новгород' })
  })

  it('may be ignored, several of them', () => {
    const words = ['--ignore', 'condition', '--ignore', 'market']
    assert.deepEqual(columnsOf(...words).ignored, ['condition', 'market'])
    assert.throws(() => columnsOf('--ignore', 'ремонт'), /one of the columns source_id, kind, /)
  })

  it('are listed where what is given names none of them', () => {
    for (const words of [
      ['--map', 'price=cost'],
      ['--map', 'price_rub'],
      ['--map', 'price_rub='],
      ['--map', '=cost'],
      ['--map', 'price_rub= '],
      ['--default', 'listing=kind'],
    ]) {
      assert.throws(() => columnsOf(...words), /with one of the columns source_id, kind, /)
    }
  })

  it('are those of the dataset that the command reads', () => {
    const command = new Command('import').addOption(mapOption(['street', 'house']))
    command.exitOverride().configureOutput({ writeErr: () => {} })
    command.parse(['--map', 'улица=street'], { from: 'user' })
    assert.deepEqual(command.opts(), { map: { street: 'улица' } })
    assert.throws(
      () => command.parse(['--map', 'area_m2=площадь'], { from: 'user' }),
      /with one of the columns street, house\./,
    )
  })
})
