// The stores of a service over a database of their own, without the service.
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { createTestClock } from './clock.ts'
import { type Engine, makeDatabase } from './databases.ts'
import { createTestLog } from './log.ts'

export type TestStores = Awaited<ReturnType<typeof openTestStores>>

export async function openTestStores(engine: Engine) {
  const database = await makeDatabase(engine, { mayBeMigrated: true })
  const clock = createTestClock()
  const logged = createTestLog()
  const settings = readSettings({ DATABASE_URL: database.variable })
  const { main, close } = await openStores(settings, { clock, log: logged.log })
  return {
    main,
    database,
    clock,
    logged,
    async [Symbol.asyncDispose]() {
      await close()
      await database.remove()
    },
  }
}
