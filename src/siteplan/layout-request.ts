// What a request for best layouts may say, what it means where it says nothing, and the rules that
// bind several of its fields. Never looks at the site.
import { type Static, Type } from 'typebox'
import { TYPOLOGIES } from '../norms/house-sizes.ts'
import { withRequestedRules } from '../norms/requested-rules.ts'
import { isInvertedSpan, type Steps, stepsAreWhole } from '../norms/rule-look-ups.ts'
import { type RuleName, type RuleSet, Rules } from '../norms/rule-set.ts'
import { type LayoutRequest, OBJECTIVES, UNIT_TYPES, type UnitMix } from './layout.ts'

const Storeys = Type.Integer({ minimum: 1, maximum: 100 })
const Share = Type.Number({ minimum: 0, maximum: 1 })
const strict = { additionalProperties: false }

const R = Rules.properties

/** Values of norms by name; of a table, all its steps. */
const RequestedRules = Type.Partial(
  Type.Object({
    setback_m: R.setback_m.properties.value,
    max_coverage: R.max_coverage.properties.value,
    max_density: R.max_density.properties.value,
    max_storeys: R.max_storeys.properties.value,
    max_height_m: R.max_height_m.properties.value,
    storey_height_m: R.storey_height_m.properties.value,
    daylight_gap_long_m: R.daylight_gap_long_m.properties.value,
    daylight_gap_end_m: R.daylight_gap_end_m.properties.value,
    fire_gap_m: R.fire_gap_m.properties.value,
    fire_lane_width_m: R.fire_lane_width_m.properties.value,
    fire_lane_distance_m: R.fire_lane_distance_m.properties.value,
    insolation_h: R.insolation_h.properties.value,
    insolation_day: R.insolation_day.properties.value,
    parking_per_unit: R.parking_per_unit.properties.value,
    parking_space_m2: R.parking_space_m2.properties.value,
    playground_m2_per_unit: R.playground_m2_per_unit.properties.value,
    min_green: R.min_green.properties.value,
  }),
  { ...strict, description: 'Norms in place of the parcel’s set, by name' },
)

export const LayoutsBody = Type.Object({
  rules: Type.Optional(RequestedRules),
  typologies: Type.Optional(
    Type.Array(Type.Enum([...TYPOLOGIES]), {
      minItems: 1,
      maxItems: TYPOLOGIES.length,
      uniqueItems: true,
      description: 'All by default',
    }),
  ),
  storeys: Type.Optional(
    Type.Object(
      { min: Type.Optional(Storeys), max: Type.Optional(Storeys) },
      { ...strict, description: '3 to 17 by default' },
    ),
  ),
  unit_mix: Type.Optional(
    Type.Object(
      {
        studio: Type.Optional(Share),
        '1': Type.Optional(Share),
        '2': Type.Optional(Share),
        '3': Type.Optional(Share),
      },
      { ...strict, description: 'Shares of flats; they sum to 1, what is left out is 0' },
    ),
  ),
  parking_ratio: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 5,
      description: 'Spaces a flat; the norm by default, and wherever the norm asks for more',
    }),
  ),
  objective: Type.Optional(Type.Enum([...OBJECTIVES], { description: '`balanced` by default' })),
  options: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 5, description: 'Layouts at most; 3 by default' }),
  ),
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'The same seed, the same layouts; 1 by default',
    }),
  ),
})
export type LayoutsBody = Static<typeof LayoutsBody>

const DEFAULT_STOREYS = { min: 3, max: 17 }
const DEFAULT_OPTIONS = 3
const DEFAULT_SEED = 1

/** How far a mix may be from 1 in all. */
const MIX_TOLERANCE = 1e-6

export type RequestOutcome =
  | { readonly kind: 'request'; readonly request: LayoutRequest; readonly ruleSet: RuleSet }
  | { readonly kind: 'invalid'; readonly field: string; readonly rule: string }

/**
 * The request with its defaults, and the rules that it is to be held against.
 * @param usualMix where the request names none
 */
export function readLayoutRequest(
  body: LayoutsBody,
  setOfPlace: RuleSet,
  usualMix: UnitMix,
): RequestOutcome {
  const { rules = {}, storeys = {}, unit_mix } = body
  for (const name of Object.keys(rules) as RuleName[]) {
    const value: unknown = rules[name]
    if (Array.isArray(value) && !stepsAreWhole(value as Steps<unknown>)) {
      return invalid(`rules.${name}`, 'up_to должны возрастать, у последней ступени — null')
    }
    if (Array.isArray(value) && (value as Steps<unknown>).some(isInvertedSpan)) {
      return invalid(`rules.${name}`, 'least не больше most')
    }
  }
  const min = storeys.min ?? Math.min(DEFAULT_STOREYS.min, storeys.max ?? DEFAULT_STOREYS.min)
  const max = storeys.max ?? Math.max(DEFAULT_STOREYS.max, min)
  if (min > max) return invalid('storeys', 'min не больше max')

  const mix = unit_mix ? wholeMix(unit_mix) : usualMix
  const total = UNIT_TYPES.reduce((sum, type) => sum + mix[type], 0)
  if (Math.abs(total - 1) > MIX_TOLERANCE) {
    return invalid('unit_mix', 'сумма долей должна быть равна 1')
  }
  const ruleSet = withRequestedRules(setOfPlace, rules)
  return {
    kind: 'request',
    ruleSet,
    request: {
      typologies: body.typologies ?? TYPOLOGIES,
      storeys: { min, max },
      unit_mix: mix,
      parking_ratio: Math.max(body.parking_ratio ?? 0, ruleSet.rules.parking_per_unit.value),
      objective: body.objective ?? 'balanced',
      options: body.options ?? DEFAULT_OPTIONS,
      seed: body.seed ?? DEFAULT_SEED,
    },
  }
}

function wholeMix(mix: Partial<UnitMix>): UnitMix {
  return {
    studio: mix.studio ?? 0,
    '1': mix['1'] ?? 0,
    '2': mix['2'] ?? 0,
    '3': mix['3'] ?? 0,
  }
}

function invalid(field: string, rule: string): RequestOutcome {
  return { kind: 'invalid', field, rule }
}
