// The first start, and several at once: real processes, as an operator sees them.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { makeDatabase, type TestDatabase } from '../support/databases.ts'
import { postLogin } from '../support/http.ts'
import { query } from '../support/postgres.ts'
import { type Environment, type RunningService, startProcess } from '../support/process.ts'

function passwordFileOf({ url }: TestDatabase): string {
  return url.engine === 'sqlite' ? join(dirname(url.file), 'initial-admin-password') : ''
}

const startAtOnce = (processes: number, environment: Environment) =>
  Promise.all(Array.from({ length: processes }, () => startProcess(environment)))

describe('the first start on an empty embedded database', { concurrency: 2 }, () => {
  it('puts the password into a file of its own, mode 0600, and never into log or database', async () => {
    await using database = await makeDatabase('sqlite')
    const file = passwordFileOf(database)
    const environment = { DATABASE_URL: database.variable, LOG_LEVEL: 'trace' }
    await using service = await startProcess(environment)
    const password = readFileSync(file, 'utf8').replace(/\n$/, '')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    for (const name of readdirSync(dirname(file)).filter((one) => one.startsWith('test.db'))) {
      const path = join(dirname(file), name)
      assert.equal(statSync(path).mode & 0o777, 0o600, name)
      assert.ok(!readFileSync(path).includes(password), name)
    }
    assert.match(password, /^[\w-]{24}$/)
    assert.equal((await postLogin(service.url, 'admin', password)).status, 200)
    assert.ok(!service.text().includes(password))
    assert.ok(service.log().some((line) => line.file === file))
    const made = (log: readonly Record<string, unknown>[]) =>
      log.filter(({ msg }) => msg === 'new embedded database made').length
    assert.equal(made(service.log()), 1)
    assert.deepEqual(
      readdirSync(dirname(file)).filter((name) => name.includes('password')),
      ['initial-admin-password'],
    )

    const changed = await runCommand(
      ['users', 'set-password', 'admin', '--password-stdin'],
      environment,
      {
        stdin: 'новый пароль\n',
      },
    )
    assert.equal(changed.code, 0, changed.err)
    assert.equal(existsSync(file), false)
    assert.equal((await postLogin(service.url, 'admin', password)).status, 401)
    assert.equal((await postLogin(service.url, 'admin', 'новый пароль')).status, 200)
    await service[Symbol.asyncDispose]()

    await using again = await startProcess(environment)
    assert.equal(made(again.log()), 0)
    assert.equal(existsSync(file), false)
    assert.equal((await postLogin(again.url, 'admin', 'новый пароль')).status, 200)
    await again[Symbol.asyncDispose]()
  })

  describe('with an identity database that is named but not used', () => {
    let database: TestDatabase
    let environment: Environment
    let service: RunningService

    before(async () => {
      database = await makeDatabase('sqlite')
      environment = {
        DATABASE_URL: database.variable,
        IDENTITY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        HOST: 'localhost',
        LOG_LEVEL: 'fatal',
      }
      service = await startProcess(environment)
    })
    after(async () => {
      await service[Symbol.asyncDispose]()
      await database.remove()
    })

    it('listens on one address alone when HOST is localhost', async () => {
      const { hostname, port } = new URL(service.url)
      assert.equal(hostname, '127.0.0.1')
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
      await assert.rejects(fetch(`http://[::1]:${port}/healthz`))
    })

    it('says where it listens and where the password is, whatever LOG_LEVEL hides', () => {
      assert.deepEqual(
        service.log().map(({ level, file, url }) => [level, file ?? url]),
        [
          [30, passwordFileOf(database)],
          [30, service.url],
        ],
      )
    })

    it('goes by the main database', async () => {
      const file = passwordFileOf(database)
      const password = readFileSync(file, 'utf8').trim()
      assert.equal((await postLogin(service.url, 'admin', password)).status, 200)
      const changed = await runCommand(['users', 'set-password', 'admin'], environment)
      assert.equal(changed.code, 0, changed.err)
      assert.equal(existsSync(file), false)
    })
  })

  it('makes one admin and one demonstration town, and migrates once, when several processes start at once', async () => {
    await using database = await makeDatabase('sqlite')
    const environment = { DATABASE_URL: database.variable, DEMO_DATA: 'on' }
    const services = await startAtOnce(3, environment)
    try {
      const password = readFileSync(passwordFileOf(database), 'utf8').trim()
      for (const { url } of services) {
        assert.equal((await postLogin(url, 'admin', password)).status, 200)
      }
      const loaded = services.flatMap((service) =>
        service.log().filter(({ msg }) => String(msg).startsWith('demonstration town loaded')),
      )
      assert.equal(loaded.length, 1)
      const listed = await runCommand(['users', 'list', '--json'], environment)
      assert.equal((JSON.parse(listed.out) as unknown[]).length, 1)
      const drafts = readdirSync(dirname(passwordFileOf(database)))
      assert.equal(drafts.filter((name) => name.includes('password')).length, 1)
    } finally {
      for (const service of services) await service[Symbol.asyncDispose]()
    }
  })
})

describe('the first start on an empty PostgreSQL', () => {
  it('migrates once when several processes start at once, and makes nobody', async () => {
    await using database = await makeDatabase('postgres')
    const services = await startAtOnce(2, { DATABASE_URL: database.variable })
    for (const service of services) {
      assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
      assert.ok(service.log().some(({ msg }) => String(msg).includes('users add')))
      await service[Symbol.asyncDispose]()
    }
    const applied = await query(database.variable, 'select name from schema_migrations')
    assert.equal(applied.length, new Set(applied.map(({ name }) => name)).size)
    assert.deepEqual(await query(database.variable, 'select 1 from users'), [])
  })
})
