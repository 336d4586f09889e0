// A sales forecast as the wire has it: the canonical JSON that every other format renders. Shapes
// only: the model that fills them is make-forecast.ts's.
import type { LonLat } from '../geometry/local-plane.ts'
import type { Constraint } from '../norms/constraints.ts'
import type { RuleName } from '../norms/rule-set.ts'
import type { UnitType } from './layout.ts'

export const SCENARIOS = ['base', 'low', 'high'] as const
export type Scenario = (typeof SCENARIOS)[number]

export const FORECAST_FORMATS = ['md', 'json', 'tg', 'docx', 'pptx', 'pdf'] as const
export type ForecastFormat = (typeof FORECAST_FORMATS)[number]

/** Money in whole roubles, areas in m², shares and rates as fractions; null = cannot be told. */
export interface Forecast {
  /** A digest of all that went in: the same in all six formats. */
  readonly report_id: string
  /** ISO 8601 in UTC; the start of the day the forecast is for, so that the same input has the same. */
  readonly generated_at: string
  readonly is_demo: boolean
  readonly scenario: Scenario
  readonly horizon_months: number
  readonly parcel: {
    readonly cadastral_number: string
    readonly address: string | null
    readonly area_m2: number
    readonly centroid: LonLat
    readonly category: string | null
    readonly permitted_use: string | null
    readonly cadastral_value_rub: number | null
  }
  readonly rule_set: { readonly id: string; readonly title: string }
  readonly constraints: readonly Constraint[]
  readonly envelope: {
    readonly buildable_area_m2: number
    readonly max_footprint_m2: number
    readonly max_gfa_m2: number
    readonly storeys: number
    readonly binding_rule: RuleName
  }
  readonly programme: {
    readonly storeys: number
    readonly gfa_m2: number
    readonly saleable_share: number
    readonly saleable_m2: number
    readonly units_total: number
    readonly units: readonly ProgrammeUnit[]
    readonly parking_spaces: number
  }
  readonly price: readonly UnitPrice[]
  readonly schedule: readonly ScheduleMonth[]
  readonly metrics: {
    /** `p50` is the schedule's sum. */
    readonly revenue_rub: Band
    /** `p50` is the schedule's cash, discounted. */
    readonly npv_rub: Band
    readonly irr: number | null
    readonly margin: number
    /** From the start of sales to the last flat; null = not within the horizon. */
    readonly sellout_months: number | null
    /** From the project's start until the developer's own money is back for good. */
    readonly payback_months: number | null
    readonly cost_rub: number
    /** Share of flats sold when the building is commissioned. */
    readonly sold_at_commissioning: number
    readonly draws: number
  }
  /** ±10 % of one input at a time, the strongest first. */
  readonly sensitivity: readonly Sensitivity[]
  readonly comparables: readonly ForecastComparable[]
  readonly assumptions: readonly Assumption[]
  readonly warnings: readonly Warning[]
  readonly method: {
    readonly version: string
    readonly model_version: string
    readonly data_until: string
    readonly disclaimer: string
  }
}

export interface Band {
  readonly p10: number
  readonly p50: number
  readonly p90: number
}

export interface ProgrammeUnit {
  readonly type: UnitType
  readonly share: number
  readonly area_m2: number
  readonly count: number
}

export interface UnitPrice {
  readonly type: UnitType
  readonly rub_per_m2: number
  readonly low: number
  readonly high: number
  readonly n_comparables: number
  readonly fsd: number
}

export interface ScheduleMonth {
  /** 1 is the first month of the project. */
  readonly month: number
  readonly units_sold: number
  readonly revenue_rub: number
  /** Land, preparation, construction, sales and interest. */
  readonly cost_rub: number
  /** Of the developer's own money: buyers' waits in escrow, the bank pays costs, until commissioning. */
  readonly cash_rub: number
}

export interface Sensitivity {
  readonly input: 'price' | 'pace' | 'cost' | 'finance' | 'saleable_share'
  readonly change: number
  /** The lower and the higher of the two worths, whichever way the input moved. */
  readonly npv_low_rub: number
  readonly npv_high_rub: number
}

export interface ForecastComparable {
  readonly date: string
  readonly kind: 'deal' | 'listing'
  readonly address: string | null
  readonly rooms: number
  readonly area_m2: number
  readonly price_rub: number
  readonly rub_per_m2: number
  /** The type of new flat that it is most like, and its price brought to such a flat on the site. */
  readonly adjusted_to: UnitType
  readonly adjusted_rub_per_m2: number
  readonly distance_m: number
}

export interface Assumption {
  readonly key: string
  readonly value: number | string
  readonly unit: string
  readonly source: string
}

/** `code` is stable, `text` is for a reader, in Russian. */
export interface Warning {
  readonly code: string
  readonly text: string
}
