// GET /api/v1/geocode/suggest: addresses while they are being typed.
import { type Static, Type } from 'typebox'
import { ERROR_RESPONSES, refuseInvalid } from '../errors.ts'
import { COORDINATES_RULE, missingCoordinate } from '../http/coordinates.ts'
import { Defaulted, OrNull } from '../http/schema-pieces.ts'
import type { App } from '../http/server.ts'
import type { Counters } from '../metrics/counters.ts'
import type { SuggestionSource } from './suggestion-source.ts'
import {
  CORRECTIONS,
  DEFAULT_SUGGESTIONS,
  KINDS,
  MAX_SUGGESTIONS,
  type SuggestionPage,
} from './table/address.ts'

const Kind = Type.Enum(KINDS)

const Query = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'What has been typed so far',
    examples: ['примерск космонатов 12'],
  }),
  limit: Defaulted(
    Type.Integer({ minimum: 1, maximum: MAX_SUGGESTIONS, default: DEFAULT_SUGGESTIONS }),
  ),
  city: Type.Optional(Type.String({ maxLength: 100, description: 'Only in this city' })),
  lat: Type.Optional(
    Type.Number({
      minimum: -90,
      maximum: 90,
      description: 'With lon: nearer addresses come first',
    }),
  ),
  lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'With lat' })),
  kind: Type.Optional(Type.Enum(KINDS, { description: 'Only of this kind' })),
})

const SuggestionBody = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    value: Type.String({
      description:
        'The whole address. For an estimate send it as `address`, and `lat` with `lon` only of a pin that the user has set: an address is looked up, and known to be a house or a mere street; coordinates are taken for the flat’s own',
    }),
    city: Type.String(),
    street: OrNull(Type.String()),
    house: OrNull(Type.String()),
    postal_code: OrNull(Type.String()),
    fias_id: OrNull(Type.String()),
    lat: OrNull(Type.Number()),
    lon: OrNull(Type.Number()),
    geo_precision: Type.Enum(KINDS, { description: 'What the coordinates are of' }),
    highlights: Type.Array(Type.Array(Type.Integer()), {
      description: 'Half-open ranges of UTF-16 units in `value` that match the query',
    }),
    score: Type.Number({ description: 'Above 0, to 1 for a clean match' }),
  },
  { title: 'AddressSuggestion' },
)

const Page = Type.Object(
  {
    query: Type.String(),
    effective_query: Type.String({ description: 'The query as it was understood' }),
    demo: Type.Boolean({ description: 'Found in the demonstration town, not in real addresses' }),
    corrections: Type.Array(Type.Enum(CORRECTIONS), {
      description: 'What was corrected before the first suggestion was found',
    }),
    suggestions: Type.Array(SuggestionBody),
  },
  { title: 'AddressSuggestions' },
)

export function mountSuggestions(
  app: App,
  source: SuggestionSource,
  counters: Pick<Counters, 'addressSuggestions'>,
): void {
  app.get<{ Querystring: Static<typeof Query> }>(
    '/api/v1/geocode/suggest',
    {
      config: {
        answers: {
          503: 'A database is out of reach, the first address index is still being built, or too many suggestions wait',
        },
      },
      schema: {
        operationId: 'suggestAddresses',
        summary: 'Suggest addresses, forgiving typos and the wrong keyboard layout',
        tags: ['addresses'],
        querystring: Query,
        response: { 200: Page, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const missing = missingCoordinate(request.query)
      if (missing) return refuseInvalid(reply, missing, COORDINATES_RULE, 'параметр')
      const page: SuggestionPage = await source.suggest(request.query)
      // HEAD comes here too and hands over nothing.
      if (request.method === 'GET') {
        counters.addressSuggestions.add(page.suggestions.length > 0 ? 'yes' : 'no')
      }
      return page
    },
  )
}
