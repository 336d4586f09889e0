import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Region } from '../../../src/geometry/plane.ts'
import { SIZES_M } from '../../../src/norms/house-sizes.ts'
import { RULE_FROM_REQUEST } from '../../../src/norms/requested-rules.ts'
import type { Block } from '../../../src/reports/document.ts'
import { layoutsReport } from '../../../src/reports/layouts/layouts-report.ts'
import { RULE } from '../../../src/reports/norm-words.ts'
import { PAGE_WIDTH_MM } from '../../../src/reports/page.ts'
import type { BestLayouts, LayoutOption, Objective } from '../../../src/siteplan/layouts/layout.ts'
import {
  building,
  nothingFound,
  rectangle,
  sampleLayouts,
} from '../../siteplan/layouts/sample-layouts.ts'
import { plainSpaces } from '../plain-spaces.ts'

const saidIn = (layouts: BestLayouts) => plainSpaces(JSON.stringify(layoutsReport(layouts)))

function changeFirst(change: Partial<LayoutOption>): BestLayouts {
  const sample = sampleLayouts()
  const [first, ...rest] = sample.options
  assert.ok(first)
  return { ...sample, options: [{ ...first, ...change }, ...rest] }
}

describe('best layouts as a document', () => {
  it('says of each option what the layouts say', () => {
    const layouts = sampleLayouts()
    const said = saidIn(layouts)
    for (const { rank, indicators, checks } of layouts.options) {
      assert.ok(said.includes(`"Вариант ${rank}"`))
      const area = String(Math.round(indicators.gfa_m2)).replace(/\B(?=(?:\d{3})+$)/g, ' ')
      assert.ok(said.includes(`"${area} м²"`), area)
      for (const { rule, source } of checks)
        assert.ok(said.includes(RULE[rule]) && said.includes(source))
    }
  })

  it('is marked where its data are made up, and only then', () => {
    const markOf = (is_demo: boolean) => layoutsReport(sampleLayouts({ is_demo })).mark
    assert.deepEqual([markOf(true), markOf(false)], ['Демонстрационные данные', undefined])
  })

  it('warns under the title of land where no flats may be built, whatever was found', () => {
    const warnings = [
      { code: 'land_category', text: 'Здесь строить нельзя.' },
      { code: 'parcel_not_current', text: 'Участка больше нет.' },
    ] as const
    for (const layouts of [sampleLayouts({ warnings }), { ...nothingFound(), warnings }]) {
      const { blocks } = layoutsReport(layouts)
      assert.deepEqual(blocks[2], {
        kind: 'paragraph',
        tone: 'warning',
        text: 'Здесь строить нельзя. Участка больше нет.',
      })
    }
    assert.notEqual(layoutsReport(sampleLayouts()).blocks[2]?.kind, 'paragraph')
  })

  it('says on what terms the land may be built on beside what was asked, without alarm', () => {
    const warnings = [
      { code: 'public_ownership', text: 'Земля на торгах.' },
      { code: 'area_mismatch', text: 'Площади расходятся.' },
    ] as const
    for (const layouts of [sampleLayouts({ warnings }), { ...nothingFound(), warnings }]) {
      const { blocks } = layoutsReport(layouts)
      const note = { kind: 'paragraph', tone: 'note' } as const
      const text = 'Что учесть. Земля на торгах. Площади расходятся.'
      const asked = blocks.findIndex((block) => 'text' in block && block.text === 'Что задано')
      assert.deepEqual(blocks[asked + 2], { ...note, text })
      assert.doesNotMatch(saidIn(layouts), /"tone":"warning","text":"Земля/)
    }
    assert.doesNotMatch(saidIn(sampleLayouts()), /Что учесть/)
  })

  it('says what is known of the land beside what was asked, and what is not', () => {
    const said = saidIn(sampleLayouts())
    assert.match(said, /"Категория земель","value":"Земли населённых пунктов"/)
    assert.match(said, /"Разрешённое использование","value":"Многоэтажная жилая застройка/)
    assert.match(said, /"Площадь по документам","value":"[\d ]+ м²"/)
    assert.doesNotMatch(said, /Чего не хватает в данных\./)
    const sample = sampleLayouts()
    const parcel = { ...sample.parcel, category: null, permitted_use: null, declared_area_m2: null }
    const warnings = [{ code: 'category_unknown', text: 'Категория неизвестна.' }] as const
    const gaps = saidIn({ ...sample, parcel, warnings })
    assert.match(gaps, /"Категория земель","value":"—"/)
    assert.match(gaps, /"Чего не хватает в данных\. Категория неизвестна\."/)
  })

  it('draws every option: small, as a plan, in the sun and as a body', () => {
    const drawings = layoutsReport(sampleLayouts()).blocks.filter(
      (block: Block) => block.kind === 'drawing',
    )
    assert.equal(drawings.length, 1 + 3 * 3)
  })

  it('fits its drawings to the page', () => {
    for (const layouts of [sampleLayouts(), nothingFound()]) {
      for (const block of layoutsReport(layouts).blocks) {
        if (block.kind === 'drawing')
          assert.ok(block.widthMm <= PAGE_WIDTH_MM && block.heightMm <= 230)
      }
    }
  })

  it('says one area of the site, though the plan’s plane measures another', () => {
    const sample = sampleLayouts()
    const options = sample.options.map((option) => ({
      ...option,
      indicators: { ...option.indicators, site_m2: option.indicators.site_m2 + 1 },
    }))
    const said = saidIn({ ...sample, options })
    const areas = [...said.matchAll(/"Площадь участка","value":"([^"]*)"/g)].map(([, area]) => area)
    assert.equal(areas.length, 1 + options.length)
    assert.equal(new Set(areas).size, 1)
  })

  it('names the shares of flats and of their area as they were given, not to a whole per cent', () => {
    const sample = sampleLayouts()
    const given = saidIn({
      ...sample,
      request: {
        ...sample.request,
        unit_mix: { studio: 0.125, '1': 0.125, '2': 0.375, '3': 0.375 },
      },
      assumptions: { ...sample.assumptions, saleable_share: 0.725 },
    })
    const said = plainSpaces(given)
    assert.match(said, /"студии 12,5 %, 1-комн\. 12,5 %, 2-комн\. 37,5 %, 3-комн\. 37,5 %"/)
    assert.match(said, /продаваемая площадь — 72,5 % площади этажей/)
    const unit_mix = { studio: 0, '1': 1, '2': 0, '3': 0 }
    const one = saidIn({ ...sample, request: { ...sample.request, unit_mix } })
    assert.match(one, /"Доли квартир по числу","value":"1-комн\. 100 %"/)
  })

  it('names the request as the source of parking that it asked for beyond the norm', () => {
    const sample = sampleLayouts()
    const { value, source } = sample.rule_set.rules.parking_per_unit
    const sourceIn = (parking_ratio: number) => {
      const said = saidIn({ ...sample, request: { ...sample.request, parking_ratio } })
      return /"Машино-места"(?:[^\]]*?"text":"([^"]*)"){4}/.exec(said)?.[1]
    }
    assert.equal(sourceIn(value), source)
    assert.equal(
      sourceIn(value + 1),
      `Задано в запросе: ${String(value + 1).replace('.', ',')} на квартиру`,
    )
  })

  it('counts houses by their kinds, and measures each along its longest side and across', () => {
    const houses = [
      building('А', 'slab', rectangle([100, 50], 60, 15, 30), 9),
      building('Б', 'slab', rectangle([100, 150], 16, 72), 9),
      building('В', 'tower', rectangle([200, 50], 24, 24), 9),
    ]
    const said = saidIn(changeFirst({ buildings: houses }))
    assert.match(said, /"Секционный дом × 2, башня\. План в масштабе/)
    for (const extent of ['60,0 × 15,0', '72,0 × 16,0', '24,0 × 24,0']) {
      assert.ok(said.includes(`"${extent}"`), extent)
    }
  })

  it('shows a limit of nothing as it is where nothing is below it', () => {
    const [check] = sampleLayouts().options[0]?.checks ?? []
    assert.ok(check)
    const limitOf = (change: Partial<typeof check>) =>
      /"Норма".*?"rows":\[.*?"text":"[^"]*"},{"text":"([^"]*)"/.exec(
        saidIn(changeFirst({ checks: [{ ...check, ...change, limit: 0 }] })).replace(
          /.*?"Проверка норм"/,
          '',
        ),
      )?.[1]
    assert.equal(limitOf({ relation: 'at_most', unit: 'm2' }), '0 м²')
    assert.equal(limitOf({ relation: 'at_least', unit: 'm' }), '≥ 0 м')
  })

  it('says loudly which norm an option breaks', () => {
    const [check] = sampleLayouts().options[0]?.checks ?? []
    assert.ok(check)
    const broken = { ...check, rule: 'fire_gap_m', ok: false } as const
    assert.match(
      saidIn(changeFirst({ checks: [broken] })),
      /Нарушены нормы:","text":"противопожарный/,
    )
    assert.doesNotMatch(saidIn(sampleLayouts()), /Нарушен|нарушен/)
  })

  it('says why there is no revenue where there are no prices', () => {
    const sample = sampleLayouts()
    const options = sample.options.map((option) => ({ ...option, economics: null }))
    const said = saidIn({ ...sample, options })
    assert.match(said, /выручка не считалась/)
    assert.match(said, /выручка не посчитана/)
    // In its place are the flats, which are then told once.
    assert.match(said, /"Квартир, вариант 1","value":"\d+","note":"продаваемая площадь/)
    assert.match(saidIn(sample), /"Выручка, вариант 1","value":"[^"]+","note":"\d+ квартир/)
    assert.doesNotMatch(saidIn(sample), /не считалась|не посчитана/)
    assert.match(saidIn(sample), /; цены сегодня: /)
    const assumptions = { ...sample.assumptions, price_rub_per_m2: null }
    assert.doesNotMatch(saidIn({ ...sample, options, assumptions }), /цены сегодня/)
  })

  it('shows what the options are ordered by: the score, what it is made of, the sun of the darkest section', () => {
    const sample = sampleLayouts()
    const saysOf = (objective: Objective, options = sample.options) =>
      saidIn({ ...sample, options, request: { ...sample.request, objective } })
    const balanced = saysOf('balanced')
    assert.match(balanced, /"Балл, из 100"},{"text":"96,00"},{"text":"92,00"},{"text":"88,00"/)
    assert.match(balanced, /"Инсоляция худшей секции"},{"text":"2,3 ч"/)
    assert.match(balanced, /площади этажей и среды»: 55 % — доля предельной площади, 45 % — среда/)
    assert.match(saysOf('revenue'), /97 % — выручка, 3 % — среда/)
    assert.doesNotMatch(balanced, /Выручка за вычетом строительства/)
    const priced = sample.options.map((option) => ({
      ...option,
      economics: option.economics && {
        ...option.economics,
        revenue_rub: 913_400_000,
        cost_rub: 600_000_000,
      },
    }))
    assert.match(saysOf('margin', priced), /"Остаток в рублях"},{"text":"313,4 млн ₽"/)
    const unpriced = sample.options.map((option) => ({ ...option, economics: null }))
    assert.match(saysOf('revenue', unpriced), /97 % — доля предельной площади/)
    assert.match(saysOf('margin', unpriced), /"Балл, из 100".*97 % — доля предельной площади/)
  })

  it('counts the checks that hold, and not those that do not', () => {
    const [{ checks } = { checks: [] }] = sampleLayouts().options
    const last = checks.length - 1
    const spoilt = checks.map((check, i) => (i === last ? { ...check, ok: false } : check))
    assert.match(saidIn(changeFirst({ checks: spoilt })), new RegExp(`"${last} из ${last + 1}"`))
  })

  it('promises no hundred where profit is scored: of a loss the score is below zero', () => {
    const sample = sampleLayouts()
    const options = sample.options.map((option) => ({ ...option, score: -0.12 }))
    const request = { ...sample.request, objective: 'margin' } as const
    const said = saidIn({ ...sample, options, request })
    assert.match(said, /"Балл"},{"text":"−12,00"/)
    assert.match(
      said,
      /97 % — остаток после строительства \(в процентах от выручки при предельной площади/,
    )
    assert.match(said, /при убытке — ниже нуля\)/)
    assert.doesNotMatch(said, /из 100"/)
  })

  it('deducts from a margin in words what it deducts in figures', () => {
    const said = saidIn(sampleLayouts())
    assert.match(said, /"Остаток после строительства"/)
    assert.match(
      said,
      /остаётся \d+,\d.%.выручки без вычета земли, процентов и расходов на продажу/,
    )
    assert.match(said, /без стадий продаж, земли, процентов, расходов на продажу и налогов/)
  })

  it('says of a loss by how much building is dearer, not that less than nothing remains', () => {
    const price_rub_per_m2 = { studio: 9e4, '1': 9e4, '2': 9e4, '3': 9e4 }
    const economics = { price_rub_per_m2, revenue_rub: 1e8, cost_rub: 122e6, margin: -0.22 }
    const said = saidIn(changeFirst({ economics }))
    assert.match(said, /дороже выручки на 22,0.%, не считая земли, процентов и расходов на продажу/)
  })

  it('names the largest parking, of all pieces that touch, and how near to a wall it lies and may lie', () => {
    const walls = { footprint: rectangle([0, 0], 40, 20), courts: [rectangle([0, 0], 20, 8)] }
    const [first] = sampleLayouts().options
    const [house] = first?.buildings ?? []
    assert.ok(first && house)
    const saysOf = (parking: Region) =>
      saidIn(changeFirst({ parking, buildings: [{ ...house, ...walls }] })).match(
        /Крупнейшая стоянка","value":"([^"]*)"/,
      )?.[1]
    const pieces = [
      rectangle([0, 27.5], 40, 20),
      // They touch along half a side, and by a corner.
      rectangle([40, 37.5], 40, 20),
      rectangle([70, 52.5], 20, 10),
    ]
    assert.equal(saysOf([...pieces, rectangle([0, -60], 50, 20)]), '72 места, до стен 7,5 м')
    assert.equal(saysOf([rectangle([0, -60], 50, 20), ...pieces]), '72 места, до стен 7,5 м')
    // One of fewer spaces may lie nearer.
    const near = saidIn(
      changeFirst({
        parking: [...pieces, rectangle([0, -20], 20, 10)],
        buildings: [{ ...house, ...walls }],
      }),
    )
    assert.match(near, /Крупнейшая стоянка","value":"72 места, до стен 7,5 м"/)
    assert.match(near, /Ближняя к домам стоянка","value":"8 мест, до стен 5 м"/)
    assert.match(near, /Стоянок с разрывом по СанПиН"},{"text":"0 из 2"/)
    assert.doesNotMatch(saidIn(changeFirst({ parking: pieces })), /Ближняя к домам/)
    assert.match(
      near,
      /1200-03: для крупнейшей — 25 м \(не выдержан\), для ближней к домам — 10 м \(не выдержан\); не выдержан ни у одной из 2 стоянок\./,
    )
    // In the court, around the house, and with a hole.
    assert.equal(saysOf([rectangle([0, 0], 13, 2)]), '1 место, до стен 3 м')
    const around = rectangle([0, 0], 48, 28).toReversed()
    assert.equal(saysOf([rectangle([0, 0], 60, 40), around]), '42 места, до стен 4 м')
    const hole = rectangle([0, 60], 20, 20).toReversed()
    assert.equal(saysOf([rectangle([0, 60], 40, 40), hole]), '48 мест, до стен 30 м')
    const far = saidIn(
      changeFirst({
        parking: [rectangle([0, 60], 40, 40), hole],
        buildings: [{ ...house, ...walls }],
      }),
    )
    assert.match(far, /1200-03: для крупнейшей — 15 м \(выдержан\)\./)
    assert.match(far, /Стоянок с разрывом по СанПиН"},{"text":"1 из 1"/)
    const none = changeFirst({ parking: [] }).options.slice(0, 1)
    assert.doesNotMatch(
      saidIn(sampleLayouts({ options: none })),
      /"Крупнейшая стоянка"|1200-03 требует/,
    )
  })

  it('names the norms that the request has set', () => {
    const sample = sampleLayouts()
    const setback_m = { value: 5, source: RULE_FROM_REQUEST }
    const rule_set = { ...sample.rule_set, rules: { ...sample.rule_set.rules, setback_m } }
    const said = saidIn({ ...sample, rule_set })
    assert.match(said, /заданные в запросе вместо набора: отступ зданий от границ участка — 5 м\./)
    assert.doesNotMatch(saidIn(sample), /заданные в запросе/)
  })

  it('says what was asked beside what the norms leave of it', () => {
    const sample = sampleLayouts()
    const { rules } = sample.rule_set
    const saysOf = (
      label: string,
      request: Partial<BestLayouts['request']>,
      norms: { readonly least?: number; readonly most?: number; readonly mostM?: number } = {},
    ) => {
      const limits = {
        min_storeys: { ...rules.min_storeys, value: norms.least ?? 1 },
        max_storeys: { ...rules.max_storeys, value: norms.most ?? 25 },
        max_height_m: { ...rules.max_height_m, value: norms.mostM ?? 75 },
      }
      const said = saidIn({
        ...sample,
        request: { ...sample.request, ...request },
        rule_set: { ...sample.rule_set, rules: { ...rules, ...limits } },
      })
      return said.match(new RegExp(`"${label}","value":"([^"]*)"`))?.[1]
    }
    const storeys = (min: number, max: number, norms = {}) =>
      saysOf('Этажность', { storeys: { min, max } }, norms)
    assert.equal(storeys(4, 9), 'от 4 до 9')
    assert.equal(storeys(3, 9, { least: 9 }), '9 (запрошено 3–9, норма не ниже 9)')
    assert.equal(storeys(5, 9, { most: 8 }), 'от 5 до 8 (запрошено 5–9, норма не выше 8)')
    assert.equal(storeys(3, 17, { most: 8 }), 'от 3 до 8 (по умолчанию 3–17, норма не выше 8)')
    assert.equal(storeys(5, 9, { mostM: 20 }), 'от 5 до 6 (запрошено 5–9, по высоте не выше 6)')
    assert.equal(storeys(8, 8, { least: 9 }), 'запрошено 8, норма не ниже 9')
    assert.equal(storeys(9, 12, { least: 9, most: 12 }), 'от 9 до 12')
    assert.equal(
      storeys(5, 9, { most: 8, mostM: 24 }),
      'от 5 до 8 (запрошено 5–9, норма не выше 8)',
    )
    const parking = (parking_ratio: number) => saysOf('Машино-мест на квартиру', { parking_ratio })
    assert.equal(parking(0.5), '0,6 по норме (запрошено 0,5)')
    assert.equal(parking(0.6), '0,6')
    assert.equal(parking(1.25), '1,25')
  })

  it('says that its own smallest houses have no room, never that no building has', () => {
    const { slabDepth, section, towerSide } = SIZES_M
    const said = saidIn(nothingFound())
    assert.ok(
      said.includes(
        `ни один из домов, которые рассматриваются (секция от ${section.least} × ${slabDepth.least} м`,
      ),
    )
    assert.ok(said.includes(`башня от ${towerSide.least} × ${towerSide.least} м`))
    assert.doesNotMatch(said, /ни одного здания/)
    // The shape is in the way of what ground there is, the setback where there is none.
    assert.match(said, /Мешает форма участка внутри отступов от границ \(3 м\)\."/)
    const { site } = sampleLayouts()
    assert.match(
      saidIn({ ...nothingFound(), site: { ...site, buildable_area_m2: 0.4 } }),
      /Мешает отступ от границ участка \(3 м\)\. Внутри отступов от границ места не остаётся\."/,
    )
    const { request } = sampleLayouts()
    const towers = saidIn({ ...nothingFound(), request: { ...request, typologies: ['tower'] } })
    assert.ok(towers.includes(`(башня от ${towerSide.least} × ${towerSide.least} м)`))
    assert.match(saidIn(sampleLayouts()), /секции 24–30 × 15–17 м, дом до 120 м/)
  })

  it('never says undefined, null or NaN', () => {
    const sample = sampleLayouts()
    const options = sample.options.map((option) => ({ ...option, economics: null }))
    const parcel = { ...sample.parcel, address: null }
    for (const layouts of [sample, nothingFound(), { ...sample, parcel, options }]) {
      assert.doesNotMatch(saidIn(layouts), /undefined|null|NaN|Infinity/)
    }
  })
})

describe('the share of the bound in the report', () => {
  it('is taken of what the smallest house can reach, with the bound of the norms beside it', () => {
    const [first] = sampleLayouts().options
    assert.ok(first)
    const option = { ...first, indicators: { ...first.indicators, gfa_m2: 1200 } }
    const bounds = { upper_bound_gfa_m2: 1800, reachable_gfa_m2: 1200 }
    const said = saidIn(sampleLayouts({ ...bounds, options: [option] }))
    assert.match(said, /100,0 % достижимых 1 200 м² \(предел норм — 1 800 м², но этаж/)
  })

  it('is taken of the bound of the norms where nearly all of it can be reached, or nothing known', () => {
    const shareIn = (reachable_gfa_m2: number) =>
      saidIn(sampleLayouts({ upper_bound_gfa_m2: 1800, reachable_gfa_m2 }))
    assert.match(shareIn(1790), /достижимых 1 790 м²/)
    for (const reachableM2 of [1792, 0]) assert.match(shareIn(reachableM2), /предела в 1 800 м²;/)
  })

  it('is beside the storeys that it was reached at, but for 97 % of it and more', () => {
    const [first] = sampleLayouts().options
    assert.ok(first)
    const limitAt = (share_of_bound: number) => {
      const indicators = { ...first.indicators, share_of_bound, max_storeys: 7 }
      return saidIn(sampleLayouts({ options: [{ ...first, indicators }] }))
    }
    assert.match(limitAt(0.9699), /; при этажности 7 ограничивает /)
    assert.match(limitAt(0.97), /; ограничивает /)
  })
})

describe('what the report of best layouts names as simplified', () => {
  it('has playgrounds, paths and parking beside walls among it', () => {
    const said = saidIn(sampleLayouts())
    assert.match(said, /расстояния от площадок до стоянок и окон по нормам не проверены/)
    assert.match(said, /дорожки считаются озеленением/)
    assert.match(said, /Стоянки и площадки — не ближе 3 м к стенам/)
    assert.match(said, /Удалённость от домов .* не проверены/)
    assert.match(said, /нагрузка на выезды не учтены/)
  })

  it('says of drawings only where something is drawn', () => {
    const ofDrawings = /под «Проверкой норм»|Разметка стоянок на плане/
    assert.match(saidIn(sampleLayouts()), ofDrawings)
    assert.doesNotMatch(saidIn(sampleLayouts({ options: [] })), ofDrawings)
  })

  it('has turning, dead ends and oncoming traffic on ways for fire engines among it', () => {
    const said = saidIn(sampleLayouts())
    assert.match(said, /не проверены разворотные площадки, длина тупиков и встречное движение/)
  })

  it('names the norms whose value is assumed, and no others', () => {
    const sample = sampleLayouts()
    const said = saidIn(sample).match(/Приняты расчётом, не нормативом: ([^"]*)/)?.[1] ?? ''
    assert.match(said, /детские и спортивные площадки/)
    assert.match(said, /озеленение/)
    assert.doesNotMatch(said, /этажность|отступ/)
    const source = 'Местные нормативы'
    const rules = Object.fromEntries(
      Object.entries(sample.rule_set.rules).map(([name, norm]) => [name, { ...norm, source }]),
    ) as typeof sample.rule_set.rules
    const set = saidIn({ ...sample, rule_set: { ...sample.rule_set, rules } })
    assert.doesNotMatch(set, /Приняты расчётом/)
  })
})
