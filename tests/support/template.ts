// The databases that others are copied from, one of each engine: ones that the service's own
// migrations have made, so that not every test waits for them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { createTestClock } from './clock.ts'
import { createTestLog } from './log.ts'
import { query } from './postgres.ts'

interface Templates {
  /** A database's name; empty where the migrations fail: each test then meets that for itself. */
  readonly postgres: string
  /** A file's path, or empty likewise. */
  readonly sqlite: string
  remove(): Promise<void>
}

export async function makeTemplates(serverUrl: string): Promise<Templates> {
  const name = `test_template_${process.pid}`
  await query(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const folder = mkdtempSync(join(tmpdir(), 'tradein-template-'))
  const file = join(folder, 'template.db')
  return {
    postgres: (await migrate(url.href)) ? name : '',
    sqlite: (await migrate(`sqlite:${file}`)) ? file : '',
    remove: async () => {
      rmSync(folder, { recursive: true })
      // At the keyboard's interrupt the server has ended, and the database with it.
      await query(serverUrl, `drop database ${name} with (force)`).catch(() => {})
    },
  }
}

/** @returns whether it could be migrated */
async function migrate(url: string): Promise<boolean> {
  const settings = readSettings({ DATABASE_URL: url })
  const context = { clock: createTestClock(), log: createTestLog().log }
  try {
    const stores = await openStores(settings, context)
    await stores.close()
    return true
  } catch {
    return false
  }
}
