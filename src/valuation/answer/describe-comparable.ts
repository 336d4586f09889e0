// One comparable as an answer shows it: the flat, its similarity and distance, and its adjustments.
// Never here: which comparables are shown and how they are adjusted
// (evidence/shown-comparables.ts).
import { round } from '../../numbers/rounding.ts'
import { type Chosen, FRACTION_DIGITS } from '../evidence/shown-comparables.ts'
import type { Model } from '../model/model.ts'
import type { ShownComparable } from '../wire/estimate-schema.ts'
import type { PlacedSubject } from './subject.ts'

/** By how much ln of the similarity shown falls with each unit of distance. */
const SIMILARITY_DECAY = 0.25

/**
 * What an answer says of a comparable. Its `similarity` is exp(−d/4), where d is the distance of
 * neighbours/similarity.ts to the subject: 1 for a flat like it in everything, a half at 2.8 tuned
 * scales. It is for display only: `weight` is what counts.
 */
export function describeComparable(
  model: Model,
  subject: PlacedSubject,
  day: number,
  chosen: Chosen,
): ShownComparable {
  const { row } = chosen
  const one = model.comparables[row]
  if (one === undefined) throw new RangeError(`row ${row} has no comparable`)
  return {
    id: one.sourceId,
    kind: one.kind,
    date: one.date,
    age_days: day - (model.table.day[row] as number),
    address: one.address,
    lat: one.lat,
    lon: one.lon,
    distance_m: Math.round(subject.kmTo(row) * 1000),
    same_building: model.table.building[row] === subject.building,
    price_rub: one.priceRub,
    price_rub_per_m2: Math.round(one.priceRub / one.areaM2),
    area_m2: one.areaM2,
    rooms: one.rooms,
    floor: one.floor,
    floors_total: one.floorsTotal,
    year_built: one.yearBuilt,
    house_material: one.houseMaterial,
    condition: one.condition,
    similarity: round(Math.exp(-SIMILARITY_DECAY * Math.sqrt(chosen.squaredDistance)), 4),
    weight: chosen.weight,
    adjustments: chosen.adjustments,
    net_adjustment: round(chosen.net, FRACTION_DIGITS),
    gross_adjustment: round(chosen.gross, FRACTION_DIGITS),
    adjusted_price_rub: Math.round(one.priceRub * (1 + chosen.net)),
  }
}
