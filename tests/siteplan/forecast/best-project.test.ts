// In how many phases a project is built: as many as it is worth most in at a usual price.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bestProjectOf, judgedMonths } from '../../../src/siteplan/forecast/best-project.ts'
import { AS_PLANNED } from '../../../src/siteplan/forecast/cash-flow.ts'
import { netPresentValue } from '../../../src/siteplan/forecast/discounting.ts'
import { phaseCounts } from '../../../src/siteplan/forecast/phases.ts'
import { projectOf } from '../../../src/siteplan/forecast/planned-project.ts'
import { type Project, runProject } from '../../../src/siteplan/forecast/project.ts'
import { evidence, forecastInputs, rectangularParcel } from '../../support/forecast-inputs.ts'

/** 75,000 × 1.08 ₽ a m² of floor area, 0.72 of it for sale, and 0.12 + 0.04 + 0.2 of revenue. */
const USUAL_PRICE = Math.round((75_000 * 1.08) / 0.72 / (1 - 0.12 - 0.04 - 0.2))

/** A square site in a market of so many sales a year. */
const inputsOf = (
  sideM: number,
  perYear: number,
  horizonMonths = 60,
  price = USUAL_PRICE,
  environment: Readonly<Record<string, string>> = {},
) =>
  forecastInputs({
    environment,
    parcel: rectangularParcel(sideM, sideM),
    horizonMonths,
    prices: evidence(price, { localTurnover: { radiusM: 1000, perYear } }),
  })
const bestOf = (inputs: ReturnType<typeof inputsOf>) =>
  bestProjectOf(inputs, inputs.limits.programme).project
const worthOf = (project: Project) =>
  netPresentValue(runProject({ ...project, horizonMonths: 60 }, AS_PLANNED).cash, 0.2)

describe('the number of phases', () => {
  it('is the one at which the project is worth most within five years at a usual price', () => {
    const chosen = new Set<number>()
    for (const [sideM, perYear] of [
      [80, 3000],
      [100, 100],
      [100, 0],
      [160, 0],
      [160, 600],
    ] as const) {
      const inputs = inputsOf(sideM, perYear)
      const { programme } = inputs.limits
      const best = bestOf(inputs)
      for (const count of phaseCounts(programme.units)) {
        assert.ok(worthOf(projectOf(inputs, programme, count).project) <= worthOf(best))
      }
      chosen.add(best.phases.length)
    }
    assert.ok(chosen.has(1) && chosen.size > 2, `${[...chosen]}`)
  })

  it('depends neither on the horizon asked for nor on prices', () => {
    const counts = [12, 36, 60, 84].flatMap((months) =>
      [20_000, 140_000, 600_000].map(
        (price) => bestOf(inputsOf(160, 0, months, price)).phases.length,
      ),
    )
    assert.equal(new Set(counts).size, 1)
    assert.ok((counts[0] ?? 0) > 1)
  })

  it('is one where the market takes all flats at once, whatever the settings', () => {
    for (const environment of [
      { SITEPLAN_DISCOUNT_RATE: '0.35' },
      { SITEPLAN_CONSTRUCTION_MONTHS_BASE: '20' },
      { SITEPLAN_PREPARATION_MONTHS: '24' },
      { SITEPLAN_SOLD_AT_COMMISSIONING: '0.3' },
      { SITEPLAN_LAND_SHARE: '0.5' },
    ]) {
      const { phases } = bestOf(inputsOf(160, 1e6, 60, 300_000, environment))
      assert.equal(phases.length, 1, JSON.stringify(environment))
    }
  })

  it('is judged within five years, and a year of sales in the finished house', () => {
    const judged = (constructionMonths: number) =>
      judgedMonths({ preparationMonths: 12, constructionMonths })
    assert.deepEqual([20, 36, 37, 50].map(judged), [60, 60, 61, 74])
  })

  it('lets a slightly larger site never be worth much less', () => {
    for (const perYear of [0, 100]) {
      let before = worthOf(bestOf(inputsOf(70, perYear)))
      for (let sideM = 71; sideM <= 160; sideM += 1) {
        const worth = worthOf(bestOf(inputsOf(sideM, perYear)))
        // Flats and months are whole.
        assert.ok(worth > before - 12e6, `${sideM} m, ${perYear} a year: ${before} → ${worth}`)
        before = worth
      }
    }
  })
})
