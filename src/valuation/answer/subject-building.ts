// The building of a subject among those of the market: at its point, at its address, or beside it.
// Never here: what the building says of the flat (subject.ts).
import { listAt } from '../../numbers/packed-lists.ts'
import type { Dwelling } from '../comparables/comparable.ts'
import {
  isAtAddressOf,
  mayBeBuildingOf,
  mayShareHouseWith,
  subjectBuildingKeys,
} from '../market/building.ts'
import { nearestRowWithin } from '../market/rows-within.ts'
import type { Model } from '../model/model.ts'

/**
 * The nearest building within this distance is the subject's if none has its exact point or
 * address. An advert of such a flat within it is the subject's own, wherever its address was
 * placed.
 */
export const SAME_BUILDING_KM = 0.012

/** Half of a large house: a point picked on a map need not be where a source placed the house. */
const SAME_HOUSE_KM = 0.03

/**
 * Sources place the same house up to this far apart: within it a building with the subject's
 * address is the subject's.
 */
const SAME_ADDRESS_KM = 0.2

/** Where to look for the subject's building: its nearest row that is wanted and right tells it. */
interface BuildingRule {
  readonly radiusKm: number
  /** Cheap; asked of every row near. */
  readonly isWanted: (row: number) => boolean
  readonly isRight: (row: number) => boolean
}

/**
 * Position among the market's buildings, or −1: the first that the rules find of those with a flat
 * known by the day.
 */
export function buildingOf(model: Model, dwelling: Dwelling, day: number): number {
  for (const key of subjectBuildingKeys(dwelling)) {
    const code = model.buildingCodes.get(key)
    if (code !== undefined && rowsUntil(model, code, day).length > 0) return code
  }
  const { lat, lon } = dwelling
  const { table, comparables } = model
  const isAtAddress = isAtAddressOf(dwelling)
  const mayBeOwn = mayBeBuildingOf(dwelling)
  const mayShareHouse = mayShareHouseWith(dwelling)
  const isKnown = (row: number): boolean => (table.day[row] as number) <= day
  const keyOf = (row: number): string => table.buildings[table.building[row] as number] as string
  const isOfBuilding = (row: number): boolean => isKnown(row) && mayBeOwn(keyOf(row))
  const described = (row: number): Dwelling => comparables[row] as Dwelling
  const rules: readonly BuildingRule[] = [
    {
      radiusKm: SAME_ADDRESS_KM,
      isWanted: isKnown,
      isRight: (row) => isAtAddress(described(row), keyOf(row)),
    },
    { radiusKm: SAME_BUILDING_KM, isWanted: isOfBuilding, isRight: () => true },
    {
      radiusKm: SAME_HOUSE_KM,
      isWanted: isOfBuilding,
      isRight: (row) => mayShareHouse(described(row)),
    },
  ]
  for (const { radiusKm, isWanted, isRight } of rules) {
    const row = nearestRowWithin(model, { lat, lon, radiusKm }, isWanted, isRight)
    if (row >= 0) return table.building[row] as number
  }
  return -1
}

/** The rows of a building up to a day, oldest first. */
export function rowsUntil({ table, buildingRows }: Model, building: number, day: number): number[] {
  return [...listAt(buildingRows, building)].filter((row) => (table.day[row] as number) <= day)
}
