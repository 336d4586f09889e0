// When the roles file is read again; what is refused stands in the interface's test.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { openLegacyRoles } from '../../src/gate/legacy-roles.ts'
import { rolesFile } from '../support/gate-probes.ts'
import { createTestLog } from '../support/log.ts'
import { soon } from '../support/waiting.ts'

describe('a look at the roles file', () => {
  const open = async (content: object) => {
    const file = rolesFile(content)
    const { log, text } = createTestLog()
    const roles = await openLegacyRoles(file.path, log)
    return { file, roles, timesRead: () => text().split('\n').filter(Boolean).length }
  }

  it('reads it only when it has changed', async () => {
    const { file, roles, timesRead } = await open({ anna: 'employee' })
    await roles.look()
    assert.equal(timesRead(), 0)
    file.write({ anna: 'admin' })
    assert.equal(roles.roleOf('anna'), 'employee')
    await roles.look()
    assert.deepEqual([roles.roleOf('anna'), timesRead()], ['admin', 1])
    await roles.look()
    assert.equal(timesRead(), 1)
  })

  it('joins the one under way, so that a file which hangs keeps no more than one waiting', async () => {
    const { file, roles, timesRead } = await open({ anna: 'employee' })
    for (const [times, role] of ['admin', 'manager'].entries()) {
      file.write({ anna: role })
      await Promise.all([roles.look(), roles.look(), roles.look()])
      assert.deepEqual([roles.roleOf('anna'), timesRead()], [role, times + 1])
    }
  })

  it('sees a change that leaves the file as long as it was', async () => {
    const { file, roles } = await open({ anna: 'manager' })
    file.write({ vera: 'manager' })
    await roles.look()
    assert.deepEqual([roles.roleOf('anna'), roles.roleOf('vera')], [undefined, 'manager'])
  })

  it('sees another file under the same name, though it is as long and as old', async () => {
    const { file, roles } = await open({ anna: 'manager' })
    const other = `${file.path}.new`
    writeFileSync(other, JSON.stringify({ vera: 'manager' }))
    for (const path of [file.path, other]) utimesSync(path, 1_700_000_000, 1_700_000_000)
    await roles.look()
    renameSync(other, file.path)
    await roles.look()
    assert.deepEqual([roles.roleOf('anna'), roles.roleOf('vera')], [undefined, 'manager'])
  })

  it('tries again what could not be read, and tells of it once', async () => {
    const { file, roles, timesRead } = await open({ anna: 'admin' })
    const content = `${file.path}.content`
    writeFileSync(content, JSON.stringify({ vera: 'admin' }))
    // A folder in its place: the same one at each look, until it is a file again.
    rmSync(file.path)
    mkdirSync(file.path)
    await roles.look()
    await roles.look()
    assert.deepEqual([roles.roleOf('anna'), roles.isOutdated, timesRead()], ['admin', true, 1])
    rmSync(file.path, { recursive: true })
    renameSync(content, file.path)
    await roles.look()
    assert.deepEqual([roles.roleOf('anna'), roles.roleOf('vera')], [undefined, 'admin'])
    assert.equal(roles.isOutdated, false)
  })

  it('waits for no pipe in its place, and takes the next file', async () => {
    const { file, roles, timesRead } = await open({ anna: 'admin' })
    rmSync(file.path)
    execFileSync('mkfifo', [file.path])
    await soon(roles.look(), 'the look ends')
    assert.deepEqual([roles.isOutdated, roles.roleOf('anna'), timesRead()], [true, 'admin', 1])
    rmSync(file.path)
    file.write({ vera: 'admin' })
    await roles.look()
    assert.deepEqual([roles.isOutdated, roles.roleOf('anna')], [false, undefined])
  })

  it('takes the same file again after it was away', async () => {
    const { file, roles } = await open({ anna: 'admin' })
    // Its folder goes and comes back: the file itself is not changed by that.
    const folder = dirname(file.path)
    renameSync(folder, `${folder}.away`)
    await roles.look()
    assert.equal(roles.isOutdated, true)
    renameSync(`${folder}.away`, folder)
    await roles.look()
    assert.deepEqual([roles.roleOf('anna'), roles.isOutdated], ['admin', false])
  })

  it('keeps the last good content while there is no file, and says so once', async () => {
    const { file, roles, timesRead } = await open({ anna: 'employee' })
    rmSync(file.path)
    await roles.look()
    await roles.look()
    assert.deepEqual([roles.roleOf('anna'), roles.isOutdated, timesRead()], ['employee', true, 1])
    file.write({ anna: 'manager' })
    await roles.look()
    assert.deepEqual([roles.roleOf('anna'), roles.isOutdated], ['manager', false])
  })
})
