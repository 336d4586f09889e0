import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { openSqlite } from '../../src/db/sqlite.ts'
import { until } from '../support/waiting.ts'

interface Tables {
  child: { parent: number }
  numbers: { value: number }
}

/** Far longer than the limit, whatever the machine. */
const SLOW = sql`insert into numbers with recursive r(i) as
  (select 1 union all select i + 1 from r where i < 6000000) select max(i) from r`

async function openTried(statementLimitMs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tradein-transactions-'))
  const file = join(folder, 'tried.db')
  const database = await openSqlite<Tables>(file, { poolSize: 1, statementLimitMs })
  await database.changeSchema(async (change) => {
    await change.script(
      `create table numbers (value integer);
       create table parents (id integer primary key);
       create table child (parent integer references parents deferrable initially deferred)`,
    )
  })
  const other = new DatabaseSync(file)
  return {
    query: database.query,
    changeSchema: database.changeSchema,
    write: database.prepare<{ value: number }, unknown>((query, argument) =>
      query.insertInto('numbers').values({ value: argument('value') }),
    ),
    /** What another process sees. */
    committed: () =>
      other
        .prepare('select value from numbers')
        .all()
        .map(({ value }) => value),
    async [Symbol.asyncDispose]() {
      other.close()
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

describe('a transaction of the embedded database', () => {
  it('does not outlive the caller who was told that it took too long', async () => {
    await using tried = await openTried(150)
    await assert.rejects(
      tried.query.transaction().execute((transaction) => SLOW.execute(transaction)),
      DatabaseUnavailable,
    )
    const inTime = (work: () => Promise<unknown>) =>
      until(async () => {
        try {
          await work()
          return true
        } catch (error) {
          assert.ok(error instanceof DatabaseUnavailable)
          return false
        }
      }, 'the thread has done with it')
    await inTime(() => tried.write({ value: 7 }))
    assert.deepEqual(new Set(tried.committed()), new Set([7]))
    await inTime(() =>
      tried.query.transaction().execute(async (transaction) => {
        await transaction.insertInto('numbers').values({ value: 8 }).execute()
      }),
    )
    assert.ok(tried.committed().includes(8))
  })

  it('keeps neither its caller nor those behind it waiting for its rollback', async (t) => {
    const LIMIT_MS = 4_000
    await using tried = await openTried(LIMIT_MS)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const send = Worker.prototype.postMessage
    let isSilent = false
    const unsent: string[] = []
    t.mock.method(
      Worker.prototype,
      'postMessage',
      function postMessage(this: Worker, task: { readonly sql?: string }) {
        if (!isSilent) return send.call(this, task)
        unsent.push(task.sql ?? '')
      },
    )
    const told: string[] = []
    const note = (who: string) => (error: unknown) => {
      assert.ok(error instanceof DatabaseUnavailable)
      told.push(who)
    }
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const itself = tried.query
      .transaction()
      .execute(async (transaction) => {
        begun.resolve()
        await goOn.promise
        await transaction.insertInto('numbers').values({ value: 1 }).execute()
      })
      .catch(note('its caller'))
    await begun.promise
    isSilent = true
    goOn.resolve()
    const behind = tried.write({ value: 2 }).catch(note('who waits'))
    await until(() => unsent.length === 1, 'its statement is under way')
    const tick = async (ms: number) => {
      t.mock.timers.tick(ms)
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
    }
    try {
      await tick(LIMIT_MS - 1)
      assert.deepEqual(told, ['who waits'])
      await tick(1)
      assert.deepEqual(told, ['who waits', 'its caller'])
      assert.equal(unsent.at(-1), 'rollback')
    } finally {
      isSilent = false
      await tick(LIMIT_MS)
      t.mock.timers.reset()
      await Promise.all([itself, behind])
    }
  })

  it('never begins for a caller who was told that there was no turn', async (t) => {
    const LIMIT_MS = 4_000
    await using tried = await openTried(LIMIT_MS)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const first = tried.query.transaction().execute(async () => {
      begun.resolve()
      await goOn.promise
    })
    await begun.promise
    const second = tried.query
      .transaction()
      .execute((transaction) => transaction.insertInto('numbers').values({ value: 2 }).execute())
    await new Promise(setImmediate)
    // Timers are ahead of the clock here, as they may be by a millisecond.
    t.mock.timers.tick(LIMIT_MS - 1)
    await assert.rejects(second, DatabaseUnavailable)
    t.mock.timers.reset()
    goOn.resolve()
    await first
    await tried.write({ value: 3 })
    assert.deepEqual(tried.committed(), [3])
  })

  it('whose thread is lost in its midst leaves nothing behind, and takes nothing of the next', async (t) => {
    await using tried = await openTried(5_000)
    let writer: Worker | undefined
    const send = Worker.prototype.postMessage
    t.mock.method(
      Worker.prototype,
      'postMessage',
      function postMessage(this: Worker, task: { readonly sql?: string }) {
        if (task.sql === 'begin immediate') writer = this
        return send.call(this, task)
      },
    )
    for (const goesOn of [true, false]) {
      await assert.rejects(
        tried.query.transaction().execute(async (transaction) => {
          await transaction.insertInto('numbers').values({ value: 1 }).execute()
          await writer?.terminate()
          if (goesOn) await transaction.insertInto('numbers').values({ value: 2 }).execute()
        }),
        DatabaseUnavailable,
      )
      assert.deepEqual(tried.committed(), [])
    }
    await assert.rejects(
      tried.changeSchema(async (change) => {
        await change.script('insert into numbers values (1)')
        await writer?.terminate()
        await change.script('insert into numbers values (2)')
      }),
      DatabaseUnavailable,
    )
    assert.deepEqual(tried.committed(), [])
    await tried.write({ value: 3 })
    assert.deepEqual(tried.committed(), [3])
  })

  it('that cannot be committed leaves nothing behind, and takes nothing of the next', async () => {
    await using tried = await openTried(4_000)
    const failing = tried.query.transaction().execute(async (transaction) => {
      await transaction.insertInto('child').values({ parent: 99 }).execute()
    })
    const next = tried.query.transaction().execute(async (transaction) => {
      await transaction.insertInto('numbers').values({ value: 1 }).execute()
      await transaction.insertInto('numbers').values({ value: 2 }).execute()
    })
    await assert.rejects(failing, /FOREIGN KEY/)
    await next
    assert.deepEqual(tried.committed(), [1, 2])
  })
})
