import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInBackground } from '../src/background.ts'
import { createTestClock } from './support/clock.ts'
import { createTestLog } from './support/log.ts'
import { soon } from './support/waiting.ts'

/** A task that is in `fault` as long as there is one, and runs when the clock moves by its 3 s. */
function startTask() {
  const state = { fault: '', runs: 0 }
  const clock = createTestClock()
  const { log, lines } = createTestLog()
  const stopping = new AbortController()
  const ended = runInBackground(
    {
      name: 'look',
      everyS: 3,
      run() {
        state.runs += 1
        if (state.fault !== '') throw new Error(state.fault)
      },
    },
    clock,
    log,
    stopping.signal,
  )
  const stop = () => {
    stopping.abort()
    return ended
  }
  const runTimes = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      clock.advance(3)
      await new Promise(setImmediate)
    }
  }
  return { state, clock, lines, stop, runTimes }
}

describe('a background task', () => {
  it('tells a fault once however often it repeats, another fault, and the end of both', async () => {
    const { state, lines, stop, runTimes } = startTask()
    await runTimes(2)
    assert.deepEqual(lines, [])
    state.fault = 'connection refused'
    await runTimes(5)
    state.fault = 'connection timed out'
    await runTimes(5)
    state.fault = ''
    await runTimes(5)
    assert.equal(state.runs, 17)
    assert.deepEqual(
      lines.map(({ level, msg, task }) => [level, msg, task]),
      [
        [40, 'background task failed, will run again', 'look'],
        [40, 'background task failed, will run again', 'look'],
        [30, 'background task runs again', 'look'],
      ],
    )
    await stop()
  })

  it('does not run again once it is stopped', async () => {
    const { state, clock, stop, runTimes } = startTask()
    await runTimes(1)
    await stop()
    await runTimes(3)
    assert.equal(state.runs, 1)
    assert.equal(clock.sleeping, 0)
  })

  it('is told in the midst of a run that the service stops, and waited for', async () => {
    const service = new AbortController()
    const toldToStop = Promise.withResolvers<void>()
    const lastStep = Promise.withResolvers<void>()
    const ended = runInBackground(
      {
        name: 'purge',
        everyS: 3,
        atOnce: true,
        run: async (stopping) => {
          stopping.addEventListener('abort', () => toldToStop.resolve())
          await lastStep.promise
        },
      },
      createTestClock(),
      createTestLog().log,
      service.signal,
    )
    service.abort()
    await soon(toldToStop.promise, 'the run is told')
    let hasStopped = false
    const stopped = ended.then(() => {
      hasStopped = true
    })
    await new Promise(setImmediate)
    assert.equal(hasStopped, false)
    lastStep.resolve()
    await stopped
  })
})
