// A sale of one and the same flat, to be varied: markets of a few of these are worked out by hand.
// Never here: markets that a method has to learn from (synthetic-market.ts).
import type { Comparable } from '../../src/valuation/comparables/comparable.ts'

export function sale(
  sourceId: string,
  priceRub: number,
  change: Partial<Comparable> = {},
): Comparable {
  return {
    sourceId,
    kind: 'deal',
    date: '2024-05-02',
    priceRub,
    lat: 56.08,
    lon: 60.73,
    address: 'Улица Мира, 1',
    city: 'Образцовск',
    district: null,
    areaM2: 50,
    kitchenAreaM2: null,
    livingAreaM2: null,
    rooms: 2,
    floor: 3,
    floorsTotal: 5,
    yearBuilt: 1980,
    houseMaterial: 'panel',
    buildingClass: null,
    condition: 'euro',
    market: 'secondary',
    ceilingHeightM: null,
    ...change,
  }
}

/** All that a flat may state, nothing of it unknown. */
export const FULLY_STATED: {
  readonly [Field in keyof Comparable]-?: NonNullable<Comparable[Field]>
} = {
  sourceId: 'full',
  kind: 'listing',
  date: '2024-05-02',
  priceRub: 5_000_000,
  lat: 56.08,
  lon: 60.73,
  address: 'Улица Мира, 1',
  city: 'Образцовск',
  district: 'Северный',
  areaM2: 50.5,
  kitchenAreaM2: 8.5,
  livingAreaM2: 30.5,
  rooms: 2,
  floor: 3,
  floorsTotal: 5,
  yearBuilt: 1980,
  houseMaterial: 'panel',
  buildingClass: 'комфорт',
  condition: 'euro',
  market: 'secondary',
  ceilingHeightM: 2.7,
}

/** The same flat as a request for an estimate has it. */
export const REQUEST_OF_SALE = {
  lat: 56.08,
  lon: 60.73,
  area_m2: 50,
  rooms: 2,
  floor: 3,
  floors_total: 5,
  condition: 'euro',
} as const
