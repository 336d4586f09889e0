import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { NearestRows } from '../../../src/valuation/neighbours/nearest-rows.ts'

it('the nearest of the rows are kept, of equally near ones the earlier, in whatever order they come', () => {
  // Few distances for many rows, so that most are equal to another's.
  const rows = fc
    .array(fc.nat(5), { minLength: 1, maxLength: 40 })
    .map((distances) => distances.map((distance, row) => ({ row, distance })))
  fc.assert(
    fc.property(
      rows.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      ),
      fc.integer({ min: 1, max: 12 }),
      ([all, offered], most) => {
        const nearest = new NearestRows(most)
        for (const { row, distance } of offered) nearest.offer(row, distance)
        const kept = all.toSorted((a, b) => a.distance - b.distance || a.row - b.row).slice(0, most)
        const found = nearest.inOrder()
        assert.deepEqual(
          [...found.rows],
          kept.map(({ row }) => row),
        )
        assert.deepEqual(
          [...found.distances],
          kept.map(({ distance }) => distance),
        )
        assert.equal(nearest.isFull, kept.length === most)
      },
    ),
  )
})
