// Where a street or a city lies when only its houses' places are known.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NO_COORDINATE, toDegrees } from '../../../src/addresses/index/index-coordinates.ts'
import type { Address } from '../../../src/addresses/table/address.ts'
import { buildAddressIndex } from '../build-index.ts'
import { MADE_UP_HOUSE } from '../made-up-house.ts'

const house = (number: number, lat: number | null, change: Partial<Address> = {}): Address => ({
  ...MADE_UP_HOUSE,
  house: `${number}`,
  lat,
  lon: lat === null ? null : lat - 20,
  ...change,
})

const placesOf = (...houses: Address[]) => {
  const { streetLat, streetLon, cityLat, cityLon } = buildAddressIndex(houses)
  const degrees = (lat: Int32Array, lon: Int32Array) =>
    Array.from(lat, (value, i) => [toDegrees(value), toDegrees(lon[i] ?? NO_COORDINATE)])
  return { streets: degrees(streetLat, streetLon), cities: degrees(cityLat, cityLon) }
}

describe('a street', () => {
  it('lies in the middle of its houses, those without coordinates left out', () => {
    const { streets } = placesOf(house(1, 56.1), house(2, 56.3), house(3, null))
    assert.deepEqual(streets, [[56.2, 36.2]])
  })

  it('is not moved by a house that a geocoder has put in the sea', () => {
    const sea = house(4, 0, { lon: 0 })
    const { streets } = placesOf(house(1, 56.1), house(2, 56.2), house(3, 56.3), sea)
    assert.deepEqual(streets, [[56.15, 36.15]])
  })

  it('is nowhere without a house that is somewhere', () => {
    assert.deepEqual(placesOf(house(1, null)).streets, [[null, null]])
  })
})

describe('a city', () => {
  it('lies in the middle of its own streets, in whatever order they came', () => {
    const on = (street: string, city: string, lat: number) => house(1, lat, { street, city })
    const { cities } = placesOf(
      on('улица Яблочкова', 'Арск', 51),
      on('улица Абая', 'Ямск', 60),
      on('улица Абая', 'Арск', 50),
      on('улица Мира', 'Арск', 56),
    )
    assert.deepEqual(cities, [
      [51, 31],
      [60, 40],
    ])
  })
})
