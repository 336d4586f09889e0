import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { describeComparable } from '../../../src/valuation/answer/describe-comparable.ts'
import { placeSubject } from '../../../src/valuation/answer/subject.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

it('similarity is 1 for a flat alike in all, and falls by a factor of e with four scales', async () => {
  const flats = town({ rows: 40 })
  const model = await fit(flats, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
  const [first] = flats
  assert.ok(first)
  const subject = placeSubject(model, first, TOWN_DAY)
  const similarityAt = (distance: number) =>
    describeComparable(model, subject, TOWN_DAY, {
      row: 0,
      squaredDistance: distance ** 2,
      weight: 1,
      adjustments: [],
      net: 0,
      gross: 0,
    }).similarity
  assert.deepEqual([0, 4, 8].map(similarityAt), [1, 0.3679, 0.1353])
})
