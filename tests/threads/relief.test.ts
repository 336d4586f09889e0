import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Relieved, withRelief } from '../../src/threads/relief.ts'
import { TaskRefused } from '../../src/threads/task-refused.ts'
import { createTestClock, type TestClock } from '../support/clock.ts'

interface Asked {
  readonly task: string
  readonly end: AbortSignal | undefined
  done(result: string): void
  fail(error: Error): void
}

/** One whose tasks the test ends; like a pool of threads it refuses those that are ended. */
class Party {
  readonly asked: Asked[] = []

  do(task: string, end: AbortSignal | undefined): Promise<string> {
    const work = Promise.withResolvers<string>()
    this.asked.push({ task, end, done: work.resolve, fail: work.reject })
    end?.addEventListener('abort', () => work.reject(new TaskRefused('the caller left')))
    return work.promise
  }

  get tasks(): readonly string[] {
    return this.asked.map(({ task }) => task)
  }

  at(index: number): Asked {
    const asked = this.asked[index]
    assert.ok(asked, `it has not been given a task ${index}`)
    return asked
  }
}

describe('relief', () => {
  let clock: TestClock
  let first: Party
  let second: Party
  let stuck: number
  let relieved: Relieved<Party>
  beforeEach(() => {
    clock = createTestClock()
    first = new Party()
    second = new Party()
    stuck = 0
    relieved = withRelief({
      first,
      second,
      clock,
      onStuck: () => {
        stuck += 1
      },
    })
  })

  const plan = (task: string, gone?: AbortSignal) =>
    relieved((party, end) => party.do(task, end), gone)
  const pass = async (seconds: number) => {
    clock.advance(seconds)
    await turn()
  }

  it('leaves all to the first while it ends one task in three seconds', async () => {
    const planned = ['a', 'b', 'c'].map((task) => plan(task))
    for (const [index, task] of ['a', 'b', 'c'].entries()) {
      await pass(2.9)
      first.at(index).done(task)
      await turn()
    }
    assert.deepEqual(await Promise.all(planned), ['a', 'b', 'c'])
    await pass(60)
    void plan('d')
    await pass(2.9)
    assert.deepEqual(first.tasks, ['a', 'b', 'c', 'd'])
    assert.deepEqual(second.tasks, [])
    assert.equal(stuck, 0)
  })

  it('counts the three seconds from the first task, whatever comes after it', async () => {
    void plan('a')
    await pass(2)
    void plan('b')
    await pass(1)
    assert.deepEqual(second.tasks, ['a', 'b'])
  })

  it('has both work on what got nowhere, until one of them is done', async () => {
    const planned = [plan('a'), plan('b')]
    await pass(3)
    second.at(0).done('a by the second')
    first.at(1).done('b after all')
    assert.deepEqual(await Promise.all(planned), ['a by the second', 'b after all'])
    assert.equal(first.at(0).end?.aborted, true)
    assert.equal(second.at(1).end?.aborted, true)
  })

  it('gives all that comes within a minute to the second alone, then to the first again', async () => {
    void plan('a').catch(() => {})
    await pass(3)
    second.at(0).done('a')
    await pass(59.9)
    const planned = plan('b')
    second.at(1).done('b')
    assert.equal(await planned, 'b')
    assert.deepEqual(first.tasks, ['a'])
    await pass(0.1)
    void plan('c')
    await pass(2.9)
    assert.deepEqual(first.tasks, ['a', 'c'])
    assert.deepEqual(second.tasks, ['a', 'b'])
  })

  it('says once a minute that the first gets nowhere', async () => {
    void plan('a')
    void plan('b')
    await pass(3)
    assert.equal(stuck, 1)
    // The other is still with the first.
    second.at(0).done('a')
    await turn()
    await pass(3)
    assert.equal(stuck, 1)
    second.at(1).done('b')
    await pass(60)
    void plan('c')
    await pass(3)
    assert.equal(stuck, 2)
  })

  it('lets a task’s own error through, from either', async () => {
    const own = plan('a')
    first.at(0).fail(new RangeError('the task’s own'))
    await assert.rejects(own, RangeError)
    const relieved = plan('b')
    await pass(3)
    second.at(0).fail(new RangeError('the task’s own'))
    await assert.rejects(relieved, RangeError)
    assert.equal(first.at(1).end?.aborted, true)
  })

  it('takes the result of the one where the other refuses', async () => {
    const planned = [plan('a'), plan('b')]
    await pass(3)
    second.at(0).fail(new TaskRefused('too many tasks are waiting'))
    first.at(1).fail(new TaskRefused('the task took too long'))
    await turn()
    first.at(0).done('a')
    second.at(1).done('b')
    assert.deepEqual(await Promise.all(planned), ['a', 'b'])
  })

  it('refuses what both refuse', async () => {
    const planned = plan('a')
    await pass(3)
    first.at(0).fail(new TaskRefused('the task took too long'))
    second.at(0).fail(new TaskRefused('too many tasks are waiting'))
    await assert.rejects(planned, TaskRefused)
  })

  it('ends the work of both when the caller leaves', async () => {
    const caller = new AbortController()
    const planned = plan('a', caller.signal)
    await pass(3)
    caller.abort()
    await assert.rejects(planned, TaskRefused)
    assert.equal(first.at(0).end?.aborted, true)
    assert.equal(second.at(0).end?.aborted, true)
  })
})
