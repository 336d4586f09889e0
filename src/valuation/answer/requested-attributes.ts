// Attributes of a flat's vector that can be filled in or set aside, as a request has them: their
// names, and their values in its units and words. Never here: which are (subject.ts).
import { round } from '../../numbers/rounding.ts'
import { CONDITIONS, HOUSE_MATERIALS, MARKETS } from '../comparables/comparable.ts'
import { FLAT, type Words } from '../market/flat-vector.ts'
import type { SubjectAttribute } from '../wire/estimate-codes.ts'
import type { ImputedValues } from '../wire/estimate-schema.ts'

/** What a number of the vector is in a request. */
type Told = (value: number, flat: Float64Array, words: Words) => number | string | undefined

const asItIs: Told = (value) => value
const inM2: Told = (share, flat) => round(share * Math.exp(flat[FLAT.lnArea] as number), 1)
const wordOf =
  (list: readonly string[]): Told =>
  (code) =>
    list[code]

interface RequestedAttribute {
  readonly name: SubjectAttribute
  readonly told: Told
}

const ATTRIBUTES: ReadonlyMap<number, RequestedAttribute> = new Map<number, RequestedAttribute>([
  [FLAT.floor, { name: 'floor', told: asItIs }],
  [FLAT.floors, { name: 'floors_total', told: asItIs }],
  [FLAT.year, { name: 'year_built', told: asItIs }],
  [FLAT.material, { name: 'house_material', told: wordOf(HOUSE_MATERIALS) }],
  [FLAT.class, { name: 'building_class', told: (code, _flat, words) => words.classes[code] }],
  [FLAT.condition, { name: 'condition', told: wordOf(CONDITIONS) }],
  [FLAT.market, { name: 'market', told: wordOf(MARKETS) }],
  [FLAT.ceilingM, { name: 'ceiling_height_m', told: (heightM) => round(heightM, 2) }],
  [FLAT.kitchenShare, { name: 'kitchen_area_m2', told: inM2 }],
  [FLAT.livingShare, { name: 'living_area_m2', told: inM2 }],
])

function attributeOf(position: number): RequestedAttribute {
  const attribute = ATTRIBUTES.get(position)
  if (attribute === undefined) throw new TypeError(`attribute ${position} has no name in a request`)
  return attribute
}

export function namesOf(positions: readonly number[]): SubjectAttribute[] {
  return positions.map((position) => attributeOf(position).name)
}

/** Measures in m² or m, rounded as a request would give them. */
export function valuesOf(
  positions: readonly number[],
  flat: Float64Array,
  words: Words,
): ImputedValues {
  return Object.fromEntries(
    positions.map((position) => {
      const { name, told } = attributeOf(position)
      return [name, told(flat[position] as number, flat, words)]
    }),
  )
}
