// The answer of best-layouts as the reference describes it. Its shapes are layout.ts's; nothing is
// checked against this on the way out.
import { Type } from 'typebox'
import { TYPOLOGIES } from '../norms/house-sizes.ts'
import { Rules } from '../norms/rule-set.ts'
import { OBJECTIVES } from './layout.ts'

const Point = Type.Array(Type.Number(), {
  description: 'Metres east and north of `site.origin`',
})
const Ring = Type.Array(Point, { description: 'The first corner is not repeated' })
const Region = Type.Array(Ring, {
  description: 'Outer rings counter-clockwise, holes clockwise',
})
const M2 = Type.Number({ description: 'm²' })
const Rub = Type.Integer({ description: 'Whole roubles' })
const Share = Type.Number({ description: 'A share: 0.05 is 5 %' })

const Units = (description: string) =>
  Type.Object(
    { studio: Type.Number(), '1': Type.Number(), '2': Type.Number(), '3': Type.Number() },
    { description },
  )

const Building = Type.Object({
  name: Type.String({ description: 'As in the drawing: `А`, `Б`, …' }),
  typology: Type.Enum([...TYPOLOGIES]),
  footprint: Ring,
  courts: Type.Array(Ring),
  storeys: Type.Integer(),
  height_m: Type.Number(),
  footprint_m2: M2,
  gfa_m2: M2,
})

const Indicators = Type.Object({
  site_m2: M2,
  footprint_m2: M2,
  coverage: Share,
  gfa_m2: M2,
  density: Type.Number({ description: 'Floor area over site area' }),
  share_of_bound: Share,
  max_storeys: Type.Integer(),
  saleable_m2: M2,
  units: Units('Flats by type'),
  units_total: Type.Integer(),
  parking_needed: Type.Integer(),
  parking_given: Type.Integer(),
  playground_m2: M2,
  green_m2: M2,
  green_share: Share,
})

const Check = Type.Object({
  rule: Type.String(),
  relation: Type.Enum(['at_least', 'at_most']),
  limit: Type.Number(),
  actual: Type.Number(),
  unit: Type.Enum(['m', 'm2', 'share', 'h', 'count']),
  ok: Type.Boolean(),
  source: Type.String(),
})

const Option = Type.Object({
  rank: Type.Integer({ description: '1 is the best' }),
  score: Type.Number(),
  buildings: Type.Array(Building),
  fire_lanes: Region,
  drives: Type.Array(Ring, {
    description: 'Ways for cars beside `fire_lanes`, from parking to those or out of the site',
  }),
  parking: Region,
  playgrounds: Region,
  indicators: Indicators,
  checks: Type.Array(Check),
  insolation: Type.Object({
    day: Type.String({ description: 'MM-DD' }),
    latitude: Type.Number(),
    points: Type.Array(
      Type.Object({ building: Type.String(), point: Point, hours: Type.Number() }),
    ),
  }),
  economics: Type.Union(
    [
      Type.Object({
        price_rub_per_m2: Units('Roubles per m², over its houses by floor area'),
        revenue_rub: Rub,
        cost_rub: Rub,
        margin: Share,
      }),
      Type.Null(),
    ],
    { description: 'null where there is no market evidence' },
  ),
})

export const BestLayoutsAnswer = Type.Object({
  report_id: Type.String(),
  generated_at: Type.String(),
  is_demo: Type.Boolean(),
  parcel: Type.Object({
    cadastral_number: Type.String(),
    address: Type.Union([Type.String(), Type.Null()]),
    area_m2: M2,
  }),
  request: Type.Object({
    typologies: Type.Array(Type.Enum([...TYPOLOGIES])),
    storeys: Type.Object({ min: Type.Integer(), max: Type.Integer() }),
    unit_mix: Units('Shares'),
    parking_ratio: Type.Number(),
    objective: Type.Enum([...OBJECTIVES]),
    options: Type.Integer(),
    seed: Type.Integer(),
  }),
  rule_set: Type.Object({ id: Type.String(), title: Type.String(), rules: Rules }),
  site: Type.Object({
    origin: Type.Array(Type.Number(), { description: 'Longitude, latitude' }),
    boundary: Region,
    buildable: Region,
    buildable_area_m2: M2,
  }),
  assumptions: Type.Object({
    saleable_share: Share,
    unit_area_m2: Units('m² of one flat'),
    cost_rub_per_m2: Type.Number(),
    price_rub_per_m2: Type.Union(
      [
        Type.Array(Type.Object({ storeys: Type.Integer(), rub_per_m2: Units('Roubles per m²') })),
        Type.Null(),
      ],
      {
        description:
          'By storeys of the house, between them on the straight line; null where there is no market evidence',
      },
    ),
  }),
  outcome: Type.Enum(['ok', 'no_feasible_layout']),
  binding_rule: Type.String(),
  upper_bound_gfa_m2: M2,
  options: Type.Array(Option),
})
