// What the report reads of a stored estimate: the wire's shape, read with tolerance, since another
// version may have left fields out or have had other codes. The estimate as it is made and kept is
// valuation's.
import type { Maybe } from '../../text/russian-format.ts'
import type { EstimateResponse } from '../../valuation/wire/estimate-schema.ts'

/**
 * `T` as any version stored it. The fields in `Sure` are always there, `Parts` describes its own
 * fields, and all others may be missing or null.
 */
type Stored<T, Sure extends keyof T, Parts = unknown> = {
  [Field in Exclude<Sure, keyof Parts>]: Loose<NonNullable<T[Field]>>
} & { [Field in Exclude<keyof T, Sure | keyof Parts>]?: Maybe<Loose<T[Field]>> } & Parts

/** The same with any text in place of a code: other versions may have other codes. */
type Loose<T> = T extends string
  ? string
  : T extends readonly (infer One)[]
    ? Loose<One>[]
    : T extends object
      ? { [Field in keyof T]: Loose<T[Field]> }
      : T

type Answered<Field extends keyof EstimateResponse> = NonNullable<EstimateResponse[Field]>
type AnsweredOption = Answered<'trade_in'>['options'][number]

/** The answer of `POST /api/v1/estimate` with status `ok`, as stored. */
export type ReportedEstimate = Stored<
  EstimateResponse,
  'id' | 'created_at' | 'valuation_date' | 'disclaimer',
  {
    subject: EstimateSubject
    value: Stored<
      Answered<'value'>,
      'market_rub' | 'market_rub_per_m2' | 'low_rub' | 'high_rub' | 'interval' | 'basis'
    >
    confidence: Stored<Answered<'confidence'>, 'fsd' | 'level' | 'n_comparables' | 'n_effective'>
    comparables: EstimateComparable[]
    market?: Maybe<EstimateMarket>
    trade_in?: Maybe<TradeIn>
    model: Stored<Answered<'model'>, 'version' | 'data_until'>
  }
>

export type EstimateSubject = Stored<
  Answered<'subject'>,
  'lat' | 'lon' | 'area_m2' | 'rooms' | 'floor'
>

export type EstimateComparable = Stored<
  Answered<'comparables'>[number],
  | 'id'
  | 'kind'
  | 'date'
  | 'price_rub'
  | 'area_m2'
  | 'weight'
  | 'adjustments'
  | 'net_adjustment'
  | 'gross_adjustment'
  | 'adjusted_price_rub'
>

export type EstimateMarket = Stored<Answered<'market'>, never>

type TradeIn = Stored<Answered<'trade_in'>, 'eligible', { options?: Maybe<EstimateOffer[]> }>

/** One option of the trade-in. */
export type EstimateOffer = Stored<
  AnsweredOption,
  'kind' | 'payout_rub',
  {
    /** Days, or the fewest and the most of them. */
    days_to_money?: Maybe<number | [number, number]>
    fees?: Maybe<Stored<AnsweredOption['fees'][number], 'code'>[]>
  }
>

/** Fractions, but for `cod`, which is defined in per cent. */
export type Backtest = Loose<NonNullable<Answered<'model'>['backtest']>>
