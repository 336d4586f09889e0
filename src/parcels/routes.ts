// GET /api/v1/parcels/by-bbox, GET /api/v1/parcels/{cadastral_number} and
// GET /api/v1/users/me/recent-parcels.
import { type Static, Type } from 'typebox'
import { DETAIL, ERROR_RESPONSES, refuse, refuseInvalid } from '../errors.ts'
import { callerOf } from '../gate/caller.ts'
import { inMedia } from '../http/answer-media.ts'
import { etagOf, isKnown } from '../http/etag.ts'
import { Defaulted, type Wire } from '../http/schema-pieces.ts'
import type { App } from '../http/server.ts'
import type { Constraint } from '../norms/constraint-schema.ts'
import type { RuleSet } from '../norms/rule-set.ts'
import type { RuleSets } from '../norms/rule-sets.ts'
import type { CallerTurns } from '../threads/caller-turns.ts'
import { MAX_BOX, readBox } from './box-text.ts'
import type { ParcelEngine } from './engine.ts'
import type { MapTurns } from './map-turns.ts'
import { type MapViewParts, mapView } from './map-view.ts'
import { propertiesOf } from './parcel-json.ts'
import { ParcelParams } from './parcel-params.ts'
import {
  ParcelCollection,
  ParcelDetail,
  type RecentParcelItem,
  RecentParcelItems,
} from './parcel-schema.ts'
import { MAX_RECENT, type RecentParcel, type RecentParcels } from './recent-parcels.ts'
import type { SiteConstraints } from './shapes/site-constraints.ts'
import type { Parcel } from './table/parcel.ts'
import type { ParcelStore } from './table/parcel-store.ts'

/** What is told that somebody looks at land. */
export interface Planning {
  standBy(): void
}

interface ParcelRouteParts extends MapViewParts {
  readonly engine: Pick<ParcelEngine, 'current' | 'isAsTable'>
  readonly store: ParcelStore
  readonly recent: RecentParcels
  readonly ruleSets: RuleSets
  readonly constraints: SiteConstraints
  readonly mapTurns: MapTurns
  /** While norms of intricate shapes are worked out: those of simple ones take no time. */
  readonly intricateTurns: CallerTurns
  readonly planning: Planning
}

const GEOJSON = 'application/geo+json'
const GEOJSON_TYPE = `${GEOJSON}; charset=utf-8`

/** Part of every ETag; to be raised when the form of the answer changes. */
const FORM = 1

const BoxQuery = Type.Object({
  bbox: Type.String({
    maxLength: 200,
    description: `\`minLon,minLat,maxLon,maxLat\` in degrees, at most ${MAX_BOX} either way`,
    examples: ['31.58,61.04,31.60,61.05'],
  }),
  limit: Defaulted(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
  simplify_m: Defaulted(
    Type.Number({
      minimum: 0,
      maximum: 5,
      default: 0,
      description: 'How far shapes may depart from the true ones, m',
    }),
  ),
})

const BoxHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The `ETag` of an earlier answer to the same query' }),
  ),
})

const BOX_ANSWER_HEADERS = {
  ETag: Type.String({ description: 'To be sent back as `If-None-Match`' }),
}

const RecentQuery = Type.Object({
  limit: Defaulted(Type.Integer({ minimum: 1, maximum: MAX_RECENT, default: 20 })),
})

export function mountParcels(app: App, parts: ParcelRouteParts): void {
  mountBox(app, parts)
  mountReading(app, parts)
  mountRecent(app, parts.recent)
}

