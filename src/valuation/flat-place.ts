// Where the flat of a request is: the coordinates given, or what its address resolves to. Never
// here: how an address is read (addresses/resolve.ts).
import type { Addresses } from '../addresses/start.ts'
import type { Resolution, Suggestion } from '../addresses/table/address.ts'
import { distanceKm } from '../geometry/earth.ts'
import { TaskRefused } from '../threads/task-refused.ts'
import { PLACED_APART_KM } from './market/building.ts'
import type { ConfidenceReason } from './wire/estimate-codes.ts'
import type { EstimateRequest } from './wire/estimate-request.ts'
import type { GeoPrecision } from './wire/estimate-schema.ts'

export interface FlatPlace {
  readonly address: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly city: string | null
  readonly precision: GeoPrecision
  /** Sought while the flat is being valued. */
  readonly doubts: Promise<readonly ConfidenceReason[]>
}

const NO_DOUBTS: FlatPlace['doubts'] = Promise.resolve([])

const NOWHERE: FlatPlace = {
  address: null,
  lat: null,
  lon: null,
  city: null,
  precision: 'none',
  doubts: NO_DOUBTS,
}

type PlacedFlat =
  | { readonly kind: 'place'; readonly place: FlatPlace }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }

/**
 * Coordinates win over an address: the address then only says what is printed.
 * @throws TaskRefused if an address has to be resolved and the index is not there yet
 */
export async function placeFlat(
  request: Pick<EstimateRequest, 'address' | 'lat' | 'lon'>,
  resolveAddress: Addresses['resolve'],
): Promise<PlacedFlat> {
  const { lat, lon } = request
  const address = request.address ?? null
  if (lat !== undefined && lon !== undefined) {
    const doubts = address === null ? NO_DOUBTS : doubtsOf(address, lat, lon, resolveAddress)
    return { kind: 'place', place: { ...NOWHERE, address, lat, lon, precision: 'point', doubts } }
  }
  const resolution = await resolveAddress(address ?? '')
  switch (resolution.outcome) {
    case 'ambiguous':
      return { kind: 'ambiguous', candidates: textsOf(resolution.candidates) }
    case 'not_found':
      return { kind: 'place', place: { ...NOWHERE, address } }
    case 'match':
      return { kind: 'place', place: placeOfMatch(resolution, address) }
  }
}

/** Places of the same text are told apart by their coordinates, which a request may state. */
function textsOf(candidates: readonly Suggestion[]): string[] {
  const ofText = Map.groupBy(candidates, ({ value }) => value)
  return candidates.map(({ value, lat, lon }) =>
    (ofText.get(value)?.length ?? 0) > 1 ? `${value} (lat ${lat}, lon ${lon})` : value,
  )
}

/** An estimate by coordinates can do without the index, so it does not wait long for the first. */
const DOUBTS_PATIENCE_S = 1

/** A street's own point, as a suggestion gives it, and not a flat's beside it, km. */
const STREETS_OWN_KM = 0.01
/** No flat of a street is so far from its middle, km. */
const FAR_FROM_STREET_KM = 50

/**
 * Whether the address is known to be elsewhere, or the point to be that of its street. Nothing is
 * known without an index, nor of an address that was read with a correction: the table may lack the
 * house that was meant.
 */
async function doubtsOf(
  address: string,
  lat: number,
  lon: number,
  resolveAddress: Addresses['resolve'],
): Promise<readonly ConfidenceReason[]> {
  try {
    const found = await resolveAddress(address, DOUBTS_PATIENCE_S)
    if (found.outcome !== 'match' || !found.isAsWritten) return []
    const { lat: foundLat, lon: foundLon, geo_precision: precision } = found.match
    if (precision === 'city' || foundLat === null || foundLon === null) return []
    const km = distanceKm(lat, lon, foundLat, foundLon)
    if (precision === 'street' && km < STREETS_OWN_KM) return ['address_without_house']
    const farKm = precision === 'street' ? FAR_FROM_STREET_KM : PLACED_APART_KM
    return km > farKm ? ['address_elsewhere'] : []
  } catch (error) {
    if (error instanceof TaskRefused) return []
    throw error
  }
}

/**
 * A city's centre does not place a flat; a house does, and the middle of a street, which may be a
 * kilometre from the flat.
 */
function placeOfMatch(
  { match, isAsWritten }: Extract<Resolution, { outcome: 'match' }>,
  typed: string | null,
): FlatPlace {
  const { geo_precision: precision, value: address, lat, lon, city } = match
  if (precision === 'city') return { ...NOWHERE, address: typed }
  const doubts: ConfidenceReason[] = []
  if (precision === 'street') doubts.push('address_without_house')
  if (!isAsWritten) doubts.push('address_corrected')
  return { address, lat, lon, city, precision, doubts: Promise.resolve(doubts) }
}
