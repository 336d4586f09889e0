// The tables as both engines give them to TypeScript. Columns whose content decides who may come
// in are `unknown` on reading: neither database's column types are trusted for them.
import type { ColumnType, Generated } from 'kysely'

/**
 * `user_id` is a number in the main database and a uuid in an identity database; another program's
 * number past 2^53 is text.
 */
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
  /** Which of several places that one file gives the same address; '' for the first. */
  namesake: string
  district: string | null
  lat: number | null
  lon: number | null
  postal_code: string | null
  fias_id: string | null
  population: number | null
  source: string
}

export interface ParcelsTable {
  cadastral_number: string
  /** GeoJSON text. */
  geometry: string
  area_m2: number
  centroid_lon: number
  centroid_lat: number
  declared_area_m2: number | null
  address: string | null
  category: string | null
  permitted_use: string | null
  status: string | null
  ownership: string | null
  cadastral_value_rub: number | null
  source: string
  updated_at: IsoTime
}

export interface RecentParcelsTable {
  username: string
  cadastral_number: string
  last_action: 'view' | 'forecast' | 'layouts'
  last_at: IsoTime
}

interface DatasetsTable {
  name: string
  version: number
  is_demo: ColumnType<boolean | number, boolean, boolean>
  changed_at: IsoTime
}

/** Only in an embedded database; holds one row or none. */
interface DemoTownDueTable {
  due: number
}

interface ModelsTable {
  version: string
  data_version: number
  fitted_at: IsoTime
  pieces: number
}

interface ModelPiecesTable {
  model_version: string
  piece: number
  bytes: Uint8Array
}

interface EstimatesTable {
  estimate_id: string
  owner: string
  created_at: IsoTime
  status: string
  /** The whole response as JSON text, so that it reads the same in a year. */
  body: string
  // What a list of the records shows.
  valuation_date: string
  address: string | null
  area_m2: number
  rooms: number
  market_rub: number | null
  basis: string | null
  level: number | null
  is_demo: ColumnType<boolean | number, boolean, boolean>
}

export interface LeadsTable {
  lead_id: string
  owner: string
  status: 'new'
  created_at: IsoTime
  consented_at: IsoTime
  estimate_id: string | null
  name: string
  phone: string
  email: string | null
  comment: string | null
  target_complex: string | null
  target_budget_rub: number | null
}

/** What makes a second request find the lead of the first. */
interface LeadClaimsTable {
  claim_key: string
  claimed_at: IsoTime
  lead_id: string
  answer_status: number
  request_digest: string
}

export interface SupportMessagesTable {
  message_id: string
  channel: 'web' | 'anon'
  /** NULL where nobody was signed in. */
  owner: string | null
  ip: string
  created_at: IsoTime
  text: string
  contact: string | null
  page: string | null
  estimate_id: string | null
}

export interface PilotRequestsTable {
  request_id: string
  ip: string
  created_at: IsoTime
  consented_at: IsoTime
  company: string
  contact_name: string
  phone: string | null
  email: string | null
  region: string | null
  comment: string | null
}

export interface DeliveriesTable {
  /** The lead, message or request that is to leave the service. */
  record_id: string
  destination: 'messenger' | 'crm'
  kind: 'support_web' | 'support_anon' | 'pilot' | 'lead'
  state: 'pending' | 'delivered' | 'failed'
  created_at: IsoTime
  /** While an attempt is under way: the end of its lease. */
  next_attempt_at: IsoTime
  give_up_at: IsoTime
  delivered_at: IsoTime | null
  attempts: number
  /** A long message goes to a messenger in parts. */
  parts_sent: number
  last_fault: string | null
}

export interface MainTables extends IdentityTables {
  user_events: UserEventsTable
  comparables: ComparablesTable
  addresses: AddressesTable
  parcels: ParcelsTable
  recent_parcels: RecentParcelsTable
  datasets: DatasetsTable
  demo_town_due: DemoTownDueTable
  models: ModelsTable
  model_pieces: ModelPiecesTable
  estimates: EstimatesTable
  leads: LeadsTable
  lead_claims: LeadClaimsTable
  support_messages: SupportMessagesTable
  pilot_requests: PilotRequestsTable
  deliveries: DeliveriesTable
}
