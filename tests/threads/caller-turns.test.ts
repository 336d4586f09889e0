import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCallerTurns } from '../../src/threads/caller-turns.ts'
import { TaskRefused } from '../../src/threads/task-refused.ts'

const MOST = 3

describe('the turns of callers', () => {
  it('are limited for each caller, and end with the work, done or failed', async () => {
    const turns = createCallerTurns(MOST, 'plans')
    const works = Array.from({ length: MOST }, () => Promise.withResolvers<string>())
    const done = works.map(({ promise }) => turns.during('anna', () => promise))
    let began = false
    const oneMore = () =>
      turns.during('anna', async () => {
        began = true
      })
    await assert.rejects(
      oneMore(),
      (error) => error instanceof TaskRefused && error.message.includes('3 plans'),
    )
    assert.equal(began, false)
    assert.equal(await turns.during('boris', async () => 'made'), 'made')

    works[0]?.reject(new Error('no plan'))
    await assert.rejects(done[0] ?? Promise.resolve(), /no plan/)
    await oneMore()
    assert.equal(began, true)
    for (const work of works) work.resolve('made')
    assert.deepEqual(await Promise.all(done.slice(1)), new Array(MOST - 1).fill('made'))
  })

  it('are as many as ever once some have ended, or all', async () => {
    const turns = createCallerTurns(MOST, 'plans')
    const begin = () => {
      const work = Promise.withResolvers<void>()
      return { done: turns.during('anna', () => work.promise), end: work.resolve }
    }
    for (let left = 0; left < MOST; left += 1) {
      const works = Array.from({ length: MOST }, begin)
      for (const { end } of works.slice(left)) end()
      await Promise.all(works.slice(left).map(({ done }) => done))
      const more = Array.from({ length: MOST - left }, begin)
      const tooMany = begin()
      tooMany.end()
      await assert.rejects(tooMany.done, TaskRefused)
      for (const { end } of [...works, ...more]) end()
      await Promise.all([...works, ...more].map(({ done }) => done))
    }
  })
})
