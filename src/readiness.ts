// Whether the databases can be used: they answer, sessions are found in them, and they take writes.
// What is asked of each, and what the log says when the answer changes.
import { type Clock, within } from './clock.ts'
import { DatabaseUnavailable } from './db/faults.ts'
import type { Foundation } from './foundation.ts'
import { newSessionToken } from './identity/session-token.ts'
import { sharedRun } from './joint-run.ts'
import type { Logger } from './logging.ts'
import { separateIdentityDatabase } from './settings.ts'

/** A database that the service cannot do without. */
interface ReadinessCheck {
  readonly name: string
  /** `lacking`: why sessions cannot be looked up in it, if they cannot. */
  ping(): Promise<{ readonly takesWrites: boolean; readonly lacking?: unknown }>
}

/** A load balancer asks often and gives up soon. */
const PATIENCE_S = 2

const NO_WRITES =
  'it takes no writes: it is a standby, set read-only, or a file that may only be read'

/** Why a database cannot be used. */
interface Trouble {
  readonly kind: 'unusable' | 'no sessions' | 'no writes'
  readonly err: Error
}

interface LookedAt {
  readonly name: string
  /** Undefined where it can be used. */
  readonly trouble: Trouble | undefined
}

/**
 * Looks at every database the service needs.
 * @returns those that cannot be used
 */
export type UnusableDatabases = () => Promise<readonly string[]>

export function readiness({
  settings,
  stores,
  clock,
  log,
}: Pick<Foundation, 'settings' | 'stores' | 'clock' | 'log'>): UnusableDatabases {
  const checks = separateIdentityDatabase(settings)
    ? [{ name: 'main', ping: () => stores.main.ping() }, identityCheck('identity', stores, clock)]
    : [identityCheck('main', stores, clock)]
  const logChange = changeLogger(log)
  // The path is open: many who ask meanwhile take no more connections than one, and nobody waits
  // for another look than the one under way.
  return sharedRun(async () => {
    const found = await Promise.all(
      checks.map(async (check) => ({ name: check.name, trouble: await troubleOf(check, clock) })),
    )
    for (const one of found) logChange(one)
    return found.filter(({ trouble }) => trouble).map(({ name }) => name)
  })
}

/**
 * A database that answers may still lack its tables, or this user's right to them, after half a
 * restore: so the question that every request asks is asked too, of a session that nobody has.
 */
function identityCheck(
  name: string,
  { identityDatabase, identity }: Foundation['stores'],
  clock: Clock,
): ReadinessCheck {
  return {
    name,
    async ping() {
      const answer = await identityDatabase.ping()
      try {
        await identity.sessions.resolve(newSessionToken(), clock.wallMs())
        return answer
      } catch (lacking) {
        return { ...answer, lacking }
      }
    },
  }
}

/** @returns undefined if it can be used, for writes too: nobody signs in without one */
async function troubleOf(check: ReadinessCheck, clock: Clock): Promise<Trouble | undefined> {
  try {
    const answer = await within(clock, PATIENCE_S, check.ping())
    if (!answer) throw new DatabaseUnavailable(`no answer within ${PATIENCE_S} s`)
    if (answer.lacking !== undefined) return troubleBy('no sessions', answer.lacking)
    if (answer.takesWrites) return undefined
    return { kind: 'no writes', err: new DatabaseUnavailable(NO_WRITES) }
  } catch (error) {
    return troubleBy('unusable', error)
  }
}

function troubleBy(kind: Trouble['kind'], error: unknown): Trouble {
  return { kind, err: error instanceof Error ? error : new Error(String(error)) }
}

/**
 * The answer only names the database. Why it cannot be used goes to the log, once for each kind of
 * trouble: while no request asks the database no other line says so. A fail-over shows two:
 * first the connections are lost, then a standby answers.
 */
function changeLogger(log: Logger) {
  /** By database: two at most. */
  const known = new Map<string, Trouble['kind']>()
  return ({ name: database, trouble }: LookedAt) => {
    if (trouble?.kind === known.get(database)) return
    if (trouble === undefined) {
      known.delete(database)
      log.info({ database }, 'ready again: the database can be used')
    } else {
      known.set(database, trouble.kind)
      log.warn({ database, err: trouble.err }, 'not ready: the database cannot be used')
    }
  }
}
