import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { TaskRefused } from '../../../src/threads/task-refused.ts'
import { fit, fitInTwoThreads } from '../../../src/valuation/model/fit.ts'
import type { Model } from '../../../src/valuation/model/model.ts'
import { deserialiseModel, serialiseModel } from '../../../src/valuation/model/model-file.ts'
import { type SecondThread, withSecondThread } from '../../../src/valuation/model/second-thread.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const rows = town({ rows: 900, kind: 'mixed' })
/** With trials enough to tune all scales. */
const OPTIONS = {
  ...QUICK_FIT,
  until: isoOfDay(TOWN_DAY),
  tuningTrials: 200,
  unknownTrials: 400,
}

/** A grid is made of functions, which are never equal. */
function withoutGrid(model: Model): Omit<Model, 'grid'> {
  const { grid: _, ...rest } = deserialiseModel(Buffer.from(serialiseModel(model)))
  return rest
}

describe('a fit in two threads', () => {
  it('gives the model of a fit in one', async () => {
    const asked: string[] = []
    const model = await withSecondThread((second) =>
      fitInTwoThreads(rows, OPTIONS, {
        run: (name, task) => {
          asked.push(name)
          return second.run(name, task)
        },
      }),
    )
    assert.deepEqual(asked, ['start', 'learnBlindToBuildings', 'tuneByHalf', 'tryHidden'])
    assert.deepEqual(withoutGrid(model), withoutGrid(fit(rows, OPTIONS)))
  })

  const lost: SecondThread = { run: () => Promise.reject(new TaskRefused('thread lost')) }

  it('fails with the second thread', async () => {
    await assert.rejects(fitInTwoThreads(rows, OPTIONS, lost), TaskRefused)
  })

  it('asks for no second thread where nothing is learnt blind to buildings', async () => {
    for (const alone of [
      { ...OPTIONS, blindToBuildings: false },
      { ...OPTIONS, fewestForTrees: Infinity },
    ]) {
      const model = await fitInTwoThreads(rows, alone, lost)
      assert.deepEqual(withoutGrid(model), withoutGrid(fit(rows, alone)))
    }
  })
})
