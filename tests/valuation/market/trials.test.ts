import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { drawTuningAndInterval } from '../../../src/valuation/market/trials.ts'
import { TOWN_DAY, town } from '../synthetic-market.ts'

const SETTINGS = { tuningTrials: 100, intervalTrials: 900, unknownTrials: 100, seed: 1 }

describe('the trials of cities of one market', () => {
  const withYears = town({ rows: 400, spanDays: 700 }).map((one) => ({ ...one, city: 'Давний' }))
  const snapshot = town({ rows: 400, spanDays: 0, seed: 2 }).map((one) => ({
    ...one,
    sourceId: `s${one.sourceId}`,
    city: 'Новый',
    lat: one.lat + 1,
  }))
  const table = marketTable(clean([...withYears, ...snapshot]).evidence)
  const { interval } = drawTuningAndInterval(
    table,
    { keptBack: new Uint8Array(table.n), hasTrees: false, isApart: false },
    SETTINGS,
  )
  const trialsIn = (city: string) =>
    interval.known.filter(
      ({ row }) => table.words.cities[table.flats[row * FLAT.size + FLAT.city] as number] === city,
    )

  it('value a snapshot from its own day, also beside a city with years of data', () => {
    const trials = trialsIn('новый')
    assert.ok(trials.length > 250, `${trials.length}`)
    for (const { knownDay } of trials) assert.equal(knownDay, TOWN_DAY)
  })

  it('value a city with years of data from the months before, also beside a snapshot', () => {
    const trials = trialsIn('давний')
    assert.ok(trials.length > 100, `${trials.length}`)
    for (const { day, knownDay } of trials) {
      assert.ok(knownDay < day && day - knownDay <= 31, `${day} from ${knownDay}`)
      assert.ok(day > TOWN_DAY - 366)
    }
  })
})
