// Which names `users add` takes: those that a login can send and the registry can hold.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { makeDatabase, type TestDatabase } from '../support/databases.ts'

const EMOJI = '\u{1F3E0}'

describe('the name of a user that is added', () => {
  const databases: TestDatabase[] = []
  before(async () => {
    databases.push(await makeDatabase('sqlite'), await makeDatabase('sqlite'))
  })
  after(async () => {
    for (const database of databases) await database.remove()
  })
  const add = (name: string, more: Readonly<Record<string, string>> = {}) =>
    runCommand(['users', 'add', name, '--role', 'employee', '--no-password'], {
      DATABASE_URL: databases[0]?.variable ?? '',
      ...more,
    })

  it('has 64 characters at most, however many UTF-16 units those are', async () => {
    assert.equal((await add(EMOJI.repeat(64))).code, 0)
    const { code, err } = await add(EMOJI.repeat(65))
    assert.deepEqual([code, err], [1, 'The name is longer than 64 characters.\n'])
  })

  it('is not empty, though a login may send the empty name', async () => {
    const { code, err } = await add('')
    assert.deepEqual([code, err], [1, 'The name is empty.\n'])
  })

  it('is ASCII in an identity database, whose table is not asked first', async () => {
    const { code, err } = await add('Жанна', {
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: databases[1]?.variable ?? '',
    })
    assert.deepEqual([code, err], [1, 'The registry "auth" takes ASCII names only.\n'])
  })

  it('is listed as it is, without what would steer a terminal', async () => {
    const name = 'anna\u009b2J\u202e'
    assert.equal((await add(name)).code, 0)
    const list = (...options: readonly string[]) =>
      runCommand(['users', 'list', ...options], { DATABASE_URL: databases[0]?.variable ?? '' })
    const outputs = [await list(), await list('--json')].map(({ out }) => out)
    for (const out of outputs) assert.doesNotMatch(out, /[\u009b\u202e]/)
    const users = JSON.parse(outputs[1] ?? '') as { username: string }[]
    assert.ok(users.some(({ username }) => username === name))
  })

  it('is told of without it too, done or refused', async () => {
    const name = 'boris\u001b[2J\nUser "root" was added.'
    const { out } = await add(name)
    assert.equal(out, 'User "boris?[2J?User "root" was added." was added.\n')
    const { err } = await add(name)
    assert.equal(err, 'There is a user "boris?[2J?User "root" was added." already.\n')
  })
})
