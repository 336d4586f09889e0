// The database that others are copied from: one that the service's own migrations have made, so
// that not every test waits for them.
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { createTestClock } from './clock.ts'
import { createTestLog } from './log.ts'
import { query } from './postgres.ts'

interface Template {
  /** Empty where the migrations fail: each test then meets that for itself. */
  readonly name: string
  remove(): Promise<void>
}

export async function makeTemplate(serverUrl: string): Promise<Template> {
  const name = `test_template_${process.pid}`
  await query(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const isMigrated = await migrate(url.href).then(
    () => true,
    () => false,
  )
  return {
    name: isMigrated ? name : '',
    remove: async () => {
      // At the keyboard's interrupt the server has ended, and the database with it.
      await query(serverUrl, `drop database ${name} with (force)`).catch(() => {})
    },
  }
}

async function migrate(url: string): Promise<void> {
  const settings = readSettings({ DATABASE_URL: url })
  const stores = await openStores(settings, { clock: createTestClock(), log: createTestLog().log })
  await stores.close()
}
