// When two options are too much alike to be a choice.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Ring } from '../../../../src/geometry/plane.ts'
import { checkChoice } from '../../../../src/siteplan/layouts/checker/check-choice.ts'
import { openFindings } from '../../../../src/siteplan/layouts/checker/violation.ts'
import { building, sampleLayouts } from '../sample-layouts.ts'

const box = (x0: number): Ring => [
  [x0, 0],
  [x0 + 100, 0],
  [x0 + 100, 15],
  [x0, 15],
]

/** Options of one house each, a hundred metres long, that begin there. */
const told = (...starts: readonly number[]) => {
  const sample = sampleLayouts()
  const [drawn] = sample.options
  assert.ok(drawn)
  const options = starts.map((x0, i) => ({
    ...drawn,
    rank: i + 1,
    buildings: [building('А', 'slab', box(x0), 5)],
  }))
  const findings = openFindings()
  checkChoice({ ...sample, options }, findings)
  return findings.list.map(({ broken, detail }) => `${broken} ${detail.split(':')[0]}`)
}

describe('two options', () => {
  it('are alike where more than 0.7 of the ground under either is under both', () => {
    // Moved by d, (100 − d) / (100 + d) of it is: 0.7007 and 0.6992.
    assert.deepEqual(told(0, 17.6), ['options 1 and 2 are alike'])
    assert.deepEqual(told(0, 17.7), [])
  })

  it('are compared with each other, whatever lies between them', () => {
    assert.deepEqual(told(0, 500, 1), ['options 1 and 3 are alike'])
    assert.deepEqual(told(0, 500, 1000), [])
  })
})
