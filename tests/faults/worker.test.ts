// Threads that die: those that verify passwords and those that hold the embedded database. What
// they had under way gets an error answer, and another thread takes their place.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { describe, it, type TestContext } from 'node:test'
import workerThreads, { type Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { SqliteThread } from '../../src/db/sqlite-thread.ts'
import { hashPassword } from '../../src/login/argon2.js'
import { createVerifyPool } from '../../src/login/verify-pool.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { CHEAP, startTestService, type TestServiceOptions } from '../support/service.ts'
import { watchVerifications } from '../support/verifications.ts'
import { pause, soon, until } from '../support/waiting.ts'

/** A hash that takes long enough for its thread to be killed meanwhile. */
const SLOW = { memoryKib: 131_072, passes: 10 }

/**
 * Of which several are made one after another, where being faster than the killing does no harm.
 */
const LONG = { memoryKib: 32_768, passes: 10 }

/** Notes the threads that start meanwhile. */
function watchThreads() {
  const threads: Worker[] = []
  const note = (message: unknown) => {
    const { worker } = message as { worker: Worker }
    // Only the threads of what is tested: others come and go with their work.
    if (worker.threadName === 'verify' || worker.threadName === 'sqlite') threads.push(worker)
  }
  subscribe('worker_threads', note)
  const end = () => {
    unsubscribe('worker_threads', note)
  }
  return { threads, [Symbol.dispose]: end }
}

/** Starts a service and tells which threads it started. */
async function startWithThreads(options: TestServiceOptions) {
  const watch = watchThreads()
  const settings = { LOGIN_PASSWORD_VERIFY_WORKERS: '2', ...options.settings }
  const service = await startTestService({ ...options, settings })
  return {
    service,
    threads: watch.threads,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      watch[Symbol.dispose]()
    },
  }
}

/** Past every pause before a lost thread is replaced. */
const MAX_PAUSE_S = 5

/** As an uncaught fault inside the thread: no task is null. */
const breakThread = (worker: Worker) => worker.postMessage(null)

/** As if the machine had no thread left to start. */
function refuseThreads({ mock }: TestContext) {
  mock.method(workerThreads, 'Worker', function refuse() {
    throw new Error('EAGAIN')
  })
  syncBuiltinESMExports()
  const end = () => {
    mock.restoreAll()
    syncBuiltinESMExports()
  }
  return { end, [Symbol.dispose]: end }
}

/** A pool, and the threads that it has started. */
function poolOfTwo() {
  using watch = watchThreads()
  const pool = createVerifyPool(2, createTestClock(), createTestLog().log)
  return { pool, threads: watch.threads }
}

