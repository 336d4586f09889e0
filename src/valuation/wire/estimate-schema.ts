// The answer of an estimate as it stands on the wire; the request is estimate-request.ts's. The
// types of what the method answers are derived from here, so that the compiler holds code and
// documentation together. The method's threads import the types alone: a schema is built on the
// main thread only.
import { type Static, type TSchema, Type } from 'typebox'
import { Instant, IsoDay, OrNull, Roubles, Share, Uuid } from '../../http/schema-pieces.ts'
import { PRICE_BASES } from '../attributes/price-basis.ts'
import { CONDITIONS, HOUSE_MATERIALS, KINDS, MARKETS } from '../comparables/comparable.ts'
import { INTERVALS } from '../neighbours/interval-shares.ts'
import {
  CONFIDENCE_REASON_MEANINGS,
  FACTOR_MEANINGS,
  FEE_MEANINGS,
  INSUFFICIENT_REASON_MEANINGS,
  meanings,
} from './code-meanings.ts'
import {
  CONFIDENCE_REASONS,
  FACTORS,
  FEE_CODES,
  INELIGIBLE_REASONS,
  INSUFFICIENT_REASONS,
  OPTION_KINDS,
  SUBJECT_ATTRIBUTES,
  type SubjectAttribute,
} from './estimate-codes.ts'
import { ESTIMATE_DEFAULTS } from './estimate-options.ts'

/** How well the place of a flat is known. */
const GEO_PRECISIONS = ['point', 'house', 'street', 'none'] as const
export type GeoPrecision = (typeof GEO_PRECISIONS)[number]

/** Attributes that an answer repeats where the request gave them. */
const AsRequested = {
  kitchen_area_m2: Type.Optional(Type.Number()),
  living_area_m2: Type.Optional(Type.Number()),
  year_built: Type.Optional(Type.Integer()),
  house_material: Type.Optional(Type.Enum(HOUSE_MATERIALS)),
  building_class: Type.Optional(Type.String()),
  condition: Type.Optional(Type.Enum(CONDITIONS)),
  market: Type.Enum(MARKETS),
  ceiling_height_m: Type.Optional(Type.Number()),
} satisfies Record<Exclude<SubjectAttribute, 'floor' | 'floors_total'>, TSchema>

const ImputedValues = Type.Partial(
  Type.Object({ ...AsRequested, floor: Type.Integer(), floors_total: Type.Integer() }),
  { description: 'What the attributes in `imputed` were taken to be', title: 'ImputedValues' },
)
export type ImputedValues = Static<typeof ImputedValues>

const Subject = Type.Object(
  {
    address: OrNull(Type.String()),
    lat: OrNull(Type.Number()),
    lon: OrNull(Type.Number()),
    area_m2: Type.Number(),
    rooms: Type.Integer(),
    floor: Type.Integer(),
    floors_total: Type.Integer(),
    geo_precision: Type.Enum(GEO_PRECISIONS, {
      description:
        '`point`: the request’s own coordinates; `street`: only the street of its address is known; `none`: not even that',
    }),
    ...AsRequested,
    imputed: Type.Array(Type.Enum(SUBJECT_ATTRIBUTES), {
      description:
        'Attributes filled in for the request: from the building’s other flats, the kitchen and living areas usual for as many rooms, and the condition or year that nearly all flats of the market have alike',
    }),
    imputed_values: ImputedValues,
    set_aside: Type.Array(Type.Enum(SUBJECT_ATTRIBUTES), {
      description:
        'Attributes that the value does not count, since hardly any flat of the city tells them, or none has such a building class',
    }),
  },
  { title: 'EstimateSubject' },
)

const OWNER = 'Username of whoever made it'

const Options = Type.Object(
  {
    max_comparables: Type.Integer(),
    radius_m: Type.Integer(),
    interval: Type.Enum(INTERVALS),
    price_basis: Type.Enum(PRICE_BASES),
  },
  {
    title: 'EstimateOptions',
    description: 'Those of the request, or their defaults; missing where they were not told yet',
  },
)

