import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { TaskRefused } from '../../../src/threads/task-refused.ts'
import { type FitOptions, fit } from '../../../src/valuation/model/fit.ts'
import type { Model } from '../../../src/valuation/model/model.ts'
import { deserialiseModel, serialiseModel } from '../../../src/valuation/model/model-file.ts'
import { type SecondThread, withSecondThread } from '../../../src/valuation/model/second-thread.ts'
import type { tryUnknown } from '../../../src/valuation/model/second-thread-task.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const rows = town({ rows: 500, kind: 'mixed' })
/** With trials enough to tune all scales. */
const OPTIONS = {
  ...QUICK_FIT,
  until: isoOfDay(TOWN_DAY),
  tuningTrials: 160,
  unknownTrials: 340,
}

/** A grid is made of functions, which are never equal. */
function withoutGrid(model: Model): Omit<Model, 'grid'> {
  const { grid: _, ...rest } = deserialiseModel(Buffer.from(serialiseModel(model)))
  return rest
}

/** A fit in two threads, and what it asked the second for. */
async function fitWatched(options: FitOptions): Promise<{ model: Model; asked: string[] }> {
  const asked: string[] = []
  const model = await withSecondThread((second) =>
    fit(rows, options, {
      run: (name, task) => {
        asked.push(name)
        return second.run(name, task)
      },
    }),
  )
  return { model, asked }
}

describe('a fit in two threads', () => {
  it('gives the model of a fit in one', async () => {
    const { model, asked } = await fitWatched(OPTIONS)
    assert.deepEqual(asked, ['start', 'learnBlindToBuildings', 'tuneByHalf', 'tryUnknown'])
    assert.deepEqual(withoutGrid(model), withoutGrid(await fit(rows, OPTIONS)))
  })

  const lost: SecondThread = { run: () => Promise.reject(new TaskRefused('thread lost')) }

  it('fails with the second thread', async () => {
    await assert.rejects(fit(rows, OPTIONS, lost), TaskRefused)
  })

  it('leaves no second thread behind, also where it fails', async () => {
    let left = lost
    const failing = withSecondThread(async (second) => {
      left = second
      await fit(rows, { ...OPTIONS, until: 'no date' }, second)
    })
    await assert.rejects(failing, RangeError)
    await assert.rejects(left.run('start', undefined), TaskRefused)
  })

  it('tries flats as unknown only where something is blind to their buildings', async () => {
    const options = { ...OPTIONS, folds: 3, blindFolds: 1 }
    const tasks: unknown[] = []
    await withSecondThread((second) =>
      fit(rows, options, {
        run: (name, task) => {
          if (name === 'tryUnknown' || name === 'tuneByHalf') tasks.push(task)
          return second.run(name, task)
        },
      }),
    )
    assert.equal(tasks.length, 2)
    for (const task of tasks) {
      const { trials, market } = task as Parameters<typeof tryUnknown>[0]
      assert.ok(trials.length > 100, `${trials.length}`)
      assert.ok(trials.every(({ row }) => market.foldOfRow[row] === 0))
      // One regression and one ensemble, of that fold.
      const { blind, folds } = market.attribute
      assert.deepEqual([blind?.length, folds.length], [1, 1])
    }
  })

  it('asks it for nothing in a market too small for trees', async () => {
    const { asked } = await fitWatched({ ...OPTIONS, fewestForTrees: Infinity })
    assert.deepEqual(asked, [])
  })
})
