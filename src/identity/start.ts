// Makes the first admin where there is nobody yet, and purges sessions that ended long ago. The
// registry and the sessions themselves are opened in stores.ts.
import { isoTime } from '../clock.ts'
import type { Foundation } from '../foundation.ts'
import { identityDatabaseOf } from '../settings.ts'
import { type FirstAdminParts, makeFirstAdmin } from './first-admin.ts'

const PURGE_EVERY_S = 3_600

export async function startIdentity(
  { settings, stores, clock, log, background }: Foundation,
  { hash, print }: Pick<FirstAdminParts, 'hash' | 'print'>,
): Promise<void> {
  const { registry, sessions } = stores.identity
  await makeFirstAdmin({
    registry,
    database: identityDatabaseOf(settings),
    hash,
    log,
    print,
    now: isoTime(clock.wallMs()),
  })
  background({
    name: 'purge ended sessions',
    everyS: PURGE_EVERY_S,
    // A service that is restarted often may never run for so long.
    atOnce: true,
    run: async (stopping) => {
      const purged = await sessions.purge(clock.wallMs(), stopping)
      if (purged > 0) log.info({ purged }, 'ended sessions purged')
    },
  })
}