const EstimateValue = Type.Object(
  {
    market_rub: Type.Integer({
      description: 'Whole roubles: the sum of weight × adjusted price of the comparables',
    }),
    market_rub_per_m2: Roubles,
    low_rub: Roubles,
    high_rub: Roubles,
    interval: Type.Number({
      description: 'Share of prices of such flats that lie from `low_rub` to `high_rub`',
    }),
    ask_rub: Type.Integer({
      description: 'Whole roubles: what an advert would ask for such a flat',
    }),
    bargaining: Type.Number({
      description: 'A deal’s price over the price asked, less 1: a share',
    }),
    basis: Type.Enum(PRICE_BASES, {
      description: 'Whether `market_rub` is a price asked or paid',
    }),
  },
  { title: 'EstimateValue' },
)
export type EstimateValue = Static<typeof EstimateValue>

const Confidence = Type.Object(
  {
    fsd: Type.Number({
      description:
        'Forecast standard deviation, a share: 68 % of prices are about as near to the value as this',
    }),
    level: Type.Integer({ minimum: 1, maximum: 7, description: '7 is the best' }),
    n_comparables: Type.Integer(),
    n_effective: Type.Number({
      description: 'So many comparables of equal weight would say as much',
    }),
    max_distance_m: Type.Integer(),
    median_age_days: Type.Integer(),
    reasons: Type.Array(Type.Enum(CONFIDENCE_REASONS), {
      description: `What lowers the confidence. ${meanings(CONFIDENCE_REASON_MEANINGS)}`,
    }),
  },
  { title: 'Confidence' },
)
export type Confidence = Static<typeof Confidence>

const Adjustment = Type.Object(
  {
    factor: Type.Enum(FACTORS, { description: meanings(FACTOR_MEANINGS) }),
    fraction: Share,
  },
  { title: 'Adjustment' },
)
export type Adjustment = Static<typeof Adjustment>

const ShownComparable = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(KINDS),
    date: IsoDay,
    age_days: Type.Integer(),
    address: OrNull(Type.String()),
    lat: Type.Number(),
    lon: Type.Number(),
    distance_m: Type.Integer(),
    same_building: Type.Boolean(),
    price_rub: Roubles,
    price_rub_per_m2: Roubles,
    area_m2: Type.Number(),
    rooms: Type.Integer(),
    floor: OrNull(Type.Integer()),
    floors_total: OrNull(Type.Integer()),
    year_built: OrNull(Type.Integer()),
    house_material: OrNull(Type.Enum(HOUSE_MATERIALS)),
    condition: OrNull(Type.Enum(CONDITIONS)),
    similarity: Type.Number({
      description:
        '1 would be a flat of the same attributes in the same building on the valuation date; what differs or is unknown lowers it',
    }),
    weight: Share,
    adjustments: Type.Array(Adjustment, {
      description: 'In this order; adjusted price = price × the product of (1 + fraction)',
    }),
    net_adjustment: Share,
    gross_adjustment: Share,
    adjusted_price_rub: Roubles,
  },
  { title: 'Comparable', description: 'One piece of evidence and how it was brought to the flat' },
)
export type ShownComparable = Static<typeof ShownComparable>

const TradeInOption = Type.Object(
  {
    kind: Type.Enum(OPTION_KINDS),
    payout_rub: Roubles,
    payout_low_rub: Type.Integer({
      description: 'Whole roubles, if the value is `low_rub`, as a deal',
    }),
    payout_high_rub: Type.Integer({ description: 'Whole roubles, if it is `high_rub`, as a deal' }),
    share_of_market: Type.Number({
      description:
        'Of the value as a deal, whatever `price_basis` was asked for: a share. The payout of the option `market` is that value',
    }),
    days_to_money: Type.Integer(),
    fees: Type.Array(Type.Object({ code: Type.Enum(FEE_CODES), fraction: Share, rub: Roubles }), {
      description: `The payout is the value as a deal less all of these. ${meanings(FEE_MEANINGS)}`,
    }),
    expires_at: IsoDay,
  },
  { title: 'TradeInOption' },
)
export type TradeInOption = Static<typeof TradeInOption>

const TradeIn = Type.Object(
  {
    eligible: Type.Boolean(),
    reasons: Type.Array(Type.Enum(INELIGIBLE_REASONS), {
      description:
        'Why nothing is offered; `insufficient_data` never stands here, since without a value there is no `trade_in` at all',
    }),
    options: Type.Array(TradeInOption),
  },
  { title: 'TradeIn', description: 'What can be offered for the flat, and every term of it' },
)
export type TradeIn = Static<typeof TradeIn>

