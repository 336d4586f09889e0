// A forecast's shape: what the JSON is checked against before it leaves, and what the types of
// forecast.ts are taken from. Also the query that asks for one.
import { type TProperties, Type } from 'typebox'
import type { LonLat } from '../../geometry/local-plane.ts'
import { Defaulted, IsoDay, OrNull, Roubles, Share } from '../../http/schema-pieces.ts'
import { Constraint } from '../../norms/constraint-schema.ts'
import { RULE_NAMES } from '../../norms/rule-set.ts'
import { UNIT_TYPES } from '../unit-types.ts'
import { ASSUMPTION_KEYS, ASSUMPTION_UNITS } from './assumption-codes.ts'
import { USUAL_HORIZON_MONTHS } from './forecast-inputs.ts'
import { WARNING_CODES } from './warning-codes.ts'

const SCENARIOS = ['base', 'low', 'high'] as const

export const FORECAST_FORMATS = ['md', 'json', 'tg', 'docx', 'pptx', 'pdf'] as const

/** How the text of format `tg` is marked up, by the names of Telegram's Bot API. */
export const TELEGRAM_PARSE_MODES = ['HTML', 'MarkdownV2'] as const

/** An object that has these fields and no others. */
const Exactly = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

const AreaM2 = Type.Number({ minimum: 0 })
const Count = Type.Integer({ minimum: 0 })

const roubles = (description: string) => Type.Integer({ description })
const count = (description: string) => Type.Integer({ minimum: 0, description })

const RuleNameSchema = Type.Enum(RULE_NAMES)
const UnitTypeSchema = Type.Enum(UNIT_TYPES)

/** Months that are planned. */
const HORIZON_MONTHS = { minimum: 12, maximum: 84 }

const BAND = { p10: Roubles, p50: Roubles, p90: Roubles }

export const Band = Type.Object(BAND, { title: 'Band' })

export const ProgrammeUnit = Exactly({
  type: UnitTypeSchema,
  share: Share,
  area_m2: AreaM2,
  count: Count,
})

export const UnitPrice = Exactly({
  type: UnitTypeSchema,
  rub_per_m2: Roubles,
  low: roubles('Whole roubles per m², the lower end of 80 % of cases'),
  high: roubles('Whole roubles per m², the upper end'),
  n_comparables: Count,
  fsd: Share,
})

export const ScheduleMonth = Exactly({
  month: Type.Integer({ minimum: 1, description: '1 is the first month of the project' }),
  units_sold: Count,
  revenue_rub: Roubles,
  cost_rub: roubles('Land, preparation, construction, sales and interest'),
  cash_rub: roubles(
    'Of the developer’s own money: until commissioning buyers’ money waits in escrow and the bank pays the costs',
  ),
})

/** Of the phases that count; they add up to `metrics.cost_rub`, and so to the schedule's costs. */
const Costs = Exactly({
  land_rub: Roubles,
  preparation_rub: roubles('Design, permits and networks'),
  construction_rub: Roubles,
  sales_rub: roubles('Of selling the flats'),
  interest_rub: roubles('On the bank’s loan'),
})

export const Sensitivity = Exactly({
  input: Type.Enum(['price', 'pace', 'cost', 'finance', 'saleable_share']),
  change: Share,
  npv_low_rub: roubles('The least of three: with the input lower, as planned, with it higher'),
  npv_high_rub: roubles('The greatest of the three'),
})

export const ForecastComparable = Exactly({
  date: IsoDay,
  kind: Type.Enum(['deal', 'listing']),
  address: OrNull(Type.String()),
  rooms: Count,
  area_m2: AreaM2,
  price_rub: Roubles,
  rub_per_m2: Roubles,
  adjusted_to: Type.Enum(UNIT_TYPES, {
    description: 'The type of new flat that it is most like',
  }),
  adjusted_rub_per_m2: roubles('Its price brought to such a flat on the site'),
  distance_m: Count,
  floor: OrNull(Type.Integer()),
  floors_total: OrNull(Type.Integer()),
  year_built: OrNull(Type.Integer()),
  weight: Type.Number({ description: 'Its share in the estimate of that type' }),
})

export const Assumption = Exactly({
  key: Type.Enum(ASSUMPTION_KEYS),
  value: Type.Union([Type.Number(), Type.String()]),
  unit: Type.Enum(ASSUMPTION_UNITS, {
    description: '`month`: which month of the project, from 1; empty beside a text',
  }),
  source: Type.String({ description: 'For a reader, in Russian' }),
})

export const Warning = Exactly({
  code: Type.Enum(WARNING_CODES),
  text: Type.String({ description: 'For a reader, in Russian' }),
})

