// A small made-up town for the tests: two cities, streets of every shape, houses of every form.
// Never real data; coordinates only have to differ.
import { type AddressIndex, openAddressIndex } from '../../src/addresses/index/address-index.ts'
import type { Address } from '../../src/addresses/table/address.ts'
import { buildAddressIndex } from './build-index.ts'

export function address(city: string, street: string, house: string, at = 0): Address {
  return {
    city,
    street,
    house,
    district: null,
    lat: 55.7 + at / 1000,
    lon: 37.5 + at / 1000,
    postalCode: null,
    fiasId: null,
    population: null,
  }
}

const STREETS: readonly (readonly [street: string, houses: string])[] = [
  ['Рублёвское шоссе', '6 68 68К2 681 34К1'],
  ['улица Берёзовая', '1 2 3 5'],
  ['Лесная улица', '1 2 5 7'],
  ['1-я Парковая улица', '1 5 9'],
  ['9-я Парковая улица', '1 2 5'],
  ['улица 8 Марта', '8 9 10'],
  ['проспект Мира', '33к1 33к2 5/9 7'],
  ['Измайловский проспект', '4 6'],
  ['Измайловский бульвар', '4 8'],
  ['мкр. 15-й', 'к1538 к1539'],
  ['улица Академика Королёва', '12 12с1 17Ак1'],
  ['Солнечный Берег ЖК', 'к2.2/2'],
  ['Садовая-Самотёчная улица', '4с1 вл13'],
  ['набережная Набережная', '3'],
]

/** Rows of cities themselves. */
export const CITIES: readonly Address[] = [
  {
    ...address('Большегорск', '', '', 0),
    lat: 55.7,
    lon: 37.5,
    population: 900_000,
    fiasId: 'a-city',
    postalCode: '101000',
  },
  { ...address('Малогорск', '', ''), lat: 58, lon: 60, population: 9_000 },
]

export const TOWN: readonly Address[] = [
  ...STREETS.flatMap(([street, houses], i) =>
    houses.split(' ').map((house, k) => address('Большегорск', street, house, i * 10 + k)),
  ),
  address('Малогорск', 'Лесная улица', '5', 3000),
  address('Малогорск', 'улица Лермонтова', '1', 3010),
  address('пос. Дальний', '', '5', 4000),
  address('аул Верхний', '', '5', 4100),
  {
    ...address('Большегорск', 'Почтовая улица', '1', 500),
    postalCode: '101001',
    fiasId: 'ccdfd496-8108-4655-aadd-bd228747306d',
  },
  { ...address('Большегорск', 'Почтовая улица', '2'), lat: null, lon: null, fiasId: 'abcdef' },
]

export function townIndex(): AddressIndex {
  return indexOf(...TOWN, ...CITIES)
}

/** The town's houses and some more. */
export function townWith(...more: readonly Address[]): AddressIndex {
  return indexOf(...TOWN, ...more)
}

export function indexOf(...addresses: readonly Address[]): AddressIndex {
  return openAddressIndex(buildAddressIndex(addresses))
}
