// The body of a request for best layouts, as it is checked and as the reference describes it. What it
// means where it says nothing, and what binds several fields, is layout-request.ts's.
import { type Static, Type } from 'typebox'
import { TYPOLOGIES } from '../norms/house-sizes.ts'
import { Rules } from '../norms/rule-set.ts'
import { OBJECTIVES } from './layout.ts'

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
