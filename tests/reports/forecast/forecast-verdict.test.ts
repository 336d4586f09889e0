import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { verdictOf } from '../../../src/reports/forecast/forecast-verdict.ts'
import type { Warning } from '../../../src/siteplan/forecast/forecast.ts'
import { makeForecast } from '../../../src/siteplan/forecast/make-forecast.ts'
import { forecastInputs } from '../../support/forecast-inputs.ts'

describe('the verdict', () => {
  const firstOf = (codes: readonly Warning['code'][]) => {
    const forecast = makeForecast(forecastInputs())
    const warnings = codes.map((code) => ({ code, text: 'текст' }))
    return verdictOf({ ...forecast, warnings })[0] ?? ''
  }

  it('begins with what makes all figures worth nothing', () => {
    for (const code of [
      'land_category',
      'permitted_use_no_flats',
      'permitted_use_not_residential',
    ] as const) {
      assert.match(firstOf([code]), /строить нельзя/, code)
    }
    assert.match(firstOf(['parcel_not_current']), /^Участок в реестре не действующий или временный/)
    assert.match(firstOf(['below_min_storeys']), /такой этажности здесь строить нельзя/)
    assert.match(firstOf(['house_doubtful']), /может не поместиться/)
    assert.match(firstOf(['thin_site']), /не даст построить всё/)
    assert.match(firstOf(['area_mismatch']), /^Проект/)
  })
})

describe('the verdict on presales', () => {
  const forecast = makeForecast(forecastInputs())
  const verdictAt = (share: number) =>
    verdictOf({ ...forecast, metrics: { ...forecast.metrics, sold_at_commissioning: share } }).at(
      -1,
    )

  it('is that of the lenders from half of the flats on', () => {
    assert.match(verdictAt(0.4999) ?? '', /меньше 50 %, которых ждут банки/)
    assert.match(verdictAt(0.5) ?? '', /не меньше, чем ждут банки/)
  })

  it('never calls less than a bound what reads as the bound', () => {
    assert.match(verdictAt(0.4999) ?? '', /продано 49,9\s%/)
    assert.match(verdictAt(0.6999) ?? '', /продано 69,9\s%/)
    assert.match(verdictAt(0.7) ?? '', /продано 70,0\s%/)
  })

  it('rounds a share to the nearest tenth of a per cent elsewhere, as every share', () => {
    assert.match(verdictAt(0.657) ?? '', /продано 65,7\s%/)
    assert.match(verdictAt(0.6579) ?? '', /продано 65,8\s%/)
    assert.match(verdictAt(0.4994) ?? '', /продано 49,9\s%/)
  })

  it('is a good one from 70 % on', () => {
    assert.match(verdictAt(0.6999) ?? '', /не меньше, чем ждут банки/)
    assert.match(verdictAt(0.7) ?? '', /хороший темп/)
  })
})
