// One made-up house of an address table, to be varied. A whole town is town.ts's.
import type { Address } from '../../src/addresses/table/address.ts'

export const MADE_UP_HOUSE: Address = {
  city: 'Тверь',
  street: 'улица Мира',
  house: '1',
  district: null,
  lat: 56.8,
  lon: 35.9,
  postalCode: null,
  fiasId: null,
  population: null,
}
