// Each method's version stands beside a digest of what it makes of one made-up case. Stored models
// and reports are told apart by the version alone, so a change of the method has to raise it.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { it } from 'node:test'
import { isoOfDay } from '../src/calendar.ts'
import { makeForecast } from '../src/siteplan/forecast/make-forecast.ts'
import { METHOD_VERSION as LAYOUTS_VERSION } from '../src/siteplan/layouts/layouts-id.ts'
import { makeLayouts } from '../src/siteplan/layouts/make-layouts.ts'
import { estimate } from '../src/valuation/answer/estimate.ts'
import { fit } from '../src/valuation/model/fit.ts'
import { METHOD } from '../src/valuation/model/model.ts'
import { inputFor, parcelOfRings } from './siteplan/layouts/sites.ts'
import { evidence, forecastInputs, rectangularParcel } from './support/forecast-inputs.ts'
import { QUICK_FIT, TOWN_DAY, town } from './valuation/synthetic-market.ts'

const GOLDEN = new URL('method-versions.json', import.meta.url)

/** Of the numbers: words have golden texts of their own. */
const digestOf = (made: unknown) => {
  const numbers = JSON.stringify(made, (_key, value) =>
    typeof value === 'string' ? undefined : value,
  )
  return createHash('sha256').update(numbers).digest('hex').slice(0, 16)
}

async function estimates() {
  const rows = town({ rows: 500, kind: 'mixed' })
  const valuationDate = isoOfDay(TOWN_DAY)
  const model = await fit(rows.slice(0, 480), { until: valuationDate, ...QUICK_FIT })
  return rows.slice(480).map((flat) => estimate(model, flat, { valuationDate }))
}

const SITE = parcelOfRings([
  [
    [0, 0],
    [130, 12],
    [118, 96],
    [60, 70],
    [-8, 104],
  ],
])

it('a method that gives other numbers has another version', async () => {
  // One house, and phases of which the horizon counts two.
  const [forecast, phased] = [
    makeForecast(forecastInputs()),
    makeForecast(
      forecastInputs({
        parcel: rectangularParcel(126, 126),
        horizonMonths: 84,
        prices: evidence(180_000, { localTurnover: { radiusM: 1000, perYear: 300 } }),
      }),
    ),
  ]
  const layouts = makeLayouts(inputFor(SITE))
  const methods = {
    valuation: { version: METHOD, digest: digestOf(await estimates()) },
    forecast: { version: forecast.method.version, digest: digestOf([forecast, phased]) },
    layouts: { version: LAYOUTS_VERSION, digest: digestOf(layouts) },
  }
  const golden: typeof methods = JSON.parse(readFileSync(GOLDEN, 'utf8'))
  for (const name of ['valuation', 'forecast', 'layouts'] as const) {
    const hasOtherNumbers = methods[name].digest !== golden[name].digest
    assert.ok(
      !hasOtherNumbers || methods[name].version !== golden[name].version,
      `${name}: other numbers under version ${golden[name].version}. Raise it, if they are wanted`,
    )
  }
  if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, `${JSON.stringify(methods, null, 2)}\n`)
  else assert.deepEqual(methods, golden, 'a raised version: run once with UPDATE_GOLDEN=1')
})