describe('a verification thread that dies', () => {
  it('is replaced; its login gets an error answer and its slot is free', async () => {
    // What hashes are made at, too: a login that succeeded would renew them to cheap ones.
    const settings = {
      PASSWORD_ARGON2_MEMORY_KIB: String(LONG.memoryKib),
      PASSWORD_ARGON2_PASSES: String(LONG.passes),
    }
    await using started = await startWithThreads({ engine: 'postgres', settings })
    const { service, threads } = started
    await service.addUser('иван')
    const long = hashPassword('верный', LONG)
    await service.stores.identity.registry.setPasswordHash('иван', long)
    assert.equal(threads.length, 2)

    for (const end of [breakThread, (worker: Worker) => void worker.terminate()]) {
      const before = threads.length
      using verifications = watchVerifications()
      // A fault is met after the task, a termination in the middle of it: both idle and busy
      // threads are lost here.
      const login = service.signIn('иван', 'верный')
      await until(() => verifications.begun === 1, 'the verification is under way')
      assert.equal(await service.metric('login_verify_slots_in_use'), 1)
      for (const worker of threads.slice(-2)) end(worker)
      const { status } = await login
      assert.ok(status === 500 || status === 200, `answered ${status}`)
      await until(() => {
        service.clock.advance(MAX_PAUSE_S)
        return threads.length === before + 2
      }, 'both were replaced')
      // A login that still succeeded may be renewing its costly hash for a moment.
      await until(async () => {
        return (await service.metric('login_verify_slots_in_use')) === 0
      }, 'its slot is free')
    }
    await service.addUser('пётр')
    assert.equal((await service.signIn('пётр')).status, 200)
    assert.equal((await service.signIn('пётр', 'неверный')).status, 401)
    const told = service.logged.lines.filter(({ msg }) => String(msg).includes('thread lost'))
    assert.equal(told.length, 4)
  })

  it('answers 500 and nothing of the fault when it dies in the middle of a hash', async () => {
    await using started = await startWithThreads({ engine: 'sqlite' })
    const { service, threads } = started
    await service.addUser('иван')
    await service.stores.identity.registry.setPasswordHash('иван', hashPassword('верный', SLOW))
    using verifications = watchVerifications()
    const login = service.signIn('иван', 'верный')
    await until(() => verifications.begun === 1, 'the verification is under way')
    await Promise.all(threads.map((worker) => worker.terminate()))
    const answer = await login
    assert.equal(answer.status, 500)
    assert.deepEqual(answer.json(), { detail: 'внутренняя ошибка сервиса' })
    assert.equal(await service.metric('login_verify_slots_in_use'), 0)
    assert.equal(await service.metric('login_failure_counter_keys'), 0)
  })

  it('rejects its task alone: the tasks of other threads go on', async () => {
    const { pool, threads } = poolOfTwo()
    try {
      await Promise.all([pool.hash('a', CHEAP), pool.hash('b', CHEAP)])
      const results = Promise.allSettled([pool.hash('c', SLOW), pool.hash('d', SLOW)])
      await threads[0]?.terminate()
      const states = (await results).map(({ status }) => status).sort()
      assert.deepEqual(states, ['fulfilled', 'rejected'])
      await Promise.all(['e', 'f', 'g'].map((word) => pool.hash(word, CHEAP)))
    } finally {
      await pool.close()
    }
  })

  it('costs the pool no idle one: the next task is done before it is replaced', async () => {
    for (const which of [0, 1]) {
      const { pool, threads } = poolOfTwo()
      try {
        // Which thread takes a task is the pool's affair: with two under way each has one.
        const tasks = [pool.hash('a', SLOW), pool.hash('b', CHEAP)]
        const settled = Promise.allSettled(tasks)
        await tasks[1]
        await threads[which]?.terminate()
        await soon(pool.hash('c', CHEAP), 'the other thread hashes')
        await settled
      } finally {
        await pool.close()
      }
    }
  })
})

describe('a verification thread that dies while it is idle', () => {
  it('costs the pool no other: the next task is done before it is replaced', async () => {
    for (const which of [0, 1]) {
      const { pool, threads } = poolOfTwo()
      try {
        await threads[which]?.terminate()
        await soon(pool.hash('a', CHEAP), 'the other thread hashes')
      } finally {
        await pool.close()
      }
    }
  })
})

describe('a verification thread that dies again and again', () => {
  it('is replaced after pauses that double up to 5 s, and at once after it held for a second', async () => {
    const clock = createTestClock()
    using watch = watchThreads()
    const { threads } = watch
    const pool = createVerifyPool(1, clock, createTestLog().log)
    /** Ends the newest thread and waits until the pool knows. */
    const lose = async () => {
      const lost = threads.at(-1)
      const gone = new Promise((resolve) => lost?.once('exit', resolve))
      await lost?.terminate()
      await gone
    }
    try {
      for (let lost = 1; lost <= 10; lost += 1) {
        // Not quite a second: it has not held.
        clock.advance(0.9)
        await lose()
        assert.equal(threads.length, lost, 'not before the pause is over')
        clock.advance(clock.slept.at(-1) ?? 0)
        await until(() => threads.length === lost + 1, 'the thread is replaced')
      }
      assert.deepEqual(clock.slept, [0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5, 5])
      clock.advance(1)
      await lose()
      assert.equal(threads.length, 12)
      assert.equal(clock.slept.length, 10)
      await lose()
      assert.equal(clock.slept.at(-1), 0.02)
    } finally {
      await pool.close()
    }
  })
})

