// The request of an estimate as it stands on the wire; the answer is estimate-schema.ts's. The
// method's threads import its type alone: a schema is built on the main thread only.
import { type Static, Type } from 'typebox'
import { ISO_DATE, NOT_BLANK } from '../../http/validation-formats.ts'
import { PRICE_BASES } from '../attributes/price-basis.ts'
import { CONDITIONS, EARLIEST_DATE, HOUSE_MATERIALS, MARKETS } from '../comparables/comparable.ts'
import { INTERVALS } from '../neighbours/interval-shares.ts'
import { ESTIMATE_DEFAULTS } from './estimate-options.ts'

/** A new building is valued before it is finished, not before it is begun. */
export const MAX_YEARS_AHEAD = 3

export const EstimateRequest = Type.Object(
  {
    address: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 300,
        description: 'Required without `lat` and `lon`; beside them the coordinates count',
      }),
    ),
    lat: Type.Optional(
      Type.Number({ minimum: -90, maximum: 90, description: 'Together with `lon`' }),
    ),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    area_m2: Type.Number({ minimum: 8, maximum: 1000 }),
    rooms: Type.Integer({ minimum: 0, maximum: 10, description: '0 is a studio' }),
    floor: Type.Integer({ minimum: -1, maximum: 150, description: 'At most `floors_total`' }),
    floors_total: Type.Integer({ minimum: 1, maximum: 150 }),
    kitchen_area_m2: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 500,
        description: 'Together with `living_area_m2` at most `area_m2`',
      }),
    ),
    living_area_m2: Type.Optional(
      Type.Number({ minimum: 1, maximum: 1000, description: 'At most `area_m2`' }),
    ),
    year_built: Type.Optional(
      Type.Integer({
        minimum: 1700,
        maximum: 2100,
        description: `At most ${MAX_YEARS_AHEAD} years after the valuation date`,
      }),
    ),
    house_material: Type.Optional(Type.Enum(HOUSE_MATERIALS)),
    building_class: Type.Optional(Type.String({ maxLength: 100, pattern: NOT_BLANK })),
    condition: Type.Optional(
      Type.Enum(CONDITIONS, {
        description: '`none`: without any finish; left out where unknown',
      }),
    ),
    market: Type.Optional(Type.Enum(MARKETS, { description: '`secondary` by default' })),
    ceiling_height_m: Type.Optional(Type.Number({ minimum: 1.8, maximum: 10 })),
    valuation_date: Type.Optional(
      Type.String({
        pattern: ISO_DATE,
        description: `Such as 2024-05-20; from ${EARLIEST_DATE}, at the latest today in UTC, which is the default`,
      }),
    ),
    options: Type.Optional(
      Type.Object({
        max_comparables: Type.Optional(
          Type.Integer({
            minimum: 3,
            maximum: 20,
            description: `${ESTIMATE_DEFAULTS.maxComparables} by default`,
          }),
        ),
        radius_m: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 10_000,
            description: `Comparables are no farther away; ${ESTIMATE_DEFAULTS.radiusM.toLocaleString('en')} by default`,
          }),
        ),
        interval: Type.Optional(
          Type.Enum(INTERVALS, {
            description: `Share of prices that the interval should cover; ${ESTIMATE_DEFAULTS.interval} by default`,
          }),
        ),
        price_basis: Type.Optional(
          Type.Enum(PRICE_BASES, {
            description: `Whether the value is a price asked or paid; \`${ESTIMATE_DEFAULTS.priceBasis}\` by default`,
          }),
        ),
      }),
    ),
  },
  {
    title: 'EstimateRequest',
    examples: [
      {
        address: 'Примерск, улица Космонавтов, 12',
        area_m2: 54,
        rooms: 2,
        floor: 4,
        floors_total: 13,
        condition: 'euro',
        options: { max_comparables: 5, interval: 0.9 },
      },
    ],
  },
)
export type EstimateRequest = Static<typeof EstimateRequest>
