// What the report reads of a stored estimate: fields as on the wire, and what other versions may have
// left out. The estimate as it is made and kept is valuation's.
import type { Maybe } from '../russian-format.ts'

/** The answer of `POST /api/v1/estimate` with status `ok`, as stored; fields as on the wire. */
export interface ReportedEstimate {
  id: string
  created_at: string
  valuation_date: string
  /** Made-up data: every page says so. */
  demo?: boolean
  subject: EstimateSubject
  value: {
    market_rub: number
    market_rub_per_m2: number
    low_rub: number
    high_rub: number
    interval: number
    ask_rub?: Maybe<number>
    bargaining?: Maybe<number>
    basis: string
  }
  confidence: {
    fsd: number
    level: number
    n_comparables: number
    n_effective: number
    max_distance_m?: Maybe<number>
    median_age_days?: Maybe<number>
    reasons?: string[]
  }
  comparables: EstimateComparable[]
  market?: Maybe<EstimateMarket>
  trade_in?: Maybe<TradeIn>
  model: {
    version: string
    data_until: string
    backtest?: Maybe<Backtest>
  }
  disclaimer: string
}

/** Attributes of a flat that the estimate may or may not know. */
interface FlatAttributes {
  floors_total?: Maybe<number>
  kitchen_area_m2?: Maybe<number>
  living_area_m2?: Maybe<number>
  year_built?: Maybe<number>
  house_material?: Maybe<string>
  building_class?: Maybe<string>
  condition?: Maybe<string>
  market?: Maybe<string>
  ceiling_height_m?: Maybe<number>
}

export type EstimateSubject = FlatAttributes & {
  address?: Maybe<string>
  lat: number
  lon: number
  area_m2: number
  rooms: number
  floor: number
  /** Attributes the request did not give and the model filled in. */
  imputed?: string[]
}

export type EstimateComparable = FlatAttributes & {
  id: string
  kind: string
  date: string
  age_days?: Maybe<number>
  address?: Maybe<string>
  lat?: Maybe<number>
  lon?: Maybe<number>
  distance_m?: Maybe<number>
  same_building?: Maybe<boolean>
  price_rub: number
  price_rub_per_m2?: Maybe<number>
  area_m2: number
  rooms?: Maybe<number>
  floor?: Maybe<number>
  similarity?: Maybe<number>
  weight: number
  adjustments: { factor: string; fraction: number }[]
  net_adjustment: number
  gross_adjustment: number
  adjusted_price_rub: number
}

export interface EstimateMarket {
  index_12m?: Maybe<number>
  median_rub_per_m2?: Maybe<number>
  radius_m?: Maybe<number>
  sample?: Maybe<number>
  /** Roubles per m² by month (`2024-05`). */
  trend?: Maybe<{ month: string; rub_per_m2: number }[]>
}

export interface TradeIn {
  eligible: boolean
  reasons?: string[]
  options?: {
    kind: string
    payout_rub: number
    payout_low_rub?: Maybe<number>
    payout_high_rub?: Maybe<number>
    share_of_market?: Maybe<number>
    /** Days, or the fewest and the most of them. */
    days_to_money?: Maybe<number | [number, number]>
    /** Costs taken off the market value, as positive numbers. */
    fees?: { code: string; fraction?: Maybe<number>; rub?: Maybe<number> }[]
    expires_at?: Maybe<string>
  }[]
}

/** Fractions, but for `cod`, which is defined in per cent. */
export interface Backtest {
  mdape: number
  pe10: number
  pe20: number
  cod: number
  coverage: number
  n: number
}
