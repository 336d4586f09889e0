import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { verdictOf } from '../../../src/reports/forecast/forecast-verdict.ts'
import type { Forecast, Warning } from '../../../src/siteplan/forecast/forecast.ts'
import { makeForecast } from '../../../src/siteplan/forecast/make-forecast.ts'
import { forecastInputs } from '../../support/forecast-inputs.ts'
import { sampleForecast } from './sample-forecast.ts'

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
    // Which status it is, only the warning knows.
    assert.equal(firstOf(['parcel_not_current']), 'текст.')
    assert.match(firstOf(['below_min_storeys']), /такой этажности здесь строить нельзя/)
    assert.match(firstOf(['house_doubtful']), /может не поместиться/)
    assert.match(firstOf(['ground_crowded']), /может не хватить земли/)
    assert.match(firstOf(['thin_site']), /не даст построить всё/)
    assert.match(firstOf(['area_mismatch']), /^Проект/)
  })
})

describe('the verdict on money', () => {
  const saysOf = (
    npv_rub: Forecast['metrics']['npv_rub'],
    { warnings = [], margin = 0 }: Partial<Forecast & Forecast['metrics']> = {},
  ) => {
    const forecast = sampleForecast()
    const metrics = { ...forecast.metrics, npv_rub, margin }
    return verdictOf({ ...forecast, metrics, warnings }).join(' ')
  }

  it('is plain: whether the project pays, and how surely', () => {
    const pays = (p10: number, p50: number, p90: number) => saysOf({ p10, p50, p90 })
    assert.match(pays(1, 2, 3), /окупается: NPV не отрицательна не менее чем в девяти исходах/)
    assert.match(pays(0, 2, 3), /NPV не отрицательна/)
    assert.match(pays(-1, 2, 3), /запас невелик/)
    assert.match(pays(-2, -1, 3), /только в лучших исходах/)
    assert.match(pays(-3, -2, -1), /^С учётом ставки дисконтирования проект не окупается/)
  })

  it('calls a loss at any rate of discount a loss', () => {
    const loses = (p90: number) => saysOf({ p10: -3, p50: -2, p90 }, { margin: -0.2 })
    assert.match(loses(-1), /^Проект убыточен: затраты больше выручки\. /)
    assert.match(loses(1), /^Проект убыточен: .*, окупается он только в лучших исходах\. /)
  })

  it('blames the horizon for a loss with flats unsold, never for a gain, nor of phases not begun', () => {
    const sample = sampleForecast()
    const { units_total: all } = sample.programme
    const loss = { p10: -3, p50: -2, p90: -1 }
    const saidOf = (npv_rub: typeof loss, sold: number, unitsCounted: number) =>
      verdictOf({
        ...sample,
        warnings: [],
        metrics: { ...sample.metrics, npv_rub },
        programme: {
          ...sample.programme,
          phases: { ...sample.programme.phases, units_counted: unitsCounted },
        },
        schedule: sample.schedule.map((month, i) => ({ ...month, units_sold: i === 0 ? sold : 0 })),
      }).join(' ')
    const third = Math.round(all / 3)
    assert.match(saidOf(loss, third, all), /обрывает продажи/)
    assert.doesNotMatch(saidOf(loss, third, third), /обрывает продажи/)
    assert.match(saidOf(loss, 89, 100), /обрывает продажи: 11\s% квартир не продано/)
    assert.doesNotMatch(saidOf(loss, 90, 100), /обрывает продажи/)
    assert.match(saidOf({ p10: 1, p50: 2, p90: 3 }, third, all), /Проект окупается/)
  })

  it('is no loss where the horizon ends before the house is built', () => {
    const warning = { code: 'horizon_before_commissioning', text: 'Горизонт короче.' } as const
    const said = saysOf({ p10: -3, p50: -2, p90: -1 }, { warnings: [warning] })
    assert.match(said, /Горизонт расчёта короче срока до ввода/)
    assert.doesNotMatch(said, /не окупается/)
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

  it('is of the phase that sells least, of two phases and more', () => {
    const { programme } = forecast
    const verdictOn = (count: number) => {
      const phases = { ...programme.phases, count, counted: count }
      return verdictOf({ ...forecast, programme: { ...programme, phases } }).at(-1)
    }
    assert.match(verdictOn(1) ?? '', /^К вводу дома будет продано \d/)
    assert.match(verdictOn(2) ?? '', /^К вводу каждой очереди будет продано от \d.* её квартир/)
  })

  it('is a good one from 70 % on', () => {
    assert.match(verdictAt(0.6999) ?? '', /не меньше, чем ждут банки/)
    assert.match(verdictAt(0.7) ?? '', /хороший темп/)
  })
})
