// How the service opens its connections to PostgreSQL, straight or through a pooler.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { isAccessRefused } from '../../src/db/operator-moves.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { POSTGRES_TYPES } from '../../src/db/postgres-types.ts'
import { makeDatabase, testServerUrl } from '../support/databases.ts'
import { query } from '../support/postgres.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/waiting.ts'

/** What PgBouncer lets a client say at its start; it closes the connection on anything else. */
const POOLER_TAKES = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
])

/** The code of PostgreSQL's message SSLRequest. */
const SSL_REQUEST = 80_877_103

/** PostgreSQL's message "R": what the server wants of a client before it lets it in. */
function authentication(code: number, text: string): Buffer {
  const message = Buffer.alloc(9 + Buffer.byteLength(text))
  message.write('R')
  message.writeInt32BE(message.length - 1, 1)
  message.writeInt32BE(code, 5)
  message.write(text, 9)
  return message
}

const SASL = 10
const SASL_CONTINUE = 11

/**
 * `Int32 length, Int32 protocol, (name \0 value \0)*, \0`: PostgreSQL's manual, "Message Formats".
 */
function namesOf(startMessage: Buffer): string[] {
  const texts = startMessage.subarray(8).toString('utf8').split('\0')
  return texts.filter((text, index) => index % 2 === 0 && text !== '')
}

