import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readSettingsFiles, readSettingsForStart } from '../../src/settings/files.ts'
import { readSettings, SettingsError } from '../../src/settings.ts'

describe('the files that settings name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-settings-files-'))
  after(() => rmSync(folder, { recursive: true }))
  const roles = join(folder, 'roles.json')
  writeFileSync(roles, 'no JSON')

  it('are read only where they are used', async () => {
    const unused = readSettings({ LEGACY_ROLES_FILE: roles })
    await assert.doesNotReject(readSettingsFiles(unused))
    const used = readSettings({ LEGACY_ROLES_FILE: roles, AUTH_MODE: 'dual' })
    await assert.rejects(readSettingsFiles(used), SettingsError)
  })

  it('have their faults told beside those of the settings, all at once', async () => {
    const environment = { LEGACY_ROLES_FILE: roles, AUTH_MODE: 'dual', PORT: 'none' }
    await assert.rejects(
      readSettingsForStart({ ...environment, RULE_SETS_DIR: join(folder, 'none') }),
      (error) => {
        assert.ok(error instanceof SettingsError)
        assert.deepEqual(
          error.faults.map((fault) => /^(?:PORT|RULE_SETS_DIR|LEGACY_ROLES_FILE)/.exec(fault)?.[0]),
          ['PORT', 'RULE_SETS_DIR', 'LEGACY_ROLES_FILE'],
        )
        return true
      },
    )
    const faultless = { LEGACY_ROLES_FILE: roles, PORT: '1' }
    assert.equal((await readSettingsForStart(faultless)).port, 1)
  })
})
