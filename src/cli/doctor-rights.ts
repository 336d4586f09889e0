// What `doctor` says of the rights that a PostgreSQL role has on the tables of sign-in: another
// program may own them, and grant less than a sign-in takes.
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Finding } from './doctor-finding.ts'

/** A sign-in keeps others from changing the user's row, which takes the right to update it. */
const NEEDED = {
  users: ['select', 'update'],
  sessions: ['select', 'insert', 'update', 'delete'],
} as const

/** Nothing where all rights are there, if on some columns alone, or the database is embedded. */
export async function examineRights<Tables>({
  engine,
  query,
}: Database<Tables>): Promise<readonly Finding[]> {
  if (engine !== 'postgres') return []
  const findings: Finding[] = []
  for (const [table, rights] of Object.entries(NEEDED)) {
    const { rows } = await sql<{ lacking: string }>`
      select lacking from unnest(${rights}::text[]) as needed (lacking)
      where not case lacking
        when 'delete' then has_table_privilege(${table}, lacking)
        else has_any_column_privilege(${table}, lacking)
      end`.execute(query)
    if (rows.length === 0) continue
    const lacking = rows.map((row) => row.lacking).join(', ')
    findings.push({
      check: 'rights',
      verdict: 'wrong',
      says: `the role of the service may not ${lacking} on ${table}, so sign-ins, or the upkeep of their sessions, fail. As the owner: grant ${lacking} on ${table} to it.`,
    })
  }
  return findings
}
