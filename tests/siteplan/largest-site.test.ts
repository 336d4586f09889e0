import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportForecast } from '../../src/siteplan/forecast/export-forecast.ts'
import { exportLayouts } from '../../src/siteplan/layouts/export-layouts.ts'
import { rectangularParcel } from '../support/forecast-inputs.ts'

/** Parts that find a parcel of so many m², and fail the test where they are asked for more. */
function partsWith(areaM2: number) {
  const untouched = new Proxy({}, { get: () => assert.fail('went on with the site') })
  const find = async () => ({ ...rectangularParcel(10, 10), areaM2 })
  return { parcels: { find }, settings: {}, ruleSets: untouched } as never
}

const gone = new AbortController().signal
const request = { cadastralNumber: '99:01:000001:1' } as never

describe('a site above 400 ha', () => {
  it('is refused before anything is worked out, by forecasts and layouts alike', async () => {
    for (const plan of [exportForecast, exportLayouts]) {
      assert.deepEqual(await plan(partsWith(4_000_001), request, gone), { kind: 'too_large' })
    }
  })

  it('is accepted at the bound itself', async () => {
    for (const plan of [exportForecast, exportLayouts]) {
      await assert.rejects(plan(partsWith(4_000_000), request, gone), /went on with the site/)
    }
  })
})
