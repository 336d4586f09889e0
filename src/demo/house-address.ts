// The address of a house of the demonstration town, as its table holds it.
import type { Address } from '../addresses/table/address.ts'

export const CITY = 'Примерск'

/** An address that says where it is. */
export type HouseAddress = Address & { readonly lat: number; readonly lon: number }

type KnownParts = Pick<HouseAddress, 'street' | 'house' | 'district' | 'lat' | 'lon'>

/** Codes and a population, which a made-up town has none of, stay unknown. */
export function houseAddress(known: KnownParts): HouseAddress {
  return { ...known, city: CITY, postalCode: null, fiasId: null, population: null }
}

/** As a deal or an advert names it. */
export function addressLine({ street, house }: Address): string {
  return `${street}, ${house}`
}
