import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bulkLimits } from '../../../../../src/siteplan/layouts/solver/rules/assess.ts'
import { DEFAULT_RULES } from '../../../../norms/rules.ts'

const { rules } = DEFAULT_RULES

describe('what all houses of a massing may cover and hold', () => {
  it('is the least that any of them allows by its storeys', () => {
    // Low houses may cover more of the site, high ones may hold more floor area.
    assert.deepEqual(bulkLimits([3], rules), { coverage: 0.441, density: 0.8 })
    assert.deepEqual(bulkLimits([17], rules), { coverage: 0.157, density: 1.2 })
    assert.deepEqual(bulkLimits([17, 3], rules), { coverage: 0.157, density: 0.8 })
    assert.deepEqual(bulkLimits([3, 17], rules), { coverage: 0.157, density: 0.8 })
  })
})
