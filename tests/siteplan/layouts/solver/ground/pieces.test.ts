import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shapeFor } from '../../../../../src/siteplan/layouts/solver/ground/pieces.ts'

it('pieces of parking and playgrounds grow in both directions where more than sixteen are needed', () => {
  const shape = { acrossLeastM: 5, acrossMostM: 20, alongMostM: 50, apartM: 3 }
  assert.deepEqual(shapeFor(16 * 20 * 50, shape), shape)
  const larger = { ...shape, acrossMostM: 2 * 20, alongMostM: 2 * 50 }
  assert.deepEqual(shapeFor(4 * 16 * 20 * 50, shape), larger)
})
