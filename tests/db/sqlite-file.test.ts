// The embedded database's file is shared with other programs: what they do beside the service must
// not take anything from it, and nobody else may read it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, promises, renameSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../src/db/open.ts'
import { damageOf } from '../../src/db/sqlite-file.ts'
import { makeDatabase } from '../support/databases.ts'

/** Another program that wants the file for itself alone, and tidies it up when it leaves. */
function visitAlone(file: string): void {
  const script = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(process.argv[1], { timeout: 50 })
    database.exec('pragma locking_mode = exclusive; select * from notes')
    database.close()`
  execFileSync(process.execPath, ['--eval', script, file], { stdio: 'pipe' })
}

const UNPRIVILEGED_ID = 65_534

/**
 * Root may write any file: its files become another user's, and so does the process for a while.
 */
async function withoutRights(file: string, work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work()
  for (const path of [dirname(file), file]) chownSync(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  process.seteuid?.(UNPRIVILEGED_ID)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}

describe('the file of an embedded database', () => {
  it('is locked by no other process while we have it open, even after a second connection closed', async () => {
    await using files = await makeDatabase('sqlite')
    assert.ok(files.url.engine === 'sqlite')
    const { file } = files.url
    const database = await openDatabase(files.url, { poolSize: 1 })
    await sql`create table notes (text text)`.execute(database.query)
    // As the threads do that fit a model or build an index.
    await (await openDatabase(files.url, { poolSize: 1 })).close()
    const log = statSync(`${file}-wal`).ino
    assert.throws(() => visitAlone(file), /database is locked/)
    await sql`insert into notes values ('kept')`.execute(database.query)
    assert.equal(statSync(`${file}-wal`).ino, log)
    await database.close()
    await using after = await openDatabase(files.url, { poolSize: 1 })
    const { rows } = await sql`select text from notes`.execute(after.query)
    assert.deepEqual(rows, [{ text: 'kept' }])
  })

  it('has a write-ahead log, of which each write is on the disk before it counts', async () => {
    await using files = await makeDatabase('sqlite')
    await using database = await openDatabase(files.url, { poolSize: 1 })
    const FULL = 2
    for (const [pragma, value] of [
      ['journal_mode', 'wal'],
      ['synchronous', FULL],
    ] as const) {
      // Not a select for Kysely, so it is asked of the connection that writes.
      const { rows } = await sql`pragma ${sql.raw(pragma)}`.execute(database.query)
      assert.deepEqual(rows, [{ [pragma]: value }])
    }
  })

  it('gives back the space of a write-ahead log that grew under a long reader', async () => {
    await using files = await makeDatabase('sqlite')
    assert.ok(files.url.engine === 'sqlite')
    await using database = await openDatabase(files.url, { poolSize: 1 })
    await sql`create table notes (text blob)`.execute(database.query)
    const { file } = files.url
    const sizeOfLog = () => statSync(`${file}-wal`).size
    const reader = new DatabaseSync(file)
    reader.exec('begin; select count(*) from notes')
    await sql`insert into notes values (zeroblob(17000000))`.execute(database.query)
    reader.close()
    assert.ok(sizeOfLog() > 2 ** 24)
    // The first write takes the log into the file, the second begins it anew.
    for (const note of ['a', 'b']) {
      await sql`insert into notes values (${note})`.execute(database.query)
    }
    assert.ok(sizeOfLog() <= 2 ** 24)
  })

  it('is not damaged by values that the declaration of a table would not take', async () => {
    await using files = await makeDatabase('sqlite')
    assert.ok(files.url.engine === 'sqlite')
    const { file } = files.url
    const database = new DatabaseSync(file, { defensive: false })
    for (const [stored, declared] of [
      ['null', 'text not null'],
      ['7', 'text'],
    ]) {
      database.exec(`
        drop table if exists notes;
        create table notes (text);
        insert into notes values (${stored});
        pragma writable_schema = on;
        update sqlite_master set sql = 'create table notes (text ${declared})';
        pragma writable_schema = reset`)
      assert.notEqual(database.prepare('pragma quick_check').get()?.quick_check, 'ok')
      assert.equal(damageOf(file), undefined)
    }
    database.close()
  })

  for (const [which, suffix] of [
    ['it', ''],
    ['its write-ahead log', '-wal'],
  ] as const) {
    it(`is missed once ${which} was moved, and is there again when that is back`, async (t) => {
      const files = await makeDatabase('sqlite')
      assert.ok(files.url.engine === 'sqlite')
      const moved = `${files.url.file}${suffix}`
      const database = await openDatabase(files.url, { poolSize: 1 })
      t.after(async () => {
        await database.close()
        await files.remove()
      })
      await database.ping()
      renameSync(moved, `${moved}.away`)
      await assert.rejects(database.ping(), { message: `${moved} was moved or deleted` })
      writeFileSync(moved, '')
      await assert.rejects(database.ping(), { message: `${moved} was moved or deleted` })
      renameSync(`${moved}.away`, moved)
      await database.ping()
    })
  }

  it('takes writes, as it says, unless the service could only read it when it opened it', async () => {
    await using files = await makeDatabase('sqlite')
    assert.ok(files.url.engine === 'sqlite')
    const { file } = files.url
    const before = await openDatabase(files.url, { poolSize: 1 })
    await sql`create table notes (text text)`.execute(before.query)
    await before.close()
    await withoutRights(file, async () => {
      for (const [mode, takesWrites] of [
        [0o600, true],
        [0o400, false],
      ] as const) {
        chmodSync(file, mode)
        const database = await openDatabase(files.url, { poolSize: 1 })
        try {
          // What was opened stays as it was.
          for (const later of [mode, 0o400, 0o600]) {
            chmodSync(file, later)
            const written = sql`insert into notes values ('kept')`.execute(database.query)
            await (takesWrites ? written : assert.rejects(written, /readonly/))
            assert.deepEqual(await database.ping(), { takesWrites })
          }
        } finally {
          await database.close()
        }
      }
    })
  })

  it('takes none, as it says, while its disk is read-only', async (t) => {
    await using files = await makeDatabase('sqlite')
    await using database = await openDatabase(files.url, { poolSize: 1 })
    t.mock.method(promises, 'access', async () => {
      throw Object.assign(new Error('read-only file system'), { code: 'EROFS' })
    })
    syncBuiltinESMExports()
    assert.deepEqual(await database.ping(), { takesWrites: false })
    t.mock.restoreAll()
    syncBuiltinESMExports()
    assert.deepEqual(await database.ping(), { takesWrites: true })
  })

  it('is taken to take writes where another program has it locked when it is opened', async () => {
    await using files = await makeDatabase('sqlite')
    assert.ok(files.url.engine === 'sqlite')
    await (await openDatabase(files.url, { poolSize: 1 })).close()
    const other = new DatabaseSync(files.url.file)
    other.exec('create table notes (text text); begin immediate')
    await using database = await openDatabase<{ notes: { text: string } }>(files.url, {
      poolSize: 1,
    })
    other.close()
    assert.deepEqual(await database.ping(), { takesWrites: true })
    // The trial of a write has not left the connection at what was there when it was opened.
    const readNotes = database.prepare<object, { text: string }>((query) =>
      query.selectFrom('notes').selectAll(),
    )
    await database.query.insertInto('notes').values({ text: 'kept' }).execute()
    assert.deepEqual(await readNotes({}), [{ text: 'kept' }])
  })

  it('is its owner’s alone', async () => {
    await using files = await makeDatabase('sqlite')
    assert.ok(files.url.engine === 'sqlite')
    const database = await openDatabase(files.url, { poolSize: 1 })
    assert.equal(statSync(files.url.file).mode & 0o777, 0o600)
    await database.close()
  })
})
