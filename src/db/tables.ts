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

export interface MainTables extends IdentityTables {
  user_events: UserEventsTable
}
