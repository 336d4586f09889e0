// What `doctor` says of clocks: whether this machine's agrees with a database server's or, where
// the database is embedded, with the times that are stored.
import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { isoTime } from '../iso-time.ts'
import type { Stores } from '../stores.ts'
import type { Finding } from './doctor-finding.ts'

/** With clocks further apart than this, sessions end early or late. */
const CLOCK_TOLERANCE_S = 5

/** @param name of the database, as other findings have it */
export async function examineServerClock<Tables>(
  name: string,
  { query }: Database<Tables>,
): Promise<Finding> {
  const check = 'clock'
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(query)
  const apartS = Math.abs(Date.parse(rows[0]?.now ?? '') - systemClock.wallMs()) / 1000
  if (apartS > CLOCK_TOLERANCE_S) {
    const says = `the clocks of this machine and the ${name} are ${apartS.toFixed(0)} s apart. Set both by NTP.`
    return { check, verdict: 'wrong', says }
  }
  return { check, verdict: 'ok', says: `within ${CLOCK_TOLERANCE_S} s of the ${name}` }
}

/** An embedded database has no clock of its own, but holds times that this machine has written. */
export async function examineEmbeddedClock({
  main,
  identityDatabase,
  identity,
  events,
}: Partial<Stores>): Promise<readonly Finding[]> {
  if (main?.engine !== 'sqlite' && identityDatabase?.engine !== 'sqlite') return []
  const check = 'clock'
  const [event] = (await events?.list({ limit: 1 })) ?? []
  const session = await identity?.sessions.newestUnrevokedAt()
  const nowMs = systemClock.wallMs()
  const now = `${isoTime(nowMs)} (UTC)`
  const isLater = (time: string | undefined) =>
    Date.parse(time ?? '') > nowMs + CLOCK_TOLERANCE_S * 1000
  const told = (what: string, time: string | undefined, move: string) =>
    `it is ${now}, but the newest ${what} is of ${time}. Set this machine's clock by NTP; if it is right, it was ahead then, and ${move}.`
  const findings: Finding[] = []
  if (isLater(session)) {
    const says = told(
      'session',
      session,
      '`tradein sessions revoke --all` ends the sessions begun then',
    )
    findings.push({ check, verdict: 'wrong', says })
  }
  // Nothing goes by the time of an event, and none is ever changed.
  if (isLater(event?.occurredAt)) {
    const says = told('audit event', event?.occurredAt, 'this warning ends by itself')
    findings.push({ check, verdict: 'warning', says })
  }
  return findings.length > 0
    ? findings
    : [{ check, verdict: 'ok', says: `${now}; nothing stored is later` }]
}
