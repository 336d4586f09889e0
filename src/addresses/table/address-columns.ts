// The columns of an address file: under which names a file may have each, where they stand in a
// CSV, and which a list needs. What stands in them is address-row.ts's.
import { lackingTold, refuseRepeatedColumns } from '../../datasets/csv-header.ts'
import { DataFileError } from '../../datasets/data-file.ts'
import { isNothing } from '../../datasets/nothing-known.ts'

/** The columns, each with the names it may stand under in a file, in the order they are tried. */
const COLUMN_NAMES = {
  city: [
    ...['city', 'город', 'city_with_type', 'addr:city', 'addr:town', 'addr:village', 'addr:hamlet'],
    ...['settlement_with_type', 'settlement', 'addr:place'],
  ],
  settlement: ['settlement_with_type', 'settlement'],
  address: ['address'],
  street: ['street_with_type', 'street', 'addr:street', 'улица'],
  place: ['addr:place'],
  house: ['house', 'housenumber', 'house_number', 'addr:housenumber', 'дом'],
  block_type: ['block_type'],
  block: ['block'],
  district: ['district', 'addr:district', 'addr:suburb'],
  lat: ['lat', 'latitude', 'geo_lat', 'широта'],
  lon: ['lon', 'lng', 'longitude', 'geo_lon', 'долгота'],
  postal_code: ['postal_code', 'postcode', 'addr:postcode', 'индекс'],
  fias_id: ['fias_id', 'house_fias_id'],
  geometry: ['geometry', 'geodata_center', 'geodata'],
  population: ['population'],
} as const satisfies Record<string, readonly string[]>

export type AddressColumn = keyof typeof COLUMN_NAMES

export const ADDRESS_COLUMNS = Object.keys(COLUMN_NAMES) as readonly AddressColumn[]

/** The file's own name for a column, which then stands under no other. */
export type AddressColumnNames = Readonly<Partial<Record<AddressColumn, string>>>

/** Between the names of columns that one is put together of. */
const AND = '+'

/** The names under which a column may stand, each of the names that make it up. */
export function namesOf(
  column: AddressColumn,
  given: AddressColumnNames,
): readonly (readonly string[])[] {
  const name = given[column]
  const names = name === undefined ? COLUMN_NAMES[column].flatMap(inSomeTools) : [name]
  return names.map((one) => one.split(AND).map((part) => part.trim()))
}

/** GDAL writes a name of OpenStreetMap without its colon. */
function inSomeTools(name: string): readonly string[] {
  return name.includes(':') ? [name, name.replace(':', '_')] : [name]
}

/** The first that is filled, of the cells that make each up. */
export function firstFilled(cells: readonly (readonly (string | undefined)[])[]): string | null {
  const texts = cells.map((ones) =>
    ones.filter((one) => one !== undefined && !isNothing(one.trim())).join(' '),
  )
  return texts.find((text) => text !== '') ?? null
}

/** A column of addresses that are not taken apart. */
const WHOLE_ADDRESS = /адрес|address/u
const NO_WHOLE_ADDRESS =
  'An address in one column is not taken apart: put city, street and house into columns of their own.'

/** Where the cells stand that make up a column, for each of its names. */
export type Positions = ReadonlyMap<AddressColumn, readonly (readonly number[])[]>

/**
 * Where a column stands, under any of its names: a row has it under the first that is filled. Names
 * are compared without regard to case.
 */
export function positionsIn(firstLine: readonly string[], given: AddressColumnNames): Positions {
  const header = firstLine.map((name) => name.trim().toLowerCase())
  const namesIn = (column: AddressColumn) =>
    namesOf(column, given).map((names) => names.map((name) => name.toLowerCase()))
  refuseRepeatedColumns(header, ADDRESS_COLUMNS.flatMap(namesIn).flat())
  const positions = new Map<AddressColumn, readonly (readonly number[])[]>()
  for (const column of ADDRESS_COLUMNS) {
    const found = namesIn(column)
      .map((names) => names.map((name) => header.indexOf(name)))
      .filter((ones) => !ones.includes(-1))
    if (found.length > 0) positions.set(column, found)
  }
  const ofCities = !positions.has('street') && positions.has('city') && positions.has('population')
  const needed: readonly AddressColumn[] = [
    ...(ofCities ? [] : (['street', 'house'] as const)),
    ...(positions.has('geometry') ? [] : (['lat', 'lon'] as const)),
  ]
  const missing = ADDRESS_COLUMNS.filter(
    (column) => !positions.has(column) && (given[column] !== undefined || needed.includes(column)),
  )
  if (missing.length > 0) {
    const told = missing.map((column) => given[column] ?? column)
    const isWhole = header.some((name) => WHOLE_ADDRESS.test(name)) && missing.includes('house')
    throw new DataFileError(
      `${lackingTold(told, firstLine)} A list of houses needs street, house, lat and lon, one of cities city, population, lat and lon. Name yours with --map column=name.${isWhole ? ` ${NO_WHOLE_ADDRESS}` : ''}`,
    )
  }
  return positions
}
