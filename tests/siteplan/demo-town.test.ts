import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isOfDemoTown } from '../../src/siteplan/demo-town.ts'

it('a report is of the demonstration town by its parcel alone, and by its prices alone', () => {
  const [own, demo] = [{ isDemo: false }, { isDemo: true }]
  assert.deepEqual(
    [
      isOfDemoTown({ source: 'nspd' }, own),
      isOfDemoTown({ source: 'nspd' }, demo),
      isOfDemoTown({ source: 'demo' }, own),
    ],
    [false, true, true],
  )
})
