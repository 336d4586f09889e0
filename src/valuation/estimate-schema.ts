// The request and response of an estimate as they stand on the wire.
import { type Static, Type } from 'typebox'
import { CONDITIONS, HOUSE_MATERIALS, MARKETS } from './comparable.ts'

const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()])

const Fraction = Type.Number({ description: 'A share: 0.05 is 5 %' })
const Roubles = Type.Integer({ description: 'Whole roubles' })
const IsoDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '2024-05-20' })

export const EstimateRequest = Type.Object({
  address: Type.Optional(
    Type.String({ minLength: 2, maxLength: 300, description: 'Instead of lat and lon' }),
  ),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  area_m2: Type.Number({ minimum: 8, maximum: 1000 }),
  rooms: Type.Integer({ minimum: 0, maximum: 10, description: '0 is a studio' }),
  floor: Type.Integer({ minimum: -1, maximum: 150 }),
  floors_total: Type.Integer({ minimum: 1, maximum: 150 }),
  kitchen_area_m2: Type.Optional(Type.Number({ minimum: 1, maximum: 500 })),
  living_area_m2: Type.Optional(Type.Number({ minimum: 1, maximum: 1000 })),
  year_built: Type.Optional(Type.Integer({ minimum: 1700, maximum: 2100 })),
  house_material: Type.Optional(Type.Enum([...HOUSE_MATERIALS])),
  building_class: Type.Optional(Type.String({ maxLength: 100 })),
  condition: Type.Optional(Type.Enum([...CONDITIONS])),
  market: Type.Optional(Type.Enum([...MARKETS])),
  ceiling_height_m: Type.Optional(Type.Number({ minimum: 1.8, maximum: 10 })),
  valuation_date: Type.Optional(IsoDate),
  options: Type.Optional(
    Type.Object({
      max_comparables: Type.Optional(Type.Integer({ minimum: 3, maximum: 20 })),
      radius_m: Type.Optional(Type.Integer({ minimum: 100, maximum: 10_000 })),
      interval: Type.Optional(Type.Enum([0.5, 0.8, 0.9])),
      price_basis: Type.Optional(Type.Enum(['ask', 'deal'])),
    }),
  ),
})
export type EstimateRequest = Static<typeof EstimateRequest>

const Subject = Type.Object({
  address: OrNull(Type.String()),
  lat: OrNull(Type.Number()),
  lon: OrNull(Type.Number()),
  area_m2: Type.Number(),
  rooms: Type.Integer(),
  floor: Type.Integer(),
  floors_total: Type.Integer(),
  imputed: Type.Array(Type.String(), {
    description: 'Attributes the request did not give, taken from the building’s other flats',
  }),
})

const Value = Type.Object({
  market_rub: Roubles,
  market_rub_per_m2: Roubles,
  low_rub: Roubles,
  high_rub: Roubles,
  interval: Type.Number(),
  ask_rub: Roubles,
  bargaining: Fraction,
  basis: Type.Enum(['ask', 'deal']),
})

const Confidence = Type.Object({
  fsd: Fraction,
  level: Type.Integer({ minimum: 0, maximum: 7 }),
  n_comparables: Type.Integer(),
  n_effective: Type.Number(),
  max_distance_m: Type.Integer(),
  median_age_days: Type.Integer(),
  reasons: Type.Array(Type.String()),
})

const Comparable = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['deal', 'listing']),
    date: IsoDate,
    distance_m: Type.Integer(),
    same_building: Type.Boolean(),
    price_rub: Roubles,
    weight: Fraction,
    adjustments: Type.Array(Type.Object({ factor: Type.String(), fraction: Fraction })),
    adjusted_price_rub: Roubles,
  },
  {
    additionalProperties: true,
    description: 'One piece of evidence and how it was brought to the flat',
  },
)

const Market = Type.Object({
  index_12m: OrNull(
    Type.Number({ description: 'Change of prices over the year before the date, a share' }),
  ),
  median_rub_per_m2: OrNull(Roubles),
  radius_m: Type.Integer(),
  sample: Type.Integer({ description: 'Deals and adverts of the last year within the radius' }),
  trend: Type.Array(
    Type.Object({
      month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: '2024-05' }),
      rub_per_m2: Roubles,
    }),
    {
      description:
        'The median brought to each month by the index, oldest first, up to the valuation date; empty where prices are known at one time only',
    },
  ),
})

/** What every estimate says, whatever its outcome. Documentation: the answer is stored and sent as text. */
export const EstimateResponse = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    status: Type.Enum(['ok', 'insufficient_data']),
    created_at: Type.String(),
    valuation_date: IsoDate,
    currency: Type.Literal('RUB'),
    demo: Type.Boolean({ description: 'Made from the demonstration town, not from a real market' }),
    subject: Subject,
    value: OrNull(Value),
    confidence: OrNull(Confidence),
    comparables: Type.Array(Comparable),
    reasons: Type.Optional(Type.Array(Type.String())),
    market: OrNull(Market),
    trade_in: OrNull(Type.Object({}, { additionalProperties: true })),
    model: OrNull(Type.Object({}, { additionalProperties: true })),
    disclaimer: Type.String(),
  },
  { description: 'Money in whole roubles, areas in m², shares as fractions' },
)

/** One row of a list of estimates. */
export const EstimateSummary = Type.Object({
  id: Type.String(),
  status: Type.String(),
  created_at: Type.String(),
  valuation_date: Type.String(),
  owner: Type.String(),
  address: OrNull(Type.String()),
  area_m2: Type.Number(),
  rooms: Type.Integer(),
  market_rub: OrNull(Roubles),
  level: OrNull(Type.Integer()),
})
