// Which warnings a forecast gives: from figures at their bounds, and from whole forecasts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RULE_NAMES } from '../../../src/norms/rule-set.ts'
import {
  MAX_RISK_ON_SLIDE_LENGTH,
  MAX_WARNING_LENGTH,
} from '../../../src/reports/forecast/forecast-limits.ts'
import type { Forecast } from '../../../src/siteplan/forecast/forecast.ts'
import { makeForecast } from '../../../src/siteplan/forecast/make-forecast.ts'
import { type Judged, warningsOf } from '../../../src/siteplan/forecast/warnings.ts'
import type { PriceEvidence } from '../../../src/siteplan/price-evidence.ts'
import { thinText } from '../../../src/siteplan/thin-prices.ts'
import { evidence, forecastInputs, rectangularParcel } from '../../support/forecast-inputs.ts'

/** A project that nothing is to be said of. */
const sound: Judged = {
  parcel: rectangularParcel(80, 100),
  ruleSet: { isDefault: false },
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
  crowdedBy: null,
  smallerHousesM2: null,
  leastStoreysMissed: null,
  isThin: false,
  absorption: { basis: 'sector' },
  run: {
    revenueRub: 700e6,
    costRub: 600e6,
    loanLeftRub: 0,
    unitsSold: 100,
    unitsBegun: 100,
    phasesBegun: 1,
  },
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

  it('say once of a type priced by another’s ratio that it has no evidence', () => {
    const { prices } = pricedBy({ n_comparables: 0 })
    assert.deepEqual(codesFor({ prices: { ...prices, fromRatio: ['studio'] } }), [
      'price_from_ratio',
    ])
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
  })

  it('blame the rate of discount for a loss only where revenue covers the costs', () => {
    const said = (costRub: number) =>
      warningsOf({ ...sound, npvRub: -1, run: { ...sound.run, costRub } }).map(({ text }) => text)
    assert.match(said(700e6).join(), /ставке дисконтирования/)
    assert.match(said(701e6).join(), /^Проект убыточен/)
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
    assert.deepEqual(codesOfUse('Данные отсутствуют'), ['permitted_use_unknown'])
  })

  it('call flats forbidden on land of another category, not on land of an unknown one', () => {
    const codesOfLand = (category: string | null) =>
      codesFor({ parcel: { ...sound.parcel, category } })
    assert.deepEqual(codesOfLand('Земли сельскохозяйственного назначения'), ['land_category'])
    assert.deepEqual(codesOfLand('Земли населённых пунктов'), [])
    assert.deepEqual(codesOfLand('Земли населенных пунктов'), [])
    assert.deepEqual(codesOfLand('Земли поселений (земли населенных пунктов)'), [])
    assert.deepEqual(codesOfLand('Земли поселений'), [])
    for (const other of ['Категория не установлена', 'Неизвестно', '-', null]) {
      assert.deepEqual(codesOfLand(other), ['category_unknown'], String(other))
    }
  })

  it('name the distance and the share that they were judged by', () => {
    const localTurnover = { radiusM: 1500, perYear: 1200 }
    const localNewBuilds = { medianRubPerM2: 100_000, sample: 30 }
    const [far, slow] = warningsOf({
      ...sound,
      prices: evidence(180_000, { localTurnover, localNewBuilds }),
      soldAtCommissioning: 0.4,
    })
    assert.match(far?.text ?? '', /в радиусе 1,5\u00a0км/)
    assert.match(slow?.text ?? '', /меньше 50 % квартир/)
  })

  it('name the storeys that the norms ask for where no such house has room', () => {
    assert.deepEqual(codesFor({ leastStoreysMissed: 9 }), ['below_min_storeys'])
  })

  it('say that the shape of a site leaves less room than its rules', () => {
    assert.deepEqual(codesFor({ isThin: true }), ['thin_site'])
    const isCrowded = { isThin: true, crowdedBy: 'parking_per_unit' } as const
    assert.deepEqual(codesFor(isCrowded), ['ground_crowded'])
    assert.deepEqual(codesFor({ ...isCrowded, doubtedBy: 'setback_m' }), ['house_doubtful'])
  })

  it('name a parcel that no longer exists, and one that the state owns', () => {
    const codesOf = (change: Partial<Judged['parcel']>) =>
      codesFor({ parcel: { ...sound.parcel, ...change } })
    for (const status of [
      'Архивный',
      'Снят с учёта',
      'Аннулированный',
      'Временный',
      'Временный, снят с учёта',
    ]) {
      assert.deepEqual(codesOf({ status }), ['parcel_not_current'], status)
    }
    assert.deepEqual(codesOf({ status: 'Ранее учтённый', ownership: 'Частная' }), [])
    for (const ownership of [
      'Государственная собственность',
      'Федеральная собственность',
      'Муниципальная собственность',
      'Собственность публично-правовых образований',
      'Собственность субъекта РФ',
    ]) {
      assert.deepEqual(codesOf({ ownership }), ['public_ownership'], ownership)
    }
  })

  it('call areas apart that differ by more than 5 % of the documents’', () => {
    const codesOfAreas = (declaredAreaM2: number) =>
      codesFor({ parcel: { ...sound.parcel, areaM2: 8000, declaredAreaM2 } })
    // 8000 is 1.05 times 7619.05, and 0.95 times 8421.05.
    assert.deepEqual([7620, 8421].flatMap(codesOfAreas), [])
    for (const declared of [7619, 8422]) {
      assert.deepEqual(codesOfAreas(declared), ['area_mismatch'], `${declared}`)
    }
  })

  it('call a parcel’s record temporary where it is', () => {
    const textOf = (status: string) =>
      warningsOf({ ...sound, parcel: { ...sound.parcel, status } })[0]?.text ?? ''
    assert.match(textOf('Временный'), /«Временный»: проверьте, не истёк ли срок временного учёта/)
    for (const status of ['Архивный', 'Временный, снят с учёта']) {
      assert.ok(textOf(status).includes(`«${status}»: проверьте, существует ли участок`), status)
    }
  })

  it('name each type of flats whose price rests on little once, the smallest first', () => {
    assert.match(thinText(['3', 'studio', '3']), /ненадёжна: студии, 3-комнатные\.$/)
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

  it('say how late the last phase begins, from ten years on', () => {
    const phasedText = (startMonth: number) => {
      const phases = [0, startMonth].map((month) => ({ startMonth: month, units: [] }))
      const given = warningsOf({ ...sound, project: { ...sound.project, phases } })
      return given.find(({ code }) => code === 'phased')?.text ?? ''
    }
    assert.doesNotMatch(phasedText(119), /Последняя/)
    assert.match(phasedText(120), /Последняя начнётся через 10 лет\.$/)
    assert.match(phasedText(21 * 12), /Последняя начнётся через 21 год\.$/)
    assert.match(phasedText(51 * 12), /Последняя начнётся более чем через 50 лет\.$/)
  })

  it('are short enough for every format to print them whole', () => {
    const startMonths = Array.from({ length: 1295 }, (_, at) => 128 * at)
    const phases = startMonths.map((startMonth) => ({ startMonth, units: [] }))
    const begun = { ...sound.run, phasesBegun: 999, unitsBegun: 373_000, unitsSold: 12_345 }
    const worst: Partial<Judged> = {
      leastStoreysMissed: 21,
      smallerHousesM2: 12_345,
      soldAtCommissioning: 0,
      programme: { ...sound.programme, units_total: 999_999 },
      project: { ...sound.project, phases },
      run: { ...begun, loanLeftRub: 1 },
      prices: evidence(180_000, {
        distantM: 3900,
        dataUntil: '2025-01-01',
        fromRatio: ['1', '2', '3'],
        localTurnover: { radiusM: 1500, perYear: 3 },
        localNewBuilds: { medianRubPerM2: 1_234_500_000, sample: 12_345 },
      }),
      parcel: { ...sound.parcel, category: 'Земли запаса', declaredAreaM2: 1 },
      ruleSet: { isDefault: true },
      isDemo: true,
    }
    const given = [
      ...RULE_NAMES.flatMap((rule) => [
        ...warningsOf({ ...sound, ...worst, doubtedBy: rule }),
        ...warningsOf({ ...sound, crowdedBy: rule }),
      ]),
      ...warningsOf({ ...sound, isThin: true, ...pricedBy({ fsd: 0.2 }) }),
    ]
    for (const { text } of given) assert.ok(text.length <= MAX_RISK_ON_SLIDE_LENGTH, text)
    assert.ok(MAX_RISK_ON_SLIDE_LENGTH <= MAX_WARNING_LENGTH)
  })

  it('never say that all costs are counted where the horizon ends before the house stands', () => {
    const project = { ...sound.project, horizonMonths: 30 }
    const run = { ...sound.run, unitsSold: 20 }
    assert.deepEqual(codesFor({ project, run }), ['horizon_before_commissioning'])
    const stands = { ...project, horizonMonths: 36 }
    assert.ok(!codesFor({ project: stands, run }).includes('horizon_before_commissioning'))
  })

  it('call evidence stale once it is more than 180 days old', () => {
    const until = (dataUntil: string) =>
      codesFor({ valuationDate: '2026-01-15', prices: evidence(180_000, { dataUntil }) })
    assert.deepEqual([until('2025-07-19'), until('2025-07-18')], [[], ['stale_evidence']])
  })

  it('compare prices with those of new flats nearby, of which there must be five', () => {
    const nearBy = (sample: number, medianRubPerM2: number) =>
      codesFor({ prices: evidence(180_000, { localNewBuilds: { medianRubPerM2, sample } }) })
    assert.deepEqual(nearBy(4, 100_000), [])
    assert.deepEqual(nearBy(5, 100_000), ['price_far_from_local'])
    assert.deepEqual(nearBy(5, 180_000), [])
    // The price is that of the scenario: 1.25 times the median, and a tenth more.
    const localNewBuilds = { medianRubPerM2: 144_000, sample: 5 }
    const prices = evidence(180_000, { localNewBuilds })
    assert.deepEqual(codesFor({ prices }), [])
    assert.deepEqual(codesFor({ prices, priceFactor: 1.1 }), ['price_far_from_local'])
  })
})

const forecastOf = (change: Parameters<typeof forecastInputs>[0] = {}) =>
  makeForecast(forecastInputs({ environment: { SITEPLAN_DRAWS: '1000' }, ...change }))

const codesOf = ({ warnings }: Forecast) => warnings.map(({ code }) => code)

const near = (medianRubPerM2: number) => ({ medianRubPerM2, sample: 32 })

describe('a warning of a whole forecast', () => {
  for (const [code, change] of [
    ['no_declared_area', { parcel: rectangularParcel(80, 100, { declaredAreaM2: null }) }],
    ['area_mismatch', { parcel: rectangularParcel(80, 100, { declaredAreaM2: 8500 }) }],
    ['category_unknown', { parcel: rectangularParcel(80, 100, { category: null }) }],
    ['permitted_use_unknown', { parcel: rectangularParcel(80, 100, { permittedUse: null }) }],
    [
      'permitted_use_not_residential',
      { parcel: rectangularParcel(80, 100, { permittedUse: 'Склады' }) },
    ],
    [
      'permitted_use_no_flats',
      {
        parcel: rectangularParcel(80, 100, {
          permittedUse: 'Для индивидуального жилищного строительства',
        }),
      },
    ],
    [
      'land_category',
      {
        parcel: rectangularParcel(80, 100, { category: 'Земли сельскохозяйственного назначения' }),
      },
    ],
    ['house_doubtful', { parcel: rectangularParcel(22, 400) }],
    ['house_too_small', { parcel: rectangularParcel(24, 32) }],
    ['demo_data', { prices: evidence(180_000, { isDemo: true }) }],
    ['distant_comparables', { prices: evidence(180_000, { distantM: 3500 }) }],
    ['price_far_from_local', { prices: evidence(180_000, { localNewBuilds: near(240_000) }) }],
    ['price_far_from_local', { prices: evidence(180_000, { localNewBuilds: near(135_000) }) }],
    ['price_from_ratio', { prices: evidence(180_000, { fromRatio: ['3'] }) }],
    ['stale_evidence', { prices: evidence(180_000, { dataUntil: '2025-01-01' }) }],
    [
      'pace_default',
      { prices: evidence(180_000, { localTurnover: { radiusM: 1000, perYear: 3 } }) },
    ],
    ['unsold_at_horizon', { horizonMonths: 30 }],
    ['horizon_before_commissioning', { horizonMonths: 12 }],
    ['negative_npv', { prices: evidence(60_000) }],
    ['loan_outstanding', { prices: evidence(60_000) }],
    ['slow_presales', { scenario: 'low' }],
  ] as const) {
    it(`is given: ${code}`, () => {
      assert.ok(codesOf(forecastOf(change)).includes(code))
      assert.ok(!codesOf(forecastOf()).includes(code))
    })
  }

  it('on the pace is given where fewer than a dozen were sold and offered around in a year', () => {
    const codes = (perYear: number) =>
      codesOf(
        forecastOf({ prices: evidence(180_000, { localTurnover: { radiusM: 1000, perYear } }) }),
      )
    assert.ok(codes(11).includes('pace_default'))
    assert.ok(!codes(12).includes('pace_default'))
    assert.ok(codes(12).includes('pace_local'))
  })

  it('on the price near is given past a gap of 1.3 times, and only where more than four are sold new', () => {
    const texts = (localNewBuilds: PriceEvidence['localNewBuilds']) =>
      forecastOf({ prices: evidence(230_000, { localNewBuilds }) }).warnings.flatMap(
        ({ code, text }) => (code === 'price_far_from_local' ? [text] : []),
      )
    assert.deepEqual(texts(near(516_000)), [
      'Цена, 230 тыс. ₽/м², в 2,2 раза ниже медианы новостроек в радиусе 1\u00a0км (516 тыс. ₽/м², 32 сделки и объявления).',
    ])
    assert.match(texts(near(230_000 * 5))[0] ?? '', /в 5 раз ниже/)
    assert.match(texts(near(230_000 * 4))[0] ?? '', /в 4 раза ниже/)
    assert.match(texts(near(1_234_500_000))[0] ?? '', /\(1\u00a0234\u00a0500 тыс\. ₽\/м²,/)
    assert.deepEqual(texts(near(290_000)), [])
    assert.deepEqual(texts(near(180_000)), [])
    assert.deepEqual(texts({ medianRubPerM2: 516_000, sample: 4 }), [])
    assert.deepEqual(texts({ medianRubPerM2: null, sample: 0 }), [])
  })

  it('that forbids the house comes before those on ground, evidence, money and gaps', () => {
    const codes = codesOf(
      forecastOf({
        parcel: rectangularParcel(22, 400, {
          category: 'Земли сельскохозяйственного назначения',
          permittedUse: 'Склады',
          declaredAreaM2: 9500,
        }),
        prices: evidence(60_000, { fromRatio: ['3'], dataUntil: '2025-01-01' }),
      }),
    )
    const expected = [
      'land_category',
      'permitted_use_not_residential',
      'house_doubtful',
      'area_mismatch',
      'price_from_ratio',
      'stale_evidence',
      'negative_npv',
      'rule_set_default',
    ]
    assert.deepEqual(
      codes.filter((code) => expected.includes(code)),
      expected,
    )
  })
})
