// Which flats are in one building: by coordinates, and by address where one point has many. Never
// here: prices.
import { houseKey, namesHouse } from '../../addresses/words/house-key.ts'
import { memoized } from '../../made-once.ts'
import type { Dwelling } from '../comparables/comparable.ts'

/** A point with more addresses is not a building but a geocoder's fallback (a city's centre). */
const MAX_ADDRESSES_AT_A_POINT = 3

/** Stands between point and address in the key of a building at a crowded point. */
const AT_CROWDED_POINT = ' @ '

/** A point to about 1 m, as text. */
function pointKey(dwelling: Dwelling): string {
  return `${dwelling.lat.toFixed(5)},${dwelling.lon.toFixed(5)}`
}

const addressKey = ({ address }: Pick<Dwelling, 'address'>): string => houseKey(address ?? '')

/**
 * Whether another dwelling is written at the subject's address, wherever it was placed. Each
 * spelling is read once; at a crowded point none is, since thousands may stand there, all of which
 * the keys of their buildings hold as read.
 */
export function isAtAddressOf(
  dwelling: Dwelling,
): (other: Pick<Dwelling, 'address'>, buildingKey: string) => boolean {
  const own = addressKey(dwelling)
  if (!namesHouse(own)) return () => false
  const ending = `${AT_CROWDED_POINT}${own}`
  const isHere = memoized((address: string | null) => addressKey({ address }) === own)
  return (other, buildingKey) =>
    buildingKey.includes(AT_CROWDED_POINT) ? buildingKey.endsWith(ending) : isHere(other.address)
}

/** Sources place one house up to some hundred metres apart. */
export const PLACED_APART_KM = 0.5

/** Adverts of one house give the year of its permit or of its completion. */
export const SAME_WITHIN_YEARS = 5

/**
 * Whether another dwelling's house has as many floors as the subject's, and nothing else known of
 * both says that they are two houses.
 */
export function mayShareHouseWith(dwelling: Dwelling): (other: Dwelling) => boolean {
  const { floorsTotal, yearBuilt: year, houseMaterial: material } = dwelling
  const address = addressKey(dwelling)
  return (other) => {
    if (floorsTotal === null || other.floorsTotal !== floorsTotal) return false
    const { yearBuilt: otherYear, houseMaterial: otherMaterial } = other
    if (year && otherYear && Math.abs(year - otherYear) > SAME_WITHIN_YEARS) return false
    if (material && otherMaterial && material !== otherMaterial) return false
    const otherAddress = addressKey(other)
    return !namesHouse(address) || !namesHouse(otherAddress) || address === otherAddress
  }
}

/**
 * One key per dwelling; flats of one building share it. The key is the point, or point and address
 * where several addresses share one point.
 */
export function buildingKeys(dwellings: readonly Dwelling[]): string[] {
  const points = dwellings.map(pointKey)
  // Addresses as written. Most points have one address, and only crowded ones need the normalised
  // key.
  const crowded = new Set<string>()
  for (const [point, rows] of Map.groupBy(dwellings.keys(), (i) => points[i] as string)) {
    const written = new Set(rows.map((i) => dwellings[i]?.address ?? null))
    if (written.size <= MAX_ADDRESSES_AT_A_POINT) continue
    const addresses = new Set([...written].map((address) => addressKey({ address })))
    if (addresses.size > MAX_ADDRESSES_AT_A_POINT) crowded.add(point)
  }
  return dwellings.map((dwelling, i) => {
    const point = points[i] as string
    return crowded.has(point) ? `${point}${AT_CROWDED_POINT}${addressKey(dwelling)}` : point
  })
}

/** Keys of a single subject. Its building is the first of these that the market knows. */
export function subjectBuildingKeys(dwelling: Dwelling): string[] {
  const point = pointKey(dwelling)
  const address = addressKey(dwelling)
  return namesHouse(address) ? [`${point}${AT_CROWDED_POINT}${address}`, point] : [point]
}

/**
 * Whether a building beside the subject's point may be its own, by the building's key: at a crowded
 * point only the one with its address.
 */
export function mayBeBuildingOf(dwelling: Dwelling): (key: string) => boolean {
  const address = addressKey(dwelling)
  const ending = `${AT_CROWDED_POINT}${address}`
  return (key) => !key.includes(AT_CROWDED_POINT) || (namesHouse(address) && key.endsWith(ending))
}
