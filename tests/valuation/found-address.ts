// What an address resolves to, for tests of those who ask.
import type { Resolution } from '../../src/addresses/table/address.ts'

type Match = Extract<Resolution, { outcome: 'match' }>

/** As it is typed; it is found as another spelling of itself. */
export const ADDRESS = 'Примерск, улица Ленина, 5'
export const FOUND = 'г Примерск, улица Ленина, д 5'

/** An address that is found this exactly, at 61° N 31° E. */
export function foundAs(precision: 'city' | 'street' | 'house', isAsWritten = true): Match {
  return {
    outcome: 'match',
    isAsWritten,
    match: {
      id: 'a',
      kind: precision,
      value: FOUND,
      city: 'Примерск',
      street: 'улица Ленина',
      house: precision === 'house' ? '5' : null,
      postal_code: null,
      fias_id: null,
      lat: 61,
      lon: 31,
      geo_precision: precision,
      highlights: [],
      score: 1,
    },
  }
}
