import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { daysBetween } from '../src/calendar.ts'

describe('the days between two dates', () => {
  it('count calendar days, over the end of February and of a year too', () => {
    assert.equal(daysBetween('2026-01-10', '2026-01-10'), 0)
    assert.equal(daysBetween('2024-02-28', '2024-03-01'), 2)
    assert.equal(daysBetween('2025-12-31', '2026-01-01'), 1)
  })

  it('are no number where a date is not real', () => {
    assert.ok(Number.isNaN(daysBetween('2026-02-30', '2026-03-01')))
  })
})