/** null = unknown. */
export const ForecastSchema = Type.Object(
  {
    report_id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A digest of all that went in: the same in every format',
    }),
    generated_at: Type.String({
      format: 'date-time',
      description:
        'ISO 8601 UTC: the start of the day the forecast is for, so equal inputs have equal times',
    }),
    is_demo: Type.Boolean(),
    scenario: Type.Enum(SCENARIOS),
    horizon_months: Type.Integer(HORIZON_MONTHS),
    parcel: Exactly({
      cadastral_number: Type.String(),
      address: OrNull(Type.String()),
      area_m2: AreaM2,
      centroid: Type.Unsafe<LonLat>(
        Type.Array(Type.Number(), {
          minItems: 2,
          maxItems: 2,
          description: 'Longitude, latitude',
        }),
      ),
      category: OrNull(Type.String()),
      permitted_use: OrNull(Type.String()),
      cadastral_value_rub: OrNull(Type.Number()),
    }),
    rule_set: Exactly({ id: Type.String(), title: Type.String() }),
    constraints: Type.Array(Constraint),
    envelope: Exactly({
      buildable_area_m2: AreaM2,
      max_footprint_m2: AreaM2,
      max_gfa_m2: AreaM2,
      storeys: Count,
      binding_rule: RuleNameSchema,
    }),
    programme: Exactly({
      phases: Type.Object(
        {
          count: Type.Integer({ minimum: 1 }),
          months_apart: Count,
          units_of_first: count('Flats of the first; the others have as many, to a few'),
          counted: Type.Integer({
            minimum: 1,
            description:
              'Phases built and sold by the end of the horizon: schedule and metrics are theirs alone',
          }),
          units_counted: Count,
          gfa_m2_counted: Type.Number({
            minimum: 0,
            description: 'Of these phases: of the programme’s, by flats; so is the next',
          }),
          saleable_m2_counted: AreaM2,
        },
        {
          additionalProperties: false,
          description: 'Equal, each begun when nine tenths of the one before are sold',
        },
      ),
      storeys: Count,
      gfa_m2: AreaM2,
      saleable_share: Share,
      saleable_m2: AreaM2,
      units_total: Count,
      units: Type.Array(ProgrammeUnit),
      parking_spaces: Count,
    }),
    price: Type.Array(UnitPrice),
    schedule: Type.Array(ScheduleMonth),
    costs: Costs,
    metrics: Exactly({
      revenue_rub: Type.Object(BAND, { description: '`p50` is the schedule’s sum' }),
      npv_rub: Type.Object(BAND, { description: '`p50` is the schedule’s cash, discounted' }),
      irr: OrNull(Share, {
        description:
          'A share per year; null, as `margin` and `payback_months`, where the horizon ends before the first house stands',
      }),
      margin: OrNull(Share, {
        description: 'What all costs, with land, selling and interest, leave of the revenue',
      }),
      sellout_months: OrNull(Count, {
        description: 'From the start of sales to the last flat; null where not within the horizon',
      }),
      payback_months: OrNull(Count, {
        description: 'From the project’s start until the developer’s own money is back for good',
      }),
      cost_rub: Roubles,
      sold_at_commissioning: Type.Number({
        description:
          'Share of a phase’s flats sold when its house is commissioned, of the slowest that counts',
      }),
      draws: Count,
    }),
    sensitivity: Type.Array(Sensitivity, {
      description: '±10 % of one input at a time, the strongest first',
    }),
    comparables: Type.Array(ForecastComparable),
    assumptions: Type.Array(Assumption),
    warnings: Type.Array(Warning),
    method: Exactly({
      version: Type.String(),
      model_version: Type.String(),
      data_until: IsoDay,
      disclaimer: Type.String(),
    }),
  },
  {
    title: 'Forecast',
    additionalProperties: false,
    description: 'Money in whole roubles, areas in m², shares and rates as fractions',
  },
)

export const ForecastQuery = Type.Object({
  format: Type.Enum(FORECAST_FORMATS, { description: 'Of the file' }),
  parse_mode: Defaulted(
    Type.Enum(TELEGRAM_PARSE_MODES, {
      default: 'HTML',
      description: 'How the text of `tg` is marked up; other formats ignore it',
    }),
  ),
  scenario: Defaulted(
    Type.Enum(SCENARIOS, {
      default: 'base',
      description: '`low`: cheaper flats, slower sales, dearer building; `high`: the reverse',
    }),
  ),
  horizon_months: Defaulted(
    Type.Integer({
      ...HORIZON_MONTHS,
      default: USUAL_HORIZON_MONTHS,
      description: 'Months planned; flats not sold by then count for nothing',
    }),
  ),
})
