import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayOfIso, firstDayOfMonth } from '../../../src/calendar.ts'
import { driftSd, indexLevel, knownMonths } from '../../../src/valuation/attributes/time-index.ts'
import { assertNear } from '../../support/near.ts'

const day = (iso: string): number => dayOfIso(iso) ?? Number.NaN

describe('the time index', () => {
  const months = { firstMonth: 2024 * 12, effects: Float64Array.of(0, 0.04, 0, 0.04, 0.06, 0.08) }

  it('is smoothed by ¼ ½ ¼ inside, and unsmoothed at its ends', () => {
    assert.equal(indexLevel(months, day('2024-01-16')), 0)
    // ¼·0 + ½·0.04 + ¼·0 on the middle of February (the 15th of 29 days)
    assertNear(indexLevel(months, day('2024-02-15')), 0.02, 1e-12)
    // ¼·0.04 + ½·0.06 + ¼·0.08
    assertNear(indexLevel(months, day('2024-05-16')), 0.06, 1e-12)
    assertNear(indexLevel(months, day('2024-06-15')), 0.08, 0.001)
  })

  it('goes on at 0.7 of its recent slope for three months and then stays', () => {
    // Slope over the last five steps: 0.016 a month.
    const aMonthOn = indexLevel(months, day('2024-07-15'))
    assert.ok(Math.abs(aMonthOn - (0.08 + 0.7 * 0.016)) < 5e-4, `${aMonthOn}`)
    const late = indexLevel(months, day('2024-12-31'))
    assertNear(late, 0.08 + 3 * 0.7 * 0.016, 1e-12)
    assert.equal(indexLevel(months, day('2025-12-31')), late)
  })

  it('goes on no faster than its median month and its last two, and not at all against them', () => {
    const slopeAfter = (...steps: number[]) => {
      let level = 0
      const effects = Float64Array.from([0, ...steps], (step) => {
        level += step
        return level
      })
      const after = indexLevel({ firstMonth: 2024 * 12, effects }, day('2025-12-31'))
      return (after - level) / (3 * 0.7)
    }
    assertNear(slopeAfter(0.01, 0.01, 0.01, 0.01, 0.01, 0.01), 0.01, 1e-12)
    // A jump, then hardly anything; a jump of late; a slow fall after a jump.
    assertNear(slopeAfter(0.002, 0.2, 0.004, 0.004, 0.004, 0.004), 0.004, 1e-12)
    assertNear(slopeAfter(0.003, 0.003, 0.003, 0.003, 0.1, 0.1), 0.003, 1e-12)
    assert.equal(slopeAfter(0.2, 0.01, -0.008, -0.008, -0.008, -0.008), 0)
    // Five falls: −0.01 in the mean and the median, −0.006 in the last two.
    assertNear(slopeAfter(-0.01, -0.014, -0.014, -0.006, -0.006), -0.006, 1e-12)
    assertNear(slopeAfter(0.02), 0.02, 1e-12)
  })

  it('uses no month after the last one it may know', () => {
    const cut = { ...months, effects: months.effects.slice(0, 4) }
    for (const iso of ['2024-02-03', '2024-04-28', '2024-06-15']) {
      assert.equal(indexLevel(months, day(iso), 2024 * 12 + 3), indexLevel(cut, day(iso)))
    }
  })
})

describe('the months that are known of a market', () => {
  const knownAt = (hasRows: readonly number[], month: number) => {
    const effects = new Float64Array(hasRows.length)
    const index = { firstMonth: 600, effects, hasRows: Uint8Array.from(hasRows) }
    return knownMonths(index, 600 + month)
  }

  it('go back from the last with rows over gaps of half a year, and over none longer', () => {
    assert.deepEqual(knownAt([1, 0, 0, 0, 0, 0, 1], 6), { since: 600, until: 606 })
    assert.deepEqual(knownAt([1, 0, 0, 0, 0, 0, 0, 1], 7), { since: 607, until: 607 })
    assert.deepEqual(knownAt([1, 0, 1, 0], 3), { since: 600, until: 602 })
  })

  it('end with the month that is asked for, and are none before the first', () => {
    assert.deepEqual(knownAt([1, 1, 1], 1), { since: 600, until: 601 })
    assert.deepEqual(knownAt([1, 1, 1], 99), { since: 600, until: 602 })
    assert.equal(knownAt([1, 1, 1], -1), undefined)
    assert.equal(knownAt([0, 0], 1), undefined)
  })
})

describe('how far prices may have moved since the last month with rows', () => {
  const FIRST = 2024 * 12
  const indexFrom = (effects: readonly number[]) => ({
    firstMonth: FIRST,
    effects: Float64Array.from(effects),
    hasRows: Uint8Array.from(effects, () => 1),
  })
  const snapshot = indexFrom([0])

  it('is nothing in that month and the next, for which intervals are learnt', () => {
    assert.equal(driftSd(snapshot, day('2024-01-20')), 0)
    assert.equal(driftSd(snapshot, day('2024-02-29')), 0)
    assert.equal(driftSd(snapshot, day('2023-12-31')), 0)
  })

  it('is two per cent a month where nothing else is known, by the root of the months', () => {
    assertNear(driftSd(snapshot, day('2024-03-01')), 0.02, 1e-12)
    assertNear(driftSd(snapshot, day('2024-05-31')), 0.02 * Math.sqrt(3), 1e-12)
  })

  it('is what the index missed so far ahead before, as far as that is known', () => {
    const months = 40
    const still = indexFrom(Array.from({ length: months }, () => 0))
    const ahead = firstDayOfMonth(FIRST + months + 2)
    // In two months after the next nothing was missed, 35 times.
    assertNear(driftSd(still, ahead), Math.sqrt((6 * 0.0004 * 2) / (6 + 35)), 1e-12)
    // A fall that nothing announced.
    const turned = indexFrom(Array.from({ length: months }, (_, at) => (at < 20 ? 0 : -0.3)))
    assert.ok(driftSd(turned, ahead) > 0.05)
  })

  it('never falls as time goes on, however prices came and went', () => {
    const months = 48
    const wave = indexFrom(
      Array.from({ length: months }, (_, at) => 0.12 * Math.sin((2 * Math.PI * at) / 12)),
    )
    let before = 0
    for (let ahead = 0; ahead <= 30; ahead += 1) {
      const drift = driftSd(wave, firstDayOfMonth(FIRST + months + ahead))
      assert.ok(drift >= before, `${ahead} months: ${drift} after ${before}`)
      before = drift
    }
    assert.ok(before > 0.1)
  })
})
