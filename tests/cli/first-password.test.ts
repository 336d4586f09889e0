// What `users set-password` does to the file with the first admin's password, where the databases
// of two services share a folder and so the name of that file.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { makeDatabase, type TestDatabase } from '../support/databases.ts'

describe('a new password of the admin', () => {
  let database: TestDatabase
  let file: string
  let folder: string
  beforeEach(async () => {
    database = await makeDatabase('sqlite')
    folder = dirname(database.variable.replace('sqlite:', ''))
    file = join(folder, 'initial-admin-password')
  })
  afterEach(() => database.remove())

  const inDatabase = async (name: string, words: string, stdin: string) => {
    const environment = { DATABASE_URL: `sqlite:${join(folder, name)}` }
    const ended = await runCommand(words.split(' '), environment, { stdin })
    assert.equal(ended.code, 0, ended.err)
    return ended
  }
  const add = (name: string, password: string) =>
    inDatabase(name, 'users add admin --role admin --password-stdin', password)
  const change = (name: string) =>
    inDatabase(name, 'users set-password admin --password-stdin', 'a new one')

  it('removes the file that holds the one before, and none of another database', async () => {
    await add('one.db', 'the first of one')
    await add('other.db', 'the first of the other')
    writeFileSync(file, 'the first of the other\n')
    await change('one.db')
    assert.ok(existsSync(file))
    await change('other.db')
    assert.ok(!existsSync(file))
  })

  it('leaves the file where it was changed from a hash that no login verifies', async () => {
    await add('one.db', 'the first of one')
    const other = new DatabaseSync(join(folder, 'one.db'))
    other.exec("update users set password_hash = '$2b$10$of-another-program'")
    other.close()
    writeFileSync(file, 'the first of another\n')
    const { err } = await change('one.db')
    assert.equal(err, '')
    assert.ok(existsSync(file))
  })

  it('is told, where it is a random one, though the file cannot be removed', async () => {
    await add('one.db', 'the first of one')
    mkdirSync(file)
    const { out, err } = await inDatabase('one.db', 'users set-password admin', '')
    assert.match(out, /Password, shown this once: [\w-]{24}\n$/)
    assert.match(err, /^The file with the first password could not be removed: .* Remove it: /)
    rmSync(file, { recursive: true })
  })
})
