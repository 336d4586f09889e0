// A forecast's shape for machines: what the JSON is checked against before it leaves, and the
// reference's description of it. forecast.ts says what the fields mean.
import { Type } from 'typebox'
import { Rules } from '../norms/rule-set.ts'
import { FORECAST_FORMATS, SCENARIOS } from './forecast.ts'
import { UNIT_TYPES } from './layout.ts'

const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()])

const RULE_NAMES = Object.keys(Rules.properties)

const Roubles = Type.Integer({ description: 'Whole roubles' })
const Share = Type.Number({ description: 'A share: 0.05 is 5 %' })
const AreaM2 = Type.Number({ minimum: 0 })
const Count = Type.Integer({ minimum: 0 })
const RuleNameType = Type.Enum(RULE_NAMES)
const UnitTypeType = Type.Enum([...UNIT_TYPES])
const Band = Type.Object({ p10: Roubles, p50: Roubles, p90: Roubles })
const Strict = { additionalProperties: false }

export const ForecastSchema = Type.Object(
  {
    report_id: Type.String({ minLength: 1, maxLength: 64 }),
    generated_at: Type.String(),
    is_demo: Type.Boolean(),
    scenario: Type.Enum([...SCENARIOS]),
    horizon_months: Type.Integer({ minimum: 12, maximum: 84 }),
    parcel: Type.Object(
      {
        cadastral_number: Type.String(),
        address: OrNull(Type.String()),
        area_m2: AreaM2,
        centroid: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
        category: OrNull(Type.String()),
        permitted_use: OrNull(Type.String()),
        cadastral_value_rub: OrNull(Type.Number()),
      },
      Strict,
    ),
    rule_set: Type.Object({ id: Type.String(), title: Type.String() }, Strict),
    constraints: Type.Array(
      Type.Object(
        {
          rule: RuleNameType,
          value: Type.Number(),
          unit: Type.Enum(['m', 'm2', 'share', 'h', 'count']),
          source: Type.String(),
          binding: Type.Boolean(),
        },
        Strict,
      ),
    ),
    envelope: Type.Object(
      {
        buildable_area_m2: AreaM2,
        max_footprint_m2: AreaM2,
        max_gfa_m2: AreaM2,
        storeys: Count,
        binding_rule: RuleNameType,
      },
      Strict,
    ),
    programme: Type.Object(
      {
        storeys: Count,
        gfa_m2: AreaM2,
        saleable_share: Share,
        saleable_m2: AreaM2,
        units_total: Count,
        units: Type.Array(
          Type.Object({ type: UnitTypeType, share: Share, area_m2: AreaM2, count: Count }, Strict),
        ),
        parking_spaces: Count,
      },
      Strict,
    ),
    price: Type.Array(
      Type.Object(
        {
          type: UnitTypeType,
          rub_per_m2: Roubles,
          low: Roubles,
          high: Roubles,
          n_comparables: Count,
          fsd: Share,
        },
        Strict,
      ),
    ),
    schedule: Type.Array(
      Type.Object(
        {
          month: Type.Integer({ minimum: 1 }),
          units_sold: Count,
          revenue_rub: Roubles,
          cost_rub: Roubles,
          cash_rub: Roubles,
        },
        Strict,
      ),
    ),
    metrics: Type.Object(
      {
        revenue_rub: Band,
        npv_rub: Band,
        irr: OrNull(Share),
        margin: Share,
        sellout_months: OrNull(Count),
        payback_months: OrNull(Count),
        cost_rub: Roubles,
        sold_at_commissioning: Share,
        draws: Count,
      },
      Strict,
    ),
    sensitivity: Type.Array(
      Type.Object(
        {
          input: Type.Enum(['price', 'pace', 'cost', 'finance', 'saleable_share']),
          change: Share,
          npv_low_rub: Roubles,
          npv_high_rub: Roubles,
        },
        Strict,
      ),
    ),
    comparables: Type.Array(
      Type.Object(
        {
          date: Type.String(),
          kind: Type.Enum(['deal', 'listing']),
          address: OrNull(Type.String()),
          rooms: Count,
          area_m2: AreaM2,
          price_rub: Roubles,
          rub_per_m2: Roubles,
          adjusted_to: UnitTypeType,
          adjusted_rub_per_m2: Roubles,
          distance_m: Count,
        },
        Strict,
      ),
    ),
    assumptions: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          value: Type.Union([Type.Number(), Type.String()]),
          unit: Type.String(),
          source: Type.String(),
        },
        Strict,
      ),
    ),
    warnings: Type.Array(Type.Object({ code: Type.String(), text: Type.String() }, Strict)),
    method: Type.Object(
      {
        version: Type.String(),
        model_version: Type.String(),
        data_until: Type.String(),
        disclaimer: Type.String(),
      },
      Strict,
    ),
  },
  { ...Strict, description: 'Money in whole roubles, areas in m², shares and rates as fractions' },
)

export const ForecastQuery = Type.Object({
  format: Type.Enum([...FORECAST_FORMATS], { description: 'Of the file' }),
  scenario: Type.Enum([...SCENARIOS], { default: 'base' }),
  horizon_months: Type.Integer({
    minimum: 12,
    maximum: 84,
    default: 60,
    description: 'Months that are planned; flats not sold by then count for nothing',
  }),
})
