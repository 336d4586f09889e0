import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { verdictOf } from '../../../src/reports/forecast/forecast-verdict.ts'
import type { Warning } from '../../../src/siteplan/forecast/forecast.ts'
import { makeForecast } from '../../../src/siteplan/forecast/make-forecast.ts'
import { type Judged, warningsOf } from '../../../src/siteplan/forecast/warnings.ts'
import { evidence, forecastInputs, rectangle } from '../../support/forecast-inputs.ts'

/** A project that nothing is to be said of. */
const sound: Judged = {
  parcel: rectangle(80, 100),
  ruleSet: { id: 'irkutsk-zh3' },
  prices: evidence(180_000),
  valuationDate: '2026-01-15',
  programme: {
    units_total: 100,
    units: [{ type: '1', share: 1, area_m2: 40, count: 100 }],
  },
  project: {
    preparationMonths: 12,
    constructionMonths: 24,
    horizonMonths: 60,
    phases: [{ startMonth: 0, units: [] }],
  },
  doubtedBy: null,
  smallerHousesM2: null,
  leastStoreysMissed: null,
  isThin: false,
  absorption: { basis: 'sector' },
  run: { loanLeftRub: 0, unitsSold: 100, unitsBegun: 100, phasesBegun: 1 },
  priceFactor: 1,
  npvRub: 1,
  soldAtCommissioning: 0.6,
  isDemo: false,
}

const codesFor = (change: Partial<Judged>) =>
  warningsOf({ ...sound, ...change }).map(({ code }) => code)

/** With figures of the studios' price changed. */
const pricedBy = (figures: { readonly n_comparables?: number; readonly fsd?: number }) => {
  const { prices } = sound.prices
  return {
    prices: evidence(180_000, {
      prices: prices.map((price) => (price.type === 'studio' ? { ...price, ...figures } : price)),
    }),
  }
}

describe('the warnings of a forecast', () => {
  it('are none where nothing is amiss', () => {
    assert.deepEqual(codesFor({}), [])
  })

  it('call evidence thin below five comparables of a type', () => {
    assert.deepEqual(codesFor(pricedBy({ n_comparables: 5 })), [])
    assert.deepEqual(codesFor(pricedBy({ n_comparables: 4 })), ['thin_evidence'])
  })

  it('call evidence thin above an FSD of 0.13', () => {
    assert.deepEqual(codesFor(pricedBy({ fsd: 0.13 })), [])
    assert.deepEqual(codesFor(pricedBy({ fsd: 0.1301 })), ['thin_evidence'])
  })

  it('call presales slow below half of the flats', () => {
    assert.deepEqual(codesFor({ soldAtCommissioning: 0.5 }), [])
    assert.deepEqual(codesFor({ soldAtCommissioning: 0.4999 }), ['slow_presales'])
  })

  it('call a loss the project’s up to a tenth of the flats unsold, the horizon’s above', () => {
    const lossWithSold = (unitsSold: number) =>
      codesFor({ npvRub: -1, run: { ...sound.run, unitsSold } })
    assert.deepEqual(lossWithSold(100), ['negative_npv'])
    assert.deepEqual(lossWithSold(90), ['unsold_at_horizon', 'negative_npv'])
    assert.deepEqual(lossWithSold(89), ['unsold_at_horizon'])
    assert.deepEqual(codesFor({ npvRub: 0 }), [])
  })

  it('tell land for houses of one family, and for no dwellings, from land for flats', () => {
    const codesOfUse = (permittedUse: string) =>
      codesFor({ parcel: { ...sound.parcel, permittedUse } })
    assert.deepEqual(codesOfUse('Среднеэтажная жилая застройка'), [])
    assert.deepEqual(codesOfUse('Для индивидуального жилищного строительства'), [
      'permitted_use_no_flats',
    ])
    assert.deepEqual(codesOfUse('Нежилое здание'), ['permitted_use_not_residential'])
  })

  it('call flats forbidden on land of another category, not on land of an unknown one', () => {
    const codesOfLand = (category: string | null) =>
      codesFor({ parcel: { ...sound.parcel, category } })
    assert.deepEqual(codesOfLand('Земли сельскохозяйственного назначения'), ['land_category'])
    for (const other of ['Земли населённых пунктов', 'Категория не установлена', null]) {
      assert.deepEqual(codesOfLand(other), [], String(other))
    }
  })

  it('name the storeys that the norms ask for where no such house has room', () => {
    assert.deepEqual(codesFor({ leastStoreysMissed: 9 }), ['below_min_storeys'])
  })

  it('say that the shape of a site leaves less room than its rules', () => {
    assert.deepEqual(codesFor({ isThin: true }), ['thin_site'])
    assert.deepEqual(codesFor({ isThin: true, doubtedBy: 'setback_m' }), ['house_doubtful'])
  })

  it('name a parcel that is no more, and one that the state owns', () => {
    const codesOf = (change: Partial<Judged['parcel']>) =>
      codesFor({ parcel: { ...sound.parcel, ...change } })
    assert.deepEqual(codesOf({ status: 'Снят с учёта' }), ['parcel_not_current'])
    assert.deepEqual(codesOf({ status: 'Ранее учтённый', ownership: 'Частная' }), [])
    assert.deepEqual(codesOf({ ownership: 'Федеральная собственность' }), ['public_ownership'])
  })

  it('say how many phases there are, and which do not stand by the horizon', () => {
    const project = {
      ...sound.project,
      phases: [0, 8, 16].map((startMonth) => ({ startMonth, units: [] })),
    }
    const run = (phasesBegun: number) => ({
      ...sound.run,
      phasesBegun,
      unitsBegun: 33 * phasesBegun,
      unitsSold: 33 * phasesBegun,
    })
    assert.deepEqual(codesFor({ project, run: run(3) }), ['phased'])
    assert.deepEqual(codesFor({ project, run: run(2) }), ['phased', 'phases_beyond_horizon'])
  })

  it('never say that all costs are in where the horizon ends before the house stands', () => {
    const project = { ...sound.project, horizonMonths: 30 }
    const run = { ...sound.run, unitsSold: 20 }
    assert.deepEqual(codesFor({ project, run }), ['horizon_before_commissioning'])
  })

  it('hold prices against the new flats near from five of these on', () => {
    const nearBy = (sample: number, medianRubPerM2: number) =>
      codesFor({ prices: evidence(180_000, { localNewBuilds: { medianRubPerM2, sample } }) })
    assert.deepEqual(nearBy(4, 100_000), [])
    assert.deepEqual(nearBy(5, 100_000), ['price_far_from_local'])
    assert.deepEqual(nearBy(5, 180_000), [])
  })
})

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
    assert.match(verdictAt(0.4999) ?? '', /меньше половины, которой ждут банки/)
    assert.match(verdictAt(0.5) ?? '', /не меньше, чем ждут банки/)
  })

  it('is a good one from 70 % on', () => {
    assert.match(verdictAt(0.6999) ?? '', /не меньше, чем ждут банки/)
    assert.match(verdictAt(0.7) ?? '', /хороший темп/)
  })
})
