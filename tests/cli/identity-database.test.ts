// The command line with the users in a database of their own: what it makes there, and what it does
// while one of the two databases is away.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import { postLogin } from '../support/http.ts'
import { startProcess } from '../support/process.ts'

describe('the separate identity store', () => {
  it('has its three states by the command line, which writes no event', async () => {
    await using main = await makeDatabase('sqlite')
    await using identity = await makeDatabase('sqlite')
    const environment = {
      DATABASE_URL: main.variable,
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: identity.variable,
    }
    const run = async (line: string, stdin = '') =>
      runCommand(line.split(' '), environment, { stdin })
    assert.match((await run('migrate')).out, /main\/.*identity\//)
    assert.equal((await run('users add anna --role employee --password-stdin', 'x')).code, 0)
    assert.equal((await run('users set-state anna trial_expired')).code, 0)
    assert.equal((await run('users add анна --role employee --no-password')).code, 1)
    assert.equal((await run('events --json')).out.trim(), '[]')
    await using service = await startProcess(environment)
    assert.equal((await postLogin(service.url, 'anna', 'x')).status, 403)
    await service[Symbol.asyncDispose]()
  })
})

describe('the identity database away', () => {
  it('keeps nobody from what stands in the main one', async () => {
    await using database = await makeDatabase('sqlite')
    const environment = {
      DATABASE_URL: database.variable,
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      DATABASE_WAIT_S: '1',
    }
    const events = await runCommand(['events', '--json'], environment)
    assert.deepEqual([events.code, events.out.trim()], [0, '[]'], events.err)
    const users = await runCommand(['users', 'list'], environment)
    assert.equal(users.code, 1)
    assert.match(
      users.err,
      /^The identity database does not answer; waiting for it up to 1 s\.\nThe identity database did not/,
    )
  })
})

describe('the main database away', () => {
  it('keeps nobody from the users and sessions in the identity database', async () => {
    await using database = await makeDatabase('sqlite')
    const environment = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: database.variable,
      DATABASE_WAIT_S: '1',
    }
    for (const line of [
      'users add anna --role admin --no-password',
      'users add ivan --role employee --no-password',
      'users list',
      'users set-password anna --password-stdin',
      'users set-state anna disabled',
      'users set-role anna manager',
      'users set-manager ivan anna',
      'sessions list',
      'sessions revoke --user anna',
    ]) {
      const { code, err } = await runCommand(line.split(' '), environment, { stdin: 'x' })
      assert.equal(code, 0, err)
    }
  })
})
