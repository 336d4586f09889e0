// The address of a house of the demonstration town, as its table holds it.
import type { Address } from '../addresses/table/address.ts'

/** An address that says where it is. */
export type HouseAddress = Address & { readonly lat: number; readonly lon: number }

type Told = Pick<HouseAddress, 'city' | 'street' | 'house' | 'district' | 'lat' | 'lon'>

/** What a made-up town has none of stays unknown. */
export function houseAddress(told: Told): HouseAddress {
  return { ...told, postalCode: null, fiasId: null, population: null }
}

/** As a deal or an advert names it. */
export function addressLine({ street, house }: Address): string {
  return `${street}, ${house}`
}
