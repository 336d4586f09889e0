// Makes the first admin where there is nobody yet, and purges sessions that ended long ago. The
// registry and the sessions themselves are opened in stores.ts.
import { HOURLY } from '../background.ts'
import type { Foundation } from '../foundation.ts'
import { isoTime } from '../iso-time.ts'
import { identityDatabaseOf } from '../settings.ts'
import { type FirstAdminParts, makeFirstAdmin } from './first-admin.ts'

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
    ...HOURLY,
    run: async (stopping) => {
      const purged = await sessions.purge(clock.wallMs(), stopping)
      if (purged > 0) log.info({ purged }, 'ended sessions purged')
    },
  })
}