describe('a connection to PostgreSQL', () => {
  it('is told once when it is lost while idle', async () => {
    const { variable, remove } = await makeDatabase('postgres')
    await using proxy = await startTcpProxy(variable)
    const faults: Error[] = []
    const database = openPostgres(proxy.variable, {
      poolSize: 1,
      onFault: (error) => faults.push(error),
    })
    await database.ping()
    await proxy.cut()
    await until(() => faults.length > 0, 'the loss is told')
    await database.ping()
    assert.equal(faults.length, 1)
    await database.close()
    await remove()
  })

  it('takes writes again as soon as its database does, although it was opened before', async () => {
    const { variable, remove } = await makeDatabase('postgres')
    const setDefault = (change: string) =>
      query(testServerUrl(), `alter database ${new URL(variable).pathname.slice(1)} ${change}`)
    await setDefault('set default_transaction_read_only = on')
    const database = openPostgres(variable, { poolSize: 1 })
    assert.deepEqual(await database.ping(), { takesWrites: false })
    await setDefault('reset default_transaction_read_only')
    assert.deepEqual(await database.ping(), { takesWrites: true })
    await database.close()
    await remove()
  })

  it('is cut off by the close of its database, whose answers nobody waits for any more', async () => {
    const { variable, remove } = await makeDatabase('postgres')
    const database = openPostgres(variable, { poolSize: 1 })
    await database.ping()
    const cutOff = assert.rejects(
      sql`select pg_sleep(4)`.execute(database.query),
      DatabaseUnavailable,
    )
    await nextTurn()
    await database.close()
    await cutOff
    await remove()
  })

  it('says nothing at its start that PgBouncer would refuse', async () => {
    const started = Promise.withResolvers<Buffer>()
    const server = createServer((socket) => {
      socket.once('data', (message) => {
        started.resolve(message as Buffer)
        socket.destroy()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const database = openPostgres(`postgres://somebody@127.0.0.1:${port}/some`, { poolSize: 1 })
    await assert.rejects(database.ping())
    const names = namesOf(await started.promise)
    assert.ok(names.includes('user'))
    assert.deepEqual(
      names.filter((name) => !POOLER_TAKES.has(name)),
      [],
    )
    await database.close()
    server.close()
  })

  it('leaves nothing open where a password is asked for and not set', async (t) => {
    const arrived = Promise.withResolvers<Socket>()
    const server = createServer((socket) => {
      arrived.resolve(socket)
      socket.once('data', () => {
        socket.write(authentication(SASL, 'SCRAM-SHA-256\0\0'))
        socket.once('data', () => {
          socket.write(authentication(SASL_CONTINUE, 'r=nonce,s=c2FsdA==,i=4096'))
          socket.resume()
        })
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const database = openPostgres(`postgres://somebody@127.0.0.1:${port}/some`, { poolSize: 1 })
    t.after(async () => {
      server.close()
      ;(await arrived.promise).destroy()
      await database.close()
    })
    await assert.rejects(
      database.ping(),
      (error) => error instanceof DatabaseUnavailable && isAccessRefused(error),
    )
    const socket = await arrived.promise
    if (!socket.closed) await once(socket, 'close', { signal: AbortSignal.timeout(5_000) })
  })

  it('asks for TLS by every mode that says so, and warns of none', async (t) => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on('warning', onWarning)
    t.after(() => process.off('warning', onWarning))
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']) {
      const started = Promise.withResolvers<Buffer>()
      const server = createServer((socket) => {
        socket.once('data', (message) => {
          started.resolve(message as Buffer)
          socket.end('N')
        })
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const database = openPostgres(`postgres://u@127.0.0.1:${port}/some?sslmode=${mode}`, {
        poolSize: 1,
      })
      await assert.rejects(database.ping(), /does not support SSL/)
      assert.equal((await started.promise).readInt32BE(4), SSL_REQUEST, mode)
      await database.close()
      server.close()
    }
    // Of other things the process may be warned meanwhile.
    assert.deepEqual(
      warnings.filter(({ message }) => /ssl/i.test(message)),
      [],
    )
  })

  it('reads another program’s times without a zone as UTC, wherever the process is', () => {
    const read = POSTGRES_TYPES.getTypeParser(pg.types.builtins.TIMESTAMP, 'text')
    const { TZ } = process.env
    // Nothing else runs until it is put back.
    process.env.TZ = 'Asia/Yekaterinburg'
    const times = ['2024-05-20 07:00:00.5', 'infinity', '-infinity'].map((text) => read(text))
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
    assert.deepEqual(times, ['2024-05-20T07:00:00.500Z', 'infinity', '-infinity'])
  })

  it('reads times in UTC and figures whole, ends long statements and keeps idle connections, whatever the database was set to', async () => {
    await using made = await makeDatabase('postgres')
    const name = new URL(made.variable).pathname.slice(1)
    await query(made.variable, `alter database ${name} set timezone to 'Asia/Kolkata'`)
    await query(made.variable, `alter database ${name} set datestyle to 'German'`)
    await query(made.variable, `alter database ${name} set statement_timeout to 0`)
    await query(made.variable, `alter database ${name} set extra_float_digits to -12`)
    await query(made.variable, `alter database ${name} set idle_session_timeout to 1000`)
    const database = openPostgres(made.variable, { poolSize: 3 })
    const ask = () =>
      sql<Record<string, unknown>>`
        select current_setting('TimeZone') as zone, 18934.15::float8 as figure,
          current_setting('statement_timeout') as most,
          current_setting('idle_session_timeout') as idle,
          timestamptz '2024-05-20 10:00:00.5+03' as time,
          pg_sleep(0.05)`.execute(database.query)
    // Three at once, so that each has a connection of its own.
    for (const { rows } of await Promise.all([ask(), ask(), ask()])) {
      const { zone, most, idle, time, figure } = rows[0] ?? {}
      assert.deepEqual([zone, most, idle, time], ['UTC', '4400ms', '0', '2024-05-20T07:00:00.500Z'])
      assert.equal(figure, 18934.15)
    }
    await database.close()
  })

  it('lets one transaction wait for another and reads a backslash as itself, whatever the database was set to', async () => {
    await using made = await makeDatabase('postgres')
    const name = new URL(made.variable).pathname.slice(1)
    await query(made.variable, 'create table counts (id int primary key, count int)')
    await query(made.variable, 'insert into counts values (1, 0)')
    await query(
      made.variable,
      `alter database ${name} set default_transaction_isolation to 'serializable'`,
    )
    await query(made.variable, `alter database ${name} set standard_conforming_strings to off`)
    const database = openPostgres(made.variable, { poolSize: 3 })
    const raise = () =>
      database.query.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction)
        await sql`update counts set count = count + 1 where id = 1`.execute(transaction)
        await sql`select pg_sleep(0.05)`.execute(transaction)
      })
    await Promise.all([raise(), raise(), raise()])
    const { rows } = await sql`
      select count, '\\n' as text from counts`.execute(database.query)
    assert.deepEqual(rows, [{ count: 3, text: '\\n' }])
    await database.close()
  })
})
