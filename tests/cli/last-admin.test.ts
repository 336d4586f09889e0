import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'

describe('a command that leaves no admin', () => {
  it('says so where the last who can sign in goes, also beside one without a password', async () => {
    await using database = await makeDatabase('sqlite')
    const run = (line: string) =>
      runCommand(line.split(' '), { DATABASE_URL: database.variable }, { stdin: 'x' })
    await run('users add anna --role admin --password-stdin')
    await run('users add boris --role admin --password-stdin')
    await run('users add vera --role admin --no-password')
    assert.equal((await run('users set-state boris disabled')).err, '')
    const { code, err } = await run('users set-role anna employee')
    assert.deepEqual(
      [code, err],
      [0, 'No admin can sign in any more. Make one: users add NAME --role admin.\n'],
    )
    assert.equal((await run('users set-role anna admin')).err, '')
  })
})
