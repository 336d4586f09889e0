// The first admin and the file with its password, over a registry that notes what it is asked.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import {
  forgetInitialPassword,
  makeFirstAdmin,
  randomPassword,
} from '../../src/identity/first-admin.ts'
import type { Registry } from '../../src/identity/registry.ts'
import type { DatabaseUrl } from '../../src/settings.ts'
import { createTestLog } from '../support/log.ts'

const POSTGRES: DatabaseUrl = { engine: 'postgres', url: 'postgres://db/x' }

describe('the first admin', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tradein-first-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const databaseIn = (): DatabaseUrl => ({ engine: 'sqlite', file: join(folder, 'test.db') })
  const passwordFile = () => join(folder, 'initial-admin-password')

  /** Makes it, where there is no terminal unless it is told; `add` stands for the registry's. */
  async function make(
    add: Registry['add'],
    isEmpty = true,
    database = databaseIn(),
    print?: (line: string) => void,
  ) {
    const { log, text } = createTestLog()
    const hashed: string[] = []
    await makeFirstAdmin({
      registry: { isEmpty: async () => isEmpty, add },
      database,
      hash: async (password) => {
        hashed.push(password)
        return `hash of ${password}`
      },
      log,
      print,
      now: '2026-01-15T09:30:00.000Z',
    })
    return { hashed, text: text() }
  }

  it('has its password on the disk before it exists, in a file that gets its name after', async () => {
    let before: readonly string[] = []
    let written = ''
    let asked: unknown
    const { hashed, text } = await make(async (user) => {
      asked = user
      before = readdirSync(folder)
      const [draft = ''] = before
      assert.equal(statSync(join(folder, draft)).mode & 0o777, 0o600)
      written = readFileSync(join(folder, draft), 'utf8')
      return true
    })
    assert.equal(written, `${hashed[0]}\n`)
    assert.deepEqual(asked, {
      username: 'admin',
      passwordHash: `hash of ${hashed[0]}`,
      role: 'admin',
      managerId: null,
      createdAt: '2026-01-15T09:30:00.000Z',
    })
    assert.match(before.join(), /^initial-admin-password\.[0-9a-f]{12}$/)
    assert.deepEqual(readdirSync(folder), ['initial-admin-password'])
    assert.equal(readFileSync(passwordFile(), 'utf8'), `${hashed[0]}\n`)
    assert.match(text, /user \\"admin\\" was made/)
  })

  it('has its password printed once on a terminal, and in no file', async () => {
    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    const { hashed, text } = await make(async () => true, true, databaseIn(), print)
    const said = `User "admin" was made. Its password, shown this once: ${hashed[0]}\n`
    assert.deepEqual([printed, text], [[said], ''])
    // Another process was faster: its password counts, and this one's is nobody's.
    await make(async () => false, true, databaseIn(), print)
    assert.deepEqual([printed.length, readdirSync(folder)], [1, []])
  })

  it('leaves nothing of a password where another process was faster', async () => {
    writeFileSync(passwordFile(), 'of the other process\n')
    const { text } = await make(async () => false)
    assert.deepEqual(readdirSync(folder), ['initial-admin-password'])
    assert.equal(readFileSync(passwordFile(), 'utf8'), 'of the other process\n')
    assert.doesNotMatch(text, /was made/)
  })

  it('leaves nothing where the table users takes no user of ours, and says so', async () => {
    const { text } = await make(async () => {
      throw Object.assign(new Error('NOT NULL constraint failed: users.email'), {
        code: 'ERR_SQLITE_ERROR',
        errcode: 1299,
      })
    })
    assert.match(text, /"level":40[^\n]*the table users takes none of ours/)
    assert.deepEqual(readdirSync(folder), [])
  })

  it('keeps the password where nobody knows whether the user was made', async () => {
    const lost = make(async () => {
      throw new Error('connection lost')
    })
    await assert.rejects(lost, /connection lost/)
    assert.match(readdirSync(folder).join(), /^initial-admin-password\.[0-9a-f]{12}$/)
  })

  it('leaves nothing where the database certainly wrote nothing: each failed start would leave one', async () => {
    for (const errcode of [5, 517, 8, 1544]) {
      const refused = make(async () => {
        const cause = Object.assign(new Error('refused'), { errcode })
        throw new DatabaseUnavailable('refused', { cause })
      })
      await assert.rejects(refused, /refused/)
      assert.deepEqual(readdirSync(folder), [], String(errcode))
    }
    // The log may hold the row already when its disk fails.
    const failed = make(async () => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    })
    await assert.rejects(failed, /I\/O/)
    assert.equal(readdirSync(folder).length, 1)
  })

  it('is not made where there are users, nor in a database for several machines', async () => {
    const never: Registry['add'] = async () => assert.fail('a user is made')
    assert.deepEqual(await make(never, false), { hashed: [], text: '' })
    const { hashed, text } = await make(never, true, POSTGRES)
    assert.deepEqual(hashed, [])
    assert.match(text, /"level":40[^\n]*tradein users add NAME --role admin/)
    assert.deepEqual(readdirSync(folder), [])
  })

  it('keeps the first password of another database in the folder, and says where', async () => {
    writeFileSync(passwordFile(), 'of another database\n')
    const { hashed, text } = await make(async () => true)
    assert.equal(readFileSync(passwordFile(), 'utf8'), `${hashed[0]}\n`)
    const kept = readdirSync(folder).find((name) => name !== 'initial-admin-password') ?? ''
    assert.equal(readFileSync(join(folder, kept), 'utf8'), 'of another database\n')
    assert.ok(text.includes(`"file":"${join(folder, kept)}"`))
    assert.doesNotMatch(text, /of another database/)
  })

  it('loses the file of its first password when that is changed, and of no other password', async () => {
    writeFileSync(passwordFile(), 'secret\n')
    const was = (password: string) => (asked: string) => asked === password
    await forgetInitialPassword(databaseIn(), 'anna', was('secret'))
    await forgetInitialPassword(POSTGRES, 'admin', was('secret'))
    await forgetInitialPassword(databaseIn(), 'admin', was('of another database'))
    assert.deepEqual(readdirSync(folder), ['initial-admin-password'])
    writeFileSync(`${passwordFile()}.0123456789ab`, 'secret\n')
    writeFileSync(`${passwordFile()}.ba9876543210`, 'of another database\n')
    writeFileSync(`${passwordFile()}s of mine`, 'secret\n')
    await forgetInitialPassword(databaseIn(), 'admin', was('secret'))
    assert.deepEqual(readdirSync(folder), [
      'initial-admin-password.ba9876543210',
      'initial-admin-passwords of mine',
    ])
    await forgetInitialPassword(databaseIn(), 'admin', was('secret'))
  })
})

describe('a random password', () => {
  it('is 18 random bytes that a person can type, never the same twice', () => {
    const passwords = Array.from({ length: 100 }, randomPassword)
    for (const password of passwords) assert.match(password, /^[\w-]{24}$/)
    assert.equal(new Set(passwords).size, passwords.length)
  })
})
