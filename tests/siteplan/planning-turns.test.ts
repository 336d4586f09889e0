import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPlanningTurns, MAX_PER_CALLER } from '../../src/siteplan/planning-turns.ts'
import { TaskRefused } from '../../src/threads/task-refused.ts'

describe('the turns of planning', () => {
  it('are limited for each caller, and end with the work, done or failed', async () => {
    const turns = createPlanningTurns()
    const works = Array.from({ length: MAX_PER_CALLER }, () => Promise.withResolvers<string>())
    const done = works.map(({ promise }) => turns.during('anna', () => promise))
    let began = false
    const oneMore = () =>
      turns.during('anna', async () => {
        began = true
      })
    await assert.rejects(oneMore(), TaskRefused)
    assert.equal(began, false)
    assert.equal(await turns.during('boris', async () => 'made'), 'made')

    works[0]?.reject(new Error('no plan'))
    await assert.rejects(done[0] ?? Promise.resolve(), /no plan/)
    await oneMore()
    assert.equal(began, true)
    for (const work of works) work.resolve('made')
    assert.deepEqual(await Promise.all(done.slice(1)), new Array(MAX_PER_CALLER - 1).fill('made'))
  })
})
