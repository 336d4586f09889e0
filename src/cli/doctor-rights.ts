// What `doctor` says of the rights that a PostgreSQL role has on the tables: the service may run as
// another role than their owner, who may be another program's and grant less than it takes.
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { IdentityTables, MainTables } from '../db/tables.ts'
import type { Stores } from '../stores.ts'
import type { Finding } from './doctor-finding.ts'

type Right = 'select' | 'insert' | 'update' | 'delete'

type Rights<Tables> = Readonly<Record<keyof Tables & string, readonly Right[]>>

/** A sign-in keeps others from changing the user's row, which takes the right to update it. */
const FOR_SIGN_IN: Rights<IdentityTables> = {
  users: ['select', 'update'],
  sessions: ['select', 'insert', 'update', 'delete'],
}

/**
 * Of a running service; imports and the command line take more. An embedded database alone has a
 * demonstration town.
 */
const FOR_THE_REST: Rights<Omit<MainTables, keyof IdentityTables | 'demo_town_due'>> = {
  user_events: ['select', 'insert'],
  comparables: ['select'],
  addresses: ['select'],
  parcels: ['select'],
  recent_parcels: ['select', 'insert', 'update', 'delete'],
  datasets: ['select'],
  models: ['select', 'insert', 'delete'],
  model_pieces: ['select', 'insert'],
  estimates: ['select', 'insert'],
  leads: ['select', 'insert'],
  lead_claims: ['select', 'insert', 'update', 'delete'],
  support_messages: ['select', 'insert'],
  pilot_requests: ['select', 'insert'],
  deliveries: ['select', 'insert', 'update'],
}

/** Nothing where all rights are there, or the database is embedded. */
export async function examineRights({
  main,
  identityDatabase,
}: Partial<Pick<Stores, 'main' | 'identityDatabase'>>): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  if (identityDatabase) {
    // Another program's tables have columns that the service never touches: one column that it may
    // touch is enough here, and the trial of a session tells the rest.
    const lacking = await lackingRights(identityDatabase, FOR_SIGN_IN, 'any column')
    findings.push(...faults(lacking, 'sign-ins, or the upkeep of their sessions, fail'))
  }
  if (main) {
    const lacking = await lackingRights(main, FOR_THE_REST, 'all columns')
    findings.push(...faults(lacking, 'requests that need it fail'))
  }
  return findings
}

interface LackingRight {
  readonly table: string
  readonly right: Right
}

async function lackingRights<Tables>(
  { engine, query }: Database<Tables>,
  needed: Readonly<Record<string, readonly Right[]>>,
  on: 'any column' | 'all columns',
): Promise<readonly LackingRight[]> {
  if (engine !== 'postgres') return []
  const asked = Object.entries(needed).flatMap(([table, rights]) =>
    rights.map((right): LackingRight => ({ table, right })),
  )
  const { rows } = await sql<LackingRight>`
    select "table", "right"
    from jsonb_to_recordset(${JSON.stringify(asked)}) as needed ("table" text, "right" text)
    where not has_table_privilege("table", "right") and ("right" = 'delete' or not (
      select ${on === 'any column' ? sql`bool_or` : sql`bool_and`}(
        has_column_privilege(attrelid, attnum, "right"))
      from pg_attribute
      where attrelid = "table"::regclass and attnum > 0 and not attisdropped))`.execute(query)
  return rows
}

/** One finding for all tables that lack the same rights. */
function faults(lacking: readonly LackingRight[], so: string): readonly Finding[] {
  const byTable = [...Map.groupBy(lacking, ({ table }) => table)].map(([table, of]) => ({
    table,
    rights: of.map(({ right }) => right).join(', '),
  }))
  return [...Map.groupBy(byTable, ({ rights }) => rights)].map(([rights, of]) => {
    const tables = of.map(({ table }) => table).join(', ')
    const says = `the role of the service may not ${rights} on ${tables}, so ${so}. As the owner: grant ${rights} on ${tables} to it.`
    return { check: 'rights', verdict: 'wrong', says }
  })
}
