// What is logged of refused logins at a stop. When a record is due, and what it says, is in
// tests/interface/saturation.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSaturationAudit } from '../../src/login/saturation-audit.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'

describe('a stop', () => {
  for (const unrecorded of [1, 3]) {
    it(`logs ${unrecorded} refused after the last record`, () => {
      const { log, lines } = createTestLog()
      const saturation = createSaturationAudit({ record: () => {} }, createTestClock(), log)
      for (let time = 0; time <= unrecorded; time += 1) saturation.rejected('203.0.113.1')
      saturation.stop()
      assert.deepEqual(
        lines.map(({ rejected }) => rejected),
        [1, unrecorded],
      )
    })
  }

  it('says nothing where none was refused, or each is in a record', () => {
    const { log, lines } = createTestLog()
    createSaturationAudit({ record: () => {} }, createTestClock(), log).stop()
    assert.deepEqual(lines, [])
    const saturation = createSaturationAudit({ record: () => {} }, createTestClock(), log)
    saturation.rejected('203.0.113.1')
    saturation.stop()
    assert.equal(lines.length, 1)
  })
})
