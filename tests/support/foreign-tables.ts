// Tables of users and sessions as another program may have made them.
import { DatabaseSync } from 'node:sqlite'
import { hashPassword } from '../../src/login/argon2.js'
import { makeDatabase, type TestDatabase } from './databases.ts'
import { query } from './postgres.ts'
import { CHEAP, PASSWORD } from './service.ts'

/** Straight to the database. */
export async function ask({ url }: TestDatabase, text: string): Promise<Record<string, unknown>[]> {
  if (url.engine === 'postgres') return query(url.url, text)
  const database = new DatabaseSync(url.file)
  try {
    if (!text.startsWith('select')) database.exec(text)
    return text.startsWith('select') ? database.prepare(text).all() : []
  } finally {
    database.close()
  }
}

/** As the service's own, but for what it does not need. */
export const USERS = {
  postgres: (id: string, state: string) =>
    `create table users (user_id ${id} primary key, username varchar(64) unique not null,
       password_hash text, access_state ${state}, role text, manager_id ${id},
       created_at timestamptz default now(), email text)`,
  sqlite: (id: string, state: string) =>
    `create table Users (user_id ${id} primary key, username text unique not null,
       password_hash text, access_state ${state}, role text, manager_id ${id},
       created_at text, email text)`,
} as const

export const SESSIONS = {
  postgres: `create table sessions (token_digest bytea primary key, user_id uuid, ip text,
    user_agent text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
    revoked_at timestamptz)`,
  sqlite: `create table sessions (token_digest blob primary key, user_id text, ip text,
    user_agent text, created_at text, last_seen_at text, expires_at text, revoked_at text)`,
} as const

export const insertUser = (name: string, id: string | number, state: string) =>
  `insert into users (user_id, username, password_hash, access_state, role) values
     (${typeof id === 'number' ? id : `'${id}'`}, '${name}', '${hashPassword(PASSWORD, CHEAP)}', ${state}, 'manager')`

export const ID = '9b2f4a52-0000-4000-8000-0000000000aa'

/**
 * An identity database on PostgreSQL as a role sees it that may only change rows, beside an empty
 * main one. Removes all three with `await using`.
 */
export async function databaseOfRole() {
  const [identity, main] = [await makeDatabase('postgres'), await makeDatabase('sqlite')]
  await ask(identity, USERS.postgres('uuid', 'text'))
  await ask(identity, SESSIONS.postgres)
  const url = new URL(identity.variable)
  const role = `${url.pathname.slice(1)}_rows`
  await ask(
    identity,
    `create role ${role} login;
     grant select, insert, update, delete on all tables in schema public to ${role}`,
  )
  url.username = role
  return {
    main,
    role,
    asRole: { ...identity, variable: url.href },
    asOwner: (statements: string) => ask(identity, statements),
    async [Symbol.asyncDispose]() {
      await ask(identity, `drop owned by ${role}; drop role ${role}`)
      for (const database of [identity, main]) await database.remove()
    },
  }
}

/** Of the command line, where the identity database is another program's. */
export const settingsOf = (identity: TestDatabase, main: TestDatabase) => ({
  DATABASE_URL: main.variable,
  IDENTITY_STORE: 'auth',
  IDENTITY_DATABASE_URL: identity.variable,
})