const Backtest = Type.Object(
  {
    mdape: Type.Number({ description: 'Half of the errors are at most this: a share' }),
    pe10: Type.Number({ description: 'Share of errors of at most 10 %' }),
    pe20: Type.Number({ description: 'Share of errors of at most 20 %' }),
    cod: Type.Number({
      description: 'Coefficient of dispersion of the ratios of value to price, in percent',
    }),
    coverage: Type.Number({
      description: `Share of prices in their interval of ${ESTIMATE_DEFAULTS.interval}, whichever was asked for`,
    }),
    n: Type.Integer({ description: 'Flats tested' }),
  },
  { description: 'How the model performed on flats that it was not fitted on' },
)
export type Backtest = Static<typeof Backtest>

const ModelBlock = Type.Object(
  {
    version: Type.String(),
    data_until: IsoDay,
    backtest: OrNull(Backtest),
  },
  { title: 'EstimateModel' },
)
export type ModelBlock = Static<typeof ModelBlock>

const TrendPoint = Type.Object({
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'Such as 2024-05' }),
  rub_per_m2: Roubles,
})
export type TrendPoint = Static<typeof TrendPoint>

const MarketAround = Type.Object(
  {
    index_12m: OrNull(
      Type.Number({
        description:
          'Change of prices over the year before the date, a share; null unless prices are known from the month a year ago on, and nowhere missing for more than half a year since',
      }),
    ),
    median_rub_per_m2: OrNull(Roubles),
    radius_m: Type.Integer(),
    sample: Type.Integer({ description: 'Deals and adverts of the last year within the radius' }),
    trend: Type.Array(TrendPoint, {
      description:
        'The median brought to each month by the index, oldest first, up to the valuation date; empty where prices are known at one time only',
    }),
  },
  { title: 'MarketAround' },
)
export type MarketAround = Static<typeof MarketAround>

const Status = Type.Enum(['ok', 'insufficient_data'])

const Demo = Type.Boolean({
  description: 'Made from the demonstration town, not from a real market',
})

/** What every estimate says. For documentation only: the answer is stored and sent as text. */
export const EstimateResponse = Type.Object(
  {
    id: Uuid,
    status: Status,
    created_at: Instant,
    owner: Type.Optional(
      Type.String({ description: `${OWNER}; missing where it was not told yet` }),
    ),
    valuation_date: IsoDay,
    currency: Type.Literal('RUB'),
    demo: Demo,
    subject: Subject,
    options: Type.Optional(Options),
    value: OrNull(EstimateValue),
    confidence: OrNull(Confidence),
    comparables: Type.Array(ShownComparable),
    reasons: Type.Optional(
      Type.Array(Type.Enum(INSUFFICIENT_REASONS), {
        description: `Why there is no value; only with \`insufficient_data\`. ${meanings(INSUFFICIENT_REASON_MEANINGS)}`,
      }),
    ),
    market: OrNull(MarketAround),
    trade_in: OrNull(TradeIn),
    model: OrNull(ModelBlock),
    disclaimer: Type.String(),
  },
  { title: 'Estimate', description: 'Money in whole roubles, areas in m², shares as fractions' },
)
export type EstimateResponse = Static<typeof EstimateResponse>

/** One row of a list of estimates. */
export const EstimateSummary = Type.Object(
  {
    id: Uuid,
    status: Type.Unsafe<string>(Status),
    created_at: Instant,
    valuation_date: IsoDay,
    owner: Type.String({ description: OWNER }),
    address: OrNull(Type.String()),
    area_m2: Type.Number(),
    rooms: Type.Integer(),
    market_rub: OrNull(Roubles),
    basis: OrNull(Type.Unsafe<string>(Type.Enum(PRICE_BASES)), {
      description: 'Whether `market_rub` is a price asked or paid',
    }),
    level: OrNull(Type.Integer()),
    demo: Demo,
  },
  { title: 'EstimateSummary' },
)
export type EstimateSummary = Static<typeof EstimateSummary>