describe('a verification thread that cannot be replaced, for want of threads', () => {
  it('is tried again after pauses, ends no process, and does what waited for it', async (t) => {
    const clock = createTestClock()
    const { log, lines } = createTestLog()
    const begun = once(process, 'worker') as Promise<[Worker]>
    const pool = createVerifyPool(1, clock, log)
    const [thread] = await begun
    await pool.hash('a', CHEAP)
    using refusal = refuseThreads(t)
    // The first try comes at once after a steady thread, in the very step that tells of its loss.
    clock.advance(1)
    const gone = once(thread, 'exit')
    await thread.terminate()
    await gone
    const waiting = pool.hash('b', CHEAP)
    for (const pauseS of [0.02, 0.04, 0.08]) {
      await until(() => clock.slept.at(-1) === pauseS, 'it waits for the next try')
      clock.advance(pauseS)
    }
    await until(() => clock.slept.at(-1) === 0.16, 'it waits for the next try')
    const told = lines.filter(({ msg }) => String(msg).includes('could not be started'))
    assert.equal(told.length, 4)
    refusal.end()
    clock.advance(0.16)
    await soon(waiting, 'the new thread hashes')
    await pool.close()
  })
})

describe('a thread of the embedded database that cannot start', () => {
  it('puts the database out of reach for that statement, and does not end the process', async (t) => {
    const limitMs = 20
    const thread = new SqliteThread('unused', { poolSize: 1, statementLimitMs: limitMs })
    using _refusal = refuseThreads(t)
    await assert.rejects(thread.run('select 1', []), (error) => {
      assert.ok(error instanceof DatabaseUnavailable)
      assert.match(error.message, /EAGAIN/)
      return true
    })
    // Nothing is rejected later that nobody waits for: the runner would tell it.
    await pause(2 * limitMs)
  })
})

describe('a thread of the embedded database that dies', () => {
  for (const [how, end] of [
    ['by a fault', breakThread],
    ['at once', (worker: Worker) => void worker.terminate()],
  ] as const) {
    it(`is replaced when it ends ${how}: reads go on, writes work again`, async () => {
      await using started = await startWithThreads({ engine: 'sqlite' })
      const { service, threads } = started
      await service.addUser('шеф', { role: 'manager' })
      const cookie = await service.cookieOf('шеф')
      await service.get('/api/v1/me', cookie)
      const known = threads.filter(({ threadName }) => threadName === 'sqlite')
      for (const worker of known) {
        const gone = new Promise((resolve) => worker.once('exit', resolve))
        end(worker)
        await gone
        await until(async () => {
          return (await service.get('/api/v1/me', cookie)).status === 200
        }, 'a session is read')
        const renewed = await service.cookieOf('шеф')
        assert.equal((await service.get('/api/v1/me', renewed)).status, 200)
      }
      assert.ok(threads.length > known.length)
      assert.equal(await service.metric('login_verify_slots_in_use'), 0)
    })
  }

  it('fails what it had under way long before that would be too late, and is told', async () => {
    const faults: Error[] = []
    using watch = watchThreads()
    const thread = new SqliteThread('unused', {
      poolSize: 1,
      statementLimitMs: 3_600_000,
      onFault: (error) => faults.push(error),
    })
    // It is still starting when it is ended.
    const lost = assert.rejects(thread.run('select 1', []), DatabaseUnavailable)
    await watch.threads[0]?.terminate()
    await soon(lost, 'the statement has failed')
    assert.equal(faults.length, 1)
    await thread.close()
  })

  it('leaves nobody waiting: what it had under way is answered', async () => {
    await using started = await startWithThreads({ engine: 'sqlite' })
    const { service, threads } = started
    await service.addUser('иван')
    const [writer] = threads
    const logins = Promise.all([1, 2, 3].map(() => service.signIn('иван')))
    if (writer) breakThread(writer)
    const statuses = (await logins).map(({ status }) => status)
    assert.deepEqual(
      statuses.filter((status) => ![200, 429, 500, 503].includes(status)),
      [],
    )
    assert.equal((await service.signIn('иван')).status, 200)
  })
})