function mountBox(app: App, parts: ParcelRouteParts): void {
  app.get<{ Querystring: Static<typeof BoxQuery> }>(
    '/api/v1/parcels/by-bbox',
    {
      config: {
        answers: {
          200: 'The most central parcels first',
          304: 'Unchanged since `If-None-Match`',
          503: 'A database is out of reach, the first index of parcels is still being built, or too many views wait, in all or of this caller',
        },
      },
      schema: {
        operationId: 'listParcelsInBox',
        summary: 'Parcels that meet a box on the map, as GeoJSON',
        tags: ['parcels'],
        querystring: BoxQuery,
        headers: BoxHeaders,
        response: {
          200: inMedia({ [GEOJSON]: ParcelCollection }, BOX_ANSWER_HEADERS),
          304: { ...Type.Null(), headers: BOX_ANSWER_HEADERS },
          ...ERROR_RESPONSES,
        },
      },
    },
    async (request, reply) => {
      const { bbox, limit, simplify_m: simplifyM } = request.query
      const box = readBox(bbox)
      if (typeof box === 'string') return refuseInvalid(reply, 'bbox', box, 'параметр')
      parts.planning.standBy()
      const built = await parts.engine.current()
      const etag = etagOf([FORM, built.dataVersion, ...Object.values(box), limit, simplifyM])
      if (isKnown(request.headers['if-none-match'], etag)) {
        return reply.code(304).header('etag', etag).send()
      }
      return parts.mapTurns.answer(reply, callerOf(request).username, async () => {
        const text = await mapView(parts, built, { box, limit, simplifyM })
        // Never on a refusal: a client would keep it, and still get 304 when all is well again.
        reply.header('etag', etag).type(GEOJSON_TYPE)
        return text
      })
    },
  )
}

function mountReading(app: App, parts: ParcelRouteParts): void {
  app.get<{ Params: ParcelParams }>(
    '/api/v1/parcels/:cadastral_number',
    {
      config: {
        answers: {
          404: 'No such parcel',
          503: 'A database is out of reach, or too many intricate shapes wait, in all or of this caller',
        },
      },
      schema: {
        operationId: 'getParcel',
        summary: 'One parcel with the norms that apply to it, as GeoJSON',
        tags: ['parcels'],
        params: ParcelParams,
        response: { 200: inMedia({ [GEOJSON]: ParcelDetail }), ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const parcel = await parts.store.find(request.params.cadastral_number)
      if (!parcel) return refuse(reply, 404, DETAIL.notFound)
      parts.planning.standBy()
      const ruleSet = parts.ruleSets.forParcel(parcel)
      const { username } = callerOf(request)
      const constraints = await parts.intricateTurns.during(username, () =>
        parts.constraints.of({ parcel, rules: ruleSet.rules }),
      )
      // HEAD comes here too and shows nothing.
      if (request.method === 'GET') {
        await parts.recent.recordAction(username, parcel.cadastralNumber, 'view')
      }
      return reply.type(GEOJSON_TYPE).send(JSON.stringify(detailOf(parcel, ruleSet, constraints)))
    },
  )
}

function mountRecent(app: App, recent: RecentParcels): void {
  app.get<{ Querystring: Static<typeof RecentQuery> }>(
    '/api/v1/users/me/recent-parcels',
    {
      schema: {
        operationId: 'listRecentParcels',
        summary: 'Parcels that the caller viewed or planned recently, newest first',
        tags: ['parcels'],
        querystring: RecentQuery,
        response: { 200: RecentParcelItems, ...ERROR_RESPONSES },
      },
    },
    async (request, reply) => {
      const parcels = await recent.list(callerOf(request).username, request.query.limit)
      return reply.send({ items: parcels.map(recentOf) })
    },
  )
}

function detailOf(
  parcel: Parcel,
  { id, title }: RuleSet,
  constraints: readonly Constraint[],
): Wire<typeof ParcelDetail> {
  return {
    type: 'Feature',
    geometry: parcel.geometry,
    properties: {
      ...propertiesOf(parcel),
      rule_set: { id, title },
      constraints,
    },
  }
}

function recentOf(parcel: RecentParcel): Static<typeof RecentParcelItem> {
  return {
    cadastral_number: parcel.cadastralNumber,
    address: parcel.address,
    area_m2: parcel.areaM2,
    centroid: [...parcel.centroid],
    source: parcel.source,
    last_action: parcel.lastAction,
    last_at: parcel.lastAt,
  }
}
