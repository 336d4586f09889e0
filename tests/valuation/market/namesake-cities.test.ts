import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { tellNamesakesApart } from '../../../src/valuation/market/namesake-cities.ts'
import { sale } from '../sale.ts'

const DEGREE_KM = 111.195

/** Flats of a place so many kilometres north of 55°, some hundred metres from each other. */
const flatsAt = (km: number, count: number, city = 'Троицк'): Comparable[] =>
  Array.from({ length: count }, (_, i) =>
    sale(`${km}/${i}`, 1e7, { city, lat: 55 + km / DEGREE_KM + (i % 7) * 1e-3, lon: 37.3 }),
  )
const citiesOf = (rows: readonly Comparable[]) => tellNamesakesApart(rows).map(({ city }) => city)

describe('cities of one name', () => {
  it('are two where they are more than fifty kilometres apart', () => {
    const cities = citiesOf([...flatsAt(0, 60), ...flatsAt(1500, 30)])
    assert.equal(new Set(cities.slice(0, 60)).size, 1)
    assert.equal(new Set(cities.slice(60)).size, 1)
    assert.notEqual(cities[0], cities[60])
    assert.match(cities[0] ?? '', /^Троицк \(/)
    const near = [...flatsAt(0, 60), ...flatsAt(49.9, 30)]
    assert.equal(tellNamesakesApart(near), near)
    assert.equal(new Set(citiesOf([...flatsAt(0, 60), ...flatsAt(50.1, 30)])).size, 2)
  })

  it('are one where the fullest lies less than fifty kilometres from each other', () => {
    assert.equal(new Set(citiesOf([...flatsAt(0, 30), ...flatsAt(80, 30)])).size, 2)
    const between = [...flatsAt(0, 30), ...flatsAt(40, 60), ...flatsAt(80, 30)]
    assert.equal(tellNamesakesApart(between), between)
  })

  it('are told apart, those of the most flats first, while there are 400 cities at most', () => {
    const cityCount = (others: number) => {
      const rows = [
        ...Array.from({ length: others }, (_, i) => flatsAt(700, 1, `Город ${i}`)).flat(),
        ...[0, 200].flatMap((km) => flatsAt(km, 20, 'Березовский')),
        ...[0, 200].flatMap((km) => flatsAt(km, 21)),
      ]
      const cities = citiesOf(rows).slice(others)
      return [cities.slice(0, 40), cities.slice(40)].map((ofName) => new Set(ofName).size)
    }
    assert.deepEqual(cityCount(396), [2, 2])
    assert.deepEqual(cityCount(397), [1, 2])
    assert.deepEqual(cityCount(398), [1, 1])
  })

  it('take the flats between them, each the nearest one’s', () => {
    const cities = citiesOf([...flatsAt(0, 60), ...flatsAt(200, 60), ...flatsAt(90, 5)])
    assert.equal(cities.at(-1), cities[0])
  })

  it('are one where the flats far away are few: their coordinates are wrong', () => {
    assert.equal(new Set(citiesOf([...flatsAt(0, 60), ...flatsAt(1500, 19)])).size, 1)
    assert.equal(new Set(citiesOf([...flatsAt(0, 60), ...flatsAt(1500, 20)])).size, 2)
    // One in fifty of all.
    assert.equal(new Set(citiesOf([...flatsAt(0, 1450), ...flatsAt(1500, 29)])).size, 1)
    assert.equal(new Set(citiesOf([...flatsAt(0, 1450), ...flatsAt(1500, 30)])).size, 2)
  })

  it('are told apart in any order of the rows, and others left alone', () => {
    const rows = [...flatsAt(0, 60), ...flatsAt(1500, 30), ...flatsAt(700, 40, 'Тула')]
    const cities = citiesOf(rows)
    assert.deepEqual(citiesOf(rows.toReversed()), cities.toReversed())
    assert.deepEqual(new Set(cities.slice(90)), new Set(['Тула']))
  })
})
