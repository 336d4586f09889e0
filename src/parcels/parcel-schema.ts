// What the parcels' operations answer, as the reference describes it. GeoJSON is written by
// parcel-json.ts, not by these.
import { Type } from 'typebox'
import { Instant, OrNull, type Wire } from '../http/schema-pieces.ts'
import { Constraint } from '../norms/constraint-schema.ts'
import { PARCEL_ACTIONS } from './recent-parcels.ts'
import type { ParcelGeometry } from './table/parcel.ts'

const TextOrNull = OrNull(Type.String())
const NumberOrNull = OrNull(Type.Number())

const Source = Type.String({ description: '`demo` for the demonstration town' })

const Properties = Type.Object(
  {
    cadastral_number: Type.String(),
    area_m2: Type.Number({ description: 'Measured from the geometry' }),
    declared_area_m2: NumberOrNull,
    address: TextOrNull,
    category: TextOrNull,
    permitted_use: TextOrNull,
    status: TextOrNull,
    ownership: TextOrNull,
    cadastral_value_rub: NumberOrNull,
    value_per_m2_rub: NumberOrNull,
    source: Source,
    updated_at: Type.String({
      format: 'date-time',
      description: 'When an import last changed it; ISO 8601 UTC',
    }),
  },
  { title: 'ParcelProperties' },
)
export type ParcelProperties = Wire<typeof Properties>

const Ring = Type.Array(Type.Array(Type.Number()))
const Polygon = Type.Array(Ring)

const Geometry = Type.Unsafe<ParcelGeometry>(
  Type.Union(
    [
      Type.Object({ type: Type.Literal('Polygon'), coordinates: Polygon }, { title: 'Polygon' }),
      Type.Object(
        { type: Type.Literal('MultiPolygon'), coordinates: Type.Array(Polygon) },
        { title: 'MultiPolygon' },
      ),
    ],
    { description: 'GeoJSON, WGS84 degrees' },
  ),
)

export const ParcelCollection = Type.Object(
  {
    type: Type.Literal('FeatureCollection'),
    truncated: Type.Boolean({
      description: 'Whether more parcels meet the box than the answer holds',
    }),
    count: Type.Integer({ description: 'Features in this answer' }),
    features: Type.Array(
      Type.Object(
        {
          type: Type.Literal('Feature'),
          geometry: Geometry,
          properties: Properties,
        },
        { title: 'ParcelInBox' },
      ),
    ),
  },
  { title: 'ParcelCollection' },
)

export const ParcelDetail = Type.Object(
  {
    type: Type.Literal('Feature'),
    geometry: Geometry,
    properties: Type.Object({
      ...Properties.properties,
      rule_set: Type.Object({ id: Type.String(), title: Type.String() }),
      constraints: Type.Array(Constraint, {
        description: 'At the storeys that allow the most floor area',
      }),
    }),
  },
  { title: 'Parcel' },
)

export const RecentParcelItem = Type.Object(
  {
    cadastral_number: Type.String(),
    address: TextOrNull,
    area_m2: Type.Number(),
    centroid: Type.Array(Type.Number(), { description: 'Longitude, latitude' }),
    source: Source,
    last_action: Type.Enum(PARCEL_ACTIONS),
    last_at: Instant,
  },
  { title: 'RecentParcel' },
)

export const RecentParcelItems = Type.Object({ items: Type.Array(RecentParcelItem) })
