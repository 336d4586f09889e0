// The tables as both engines give them to TypeScript. Columns whose content decides who may come
// in are `unknown` on reading: neither database's column types are trusted for them.
import type { ColumnType, Generated } from 'kysely'

/** `user_id` is a number in the main database and a uuid in an identity database. */
export type UserId = number | string

/** ISO 8601 UTC with milliseconds, on both engines. */
export type IsoTime = string

export interface UsersTable {
  user_id: ColumnType<UserId, UserId | undefined, never>
  username: string
  password_hash: string | null
  /** Main database only. */
  is_active: ColumnType<unknown, boolean | undefined, boolean>
  /** Identity database only. */
  access_state: ColumnType<unknown, string | undefined, string>
  role: ColumnType<unknown, string, string>
  manager_id: UserId | null
  created_at: ColumnType<IsoTime, IsoTime, never>
}

export interface SessionsTable {
  token_digest: Uint8Array
  user_id: UserId
  ip: string
  user_agent: string | null
  created_at: IsoTime
  last_seen_at: IsoTime
  expires_at: IsoTime
  revoked_at: IsoTime | null
}

export interface UserEventsTable {
  event_id: Generated<number>
  occurred_at: IsoTime
  event_type: string
  username: string
  ip: string
  user_agent: string | null
  path: string
  method: string
  /** JSON text on the way in; text or an object on the way out, by engine. */
  payload: ColumnType<unknown, string, string>
}

export interface IdentityTables {
  users: UsersTable
  sessions: SessionsTable
}

export interface ComparablesTable {
  source: string
  source_id: string
  kind: string
  /** `2024-05-20` on both engines. */
  date: string
  price_rub: number
  lat: number
  lon: number
  address: string | null
  city: string | null
  district: string | null
  area_m2: number
  kitchen_area_m2: number | null
  living_area_m2: number | null
  rooms: number
  floor: number | null
  floors_total: number | null
  year_built: number | null
  house_material: string | null
  building_class: string | null
  condition: string | null
  market: string | null
  ceiling_height_m: number | null
}

export interface AddressesTable {
  city: string
  street: string
  house: string
  district: string | null
  lat: number | null
  lon: number | null
  postal_code: string | null
  fias_id: string | null
  source: string
}

export interface DatasetsTable {
  name: string
  version: number
  is_demo: ColumnType<boolean | number, boolean, boolean>
  changed_at: IsoTime
}

export interface ModelsTable {
  version: string
  data_version: number
  fitted_at: IsoTime
  pieces: number
}

export interface ModelPiecesTable {
  model_version: string
  piece: number
  bytes: Uint8Array
}

export interface EstimatesTable {
  estimate_id: string
  owner: string
  created_at: IsoTime
  status: string
  /** The whole response as JSON text, so that it reads the same in a year. */
  body: string
}

export interface MainTables extends IdentityTables {
  user_events: UserEventsTable
  comparables: ComparablesTable
  addresses: AddressesTable
  datasets: DatasetsTable
  models: ModelsTable
  model_pieces: ModelPiecesTable
  estimates: EstimatesTable
}
