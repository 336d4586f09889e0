// Which figure of an estimate stands where in its report: table by table, line by line. How the
// report's words follow the estimate stands in estimate-report.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block } from '../../../src/reports/document.ts'
import { estimateReport } from '../../../src/reports/estimate/estimate-report.ts'
import type {
  EstimateComparable,
  ReportedEstimate,
} from '../../../src/reports/estimate/reported-estimate.ts'
import { buildEstimate } from '../../support/estimates.ts'
import { plainSpaces } from '../plain-spaces.ts'

/** The blocks of a report, those that stand beside others among them. */
function blocksOf(estimate: ReportedEstimate): readonly Block[] {
  return estimateReport(estimate).blocks.flatMap((block) =>
    block.kind === 'beside' ? [...block.left, ...block.right] : [block],
  )
}

function blocksAfter(estimate: ReportedEstimate, title: string): readonly Block[] {
  const blocks = blocksOf(estimate)
  const at = blocks.findIndex((block) => block.kind === 'heading' && block.text.startsWith(title))
  assert.ok(at >= 0, title)
  return blocks.slice(at)
}

/** The rows of the table under a heading, a cell with a second line as both. */
function rowsAfter(estimate: ReportedEstimate, title: string): readonly (readonly string[])[] {
  const grid = blocksAfter(estimate, title).find((block) => block.kind === 'grid')
  assert.ok(grid)
  return grid.rows.map(({ cells }) =>
    cells.map(({ text, sub }) => plainSpaces(sub === undefined ? text : `${text} / ${sub}`)),
  )
}

function factsAfter(estimate: ReportedEstimate, title: string): Readonly<Record<string, string>> {
  const facts = blocksAfter(estimate, title).find((block) => block.kind === 'facts')
  assert.ok(facts)
  return Object.fromEntries(
    facts.rows.map(({ label, value, mark = '' }) => [label, plainSpaces(value + mark)]),
  )
}

const notesOf = (estimate: ReportedEstimate) =>
  blocksOf(estimate).flatMap((block) =>
    block.kind === 'paragraph' ? [plainSpaces(block.text)] : [],
  )

/** An estimate whose comparables are the first of a made-up one, changed by these. */
function estimateWith(...changes: readonly Partial<EstimateComparable>[]): ReportedEstimate {
  const estimate = buildEstimate({ comparables: changes.length })
  for (const [at, change] of changes.entries()) {
    Object.assign(estimate.comparables[at] as EstimateComparable, change)
  }
  return estimate
}

const HOUSE: Partial<EstimateComparable> = {
  kind: 'listing',
  date: '2024-02-04',
  address: 'ул. Советская, д. 216',
  same_building: false,
  distance_m: 495,
  price_rub: 8_000_000,
  price_rub_per_m2: 148_000,
  area_m2: 53.9,
  rooms: 3,
  floor: 3,
  floors_total: 9,
  year_built: 1987,
  house_material: 'panel',
  condition: 'cosmetic',
  similarity: 0.91,
  weight: 0.3077,
  adjustments: [
    { factor: 'date', fraction: 0.0118 },
    { factor: 'condition', fraction: -0.05 },
  ],
  net_adjustment: -0.0388,
  gross_adjustment: 0.0618,
  adjusted_price_rub: 7_689_680,
}

describe('the figures of an estimate in its report', () => {
  it('are those of the flat, a mark beside what was not stated', () => {
    const estimate = buildEstimate({
      change: ({ subject }) =>
        Object.assign(subject, {
          kitchen_area_m2: 8.6,
          living_area_m2: 31.2,
          ceiling_height_m: 2.65,
          building_class: 'комфорт',
          year_built: 1987,
          imputed: ['condition'],
          // What was stated stands.
          imputed_values: { condition: 'euro', year_built: 1990 },
        }),
    })
    assert.deepEqual(factsAfter(estimate, 'Объект оценки'), {
      'Общая площадь': '54,3 м²',
      Комнаты: '2',
      'Площадь кухни': '8,6 м²',
      'Жилая площадь': '31,2 м²',
      Этаж: '5 из 9',
      'Высота потолков': '2,65 м',
      'Год постройки': '1987',
      'Тип дома': 'панельный',
      Ремонт: 'евроремонт*',
      'Класс дома': 'комфорт',
      Рынок: 'вторичный',
      Координаты: '52,26450; 104,33120',
      'Дата оценки': '20.05.2024',
      Составлено: '20.05.2024 12:14 МСК',
    })
    assert.ok(notesOf(estimate).some((text) => text.startsWith('* В запросе не указано;')))
  })

  it('are those that the value rests on', () => {
    const estimate = buildEstimate({
      change: ({ confidence }) =>
        Object.assign(confidence, {
          fsd: 0.0529,
          n_comparables: 11,
          n_effective: 7.04,
          max_distance_m: 1240,
          median_age_days: 38,
        }),
    })
    assert.deepEqual(factsAfter(estimate, 'На чём держится оценка'), {
      Аналогов: '11',
      'Аналогов с учётом весов': '7',
      'Самый дальний аналог': '1,2 км',
      'Давность (медиана)': '38 дн.',
    })
    assert.ok(notesOf(estimate).includes('В двух случаях из трёх погрешность не больше 5,3 %.'))
  })

  it('are a level within the scale, and the price of the other basis where it is known', () => {
    const saidWith = (change: (estimate: ReportedEstimate) => void) => {
      const estimate = buildEstimate({ change })
      const [, level] = blocksOf(estimate).filter((block) => block.kind === 'figures')
      const [shown] = level?.items ?? []
      const notes = notesOf(estimate).filter((text) => text.startsWith('Цена в объявлении'))
      return [shown?.value, shown?.note, ...notes]
    }
    const price = 'Цена в объявлении — 8 100 000 ₽'
    const at = (level: number, value: object) =>
      saidWith((estimate) => {
        estimate.confidence.level = level
        Object.assign(estimate.value, { ask_rub: 8_100_000, bargaining: -0.045 }, value)
      })
    assert.deepEqual(at(6, {}), ['6 из 7', 'высокая', `${price} (торг −4,5 %).`])
    assert.deepEqual(at(1, { bargaining: null }), ['1 из 7', 'очень низкая', `${price}.`])
    assert.deepEqual(at(7, { ask_rub: null }), ['7 из 7', 'очень высокая'])
    // Of a version with another scale.
    assert.deepEqual(at(0, {}).slice(0, 2), ['1 из 7', 'очень низкая'])
    assert.deepEqual(at(9, {}).slice(0, 2), ['7 из 7', 'очень высокая'])
  })

  it('are the band, the value and the adjusted prices in the drawing', () => {
    const estimate = estimateWith(HOUSE, { ...HOUSE, adjusted_price_rub: 7_900_000 })
    Object.assign(estimate.value, { market_rub: 7_700_000, low_rub: 7e6, high_rub: 8_200_000 })
    const [, band] = blocksOf(estimate).filter((block) => block.kind === 'drawing')
    assert.equal(
      plainSpaces(band?.alt ?? ''),
      'Шкала цен: диапазон от 7 000 000 ₽ до 8 200 000 ₽, рыночная стоимость — 7 700 000 ₽, аналоги — от 7 689 680 ₽ до 7 900 000 ₽.',
    )
  })

  it('are a line for each comparable, and a second one where there is more to say', () => {
    const estimate = estimateWith(
      HOUSE,
      { ...HOUSE, kind: 'deal', same_building: true, rooms: 0, price_rub_per_m2: null },
      {
        ...HOUSE,
        address: null,
        floors_total: null,
        year_built: null,
        house_material: null,
        condition: null,
      },
    )
    const price = '8 000 000 ₽ / 148 000 ₽/м²'
    assert.deepEqual(rowsAfter(estimate, 'Аналоги'), [
      [
        '1',
        'ул. Советская, д. 216',
        '04.02.2024 / объявление',
        '53,9 м² / 3-комн.',
        '3/9',
        '1987 / панельный',
        'косметический',
        price,
      ],
      [
        '2',
        'ул. Советская, д. 216 / в том же доме',
        '04.02.2024 / сделка',
        '53,9 м² / студия',
        '3/9',
        '1987 / панельный',
        'косметический',
        '8 000 000 ₽ / 148 423 ₽/м²',
      ],
      [
        '3',
        'Адрес не указан',
        '04.02.2024 / объявление',
        '53,9 м² / 3-комн.',
        '3',
        '—',
        '—',
        price,
      ],
    ])
  })

  it('are those of twenty comparables at most, as of the day of the value', () => {
    const estimate = buildEstimate({ comparables: 21 })
    estimate.valuation_date = '2024-04-30'
    for (const title of ['Расположение аналогов', 'Аналоги']) {
      assert.equal(rowsAfter(estimate, title).length, 20)
    }
    assert.equal(rowsAfter(estimate, 'Корректировки').length, 20 + 1)
    assert.equal(plainSpaces(estimateReport(estimate).header), 'Оценка на 30.04.2024')
  })

  it('are where each comparable lies, by distance and side, as far as both are known', () => {
    const { lat, lon } = buildEstimate().subject
    const estimate = estimateWith(
      { ...HOUSE, same_building: true, distance_m: 0, lat, lon },
      { ...HOUSE, distance_m: 495, lat: lat + 0.004, lon },
      // As far north as east, and told by the map where the distance is not.
      { ...HOUSE, distance_m: null, lat: lat + 0.001, lon: lon + 0.001634 },
      { ...HOUSE, distance_m: 9, lat, lon: lon - 0.00013 },
      { ...HOUSE, distance_m: 10, lat, lon: lon - 0.00013 },
      { ...HOUSE, distance_m: 300, lat, lon: null },
    )
    assert.deepEqual(
      rowsAfter(estimate, 'Расположение аналогов').map((row) => row.slice(0, 3)),
      [
        ['1', '0 м', 'тот же дом'],
        ['2', '495 м', 'С'],
        ['3', '157 м', 'СВ'],
        ['4', '9 м', '—'],
        ['5', '10 м', 'З'],
        ['6', '300 м', '—'],
      ],
    )
    assert.ok(notesOf(estimate).some((text) => text.endsWith('Аналогов без координат: 1.')))
    const placed = estimateWith(HOUSE)
    assert.ok(notesOf(placed).every((text) => !text.includes('Аналогов без координат')))
  })

  it('are the adjustments of each comparable, and the value they end in', () => {
    const estimate = estimateWith(HOUSE, { ...HOUSE, adjustments: [], weight: 0.6923 })
    estimate.value.market_rub = 7_700_000
    const ends = ['−3,9', '6,2', '7 689 680']
    assert.deepEqual(rowsAfter(estimate, 'Корректировки'), [
      ['1', '8 000 000', '+1,2', '−5,0', ...ends, '30,8'],
      ['2', '8 000 000', '—', '—', ...ends, '69,2'],
      ['', 'Итог', '', '', '', '', '7 700 000', '100,0'],
    ])
  })

  it('are a column for each of nine factors, the last shared by the smallest of more', () => {
    const titlesOf = (fractions: readonly number[]) => {
      const adjustments = fractions
        .map((fraction, at) => ({ factor: `f${at}`, fraction }))
        .reverse()
      const estimate = estimateWith({ ...HOUSE, adjustments })
      const grid = blocksAfter(estimate, 'Корректировки').find((block) => block.kind === 'grid')
      const said = notesOf(estimate).some((text) => text.includes('«Прочее» — произведение'))
      return [
        grid?.columns
          .map(({ head }) => head)
          .slice(2, -4)
          .join(' '),
        said,
      ]
    }
    const nine = [0.01, 0.02, 0.03, -0.04, 0.05, -0.06, 0.07, 0.08, 0.09]
    assert.deepEqual(titlesOf(nine), ['f0 f1 f2 f3 f4 f5 f6 f7 f8', false])
    // One that lowers a price is as large as one that raises it as much.
    assert.deepEqual(titlesOf([...nine, -0.1]), ['f2 f3 f4 f5 f6 f7 f8 f9 Прочее', true])
  })

  it('are those of the market around, its months in order and the last sixty of them', () => {
    const months = Array.from(
      { length: 61 },
      (_, at) => `${2019 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
    )
    const trend = months.map((month, at) => ({ month, rub_per_m2: 100_000 + at })).toReversed()
    const estimate = buildEstimate({
      change: ({ market }) => {
        assert.ok(market)
        const unknown = [
          { month: 'когда-то', rub_per_m2: 1 },
          { month: '2024-02', rub_per_m2: null as never },
        ]
        market.trend = [...trend, ...unknown]
      },
    })
    assert.deepEqual(factsAfter(estimate, 'Рынок рядом'), {
      'Медиана цены за год': '139 800 ₽/м²',
      'Изменение цен за год': '+7,1 %',
      Радиус: '1 км',
      'Сделок и объявлений': '143',
    })
    const chart = blocksOf(estimate).find((block) => block.kind === 'line-chart')
    assert.deepEqual(
      chart?.points.map(({ value }) => value),
      Array.from({ length: 60 }, (_, at) => 100_001 + at),
    )
    assert.equal(plainSpaces(chart?.points[0]?.label ?? ''), 'фев 2019')
  })

  it('are those of the trials on known prices, or that there were none', () => {
    const estimate = buildEstimate()
    const shown = rowsAfter(estimate, 'Проверка модели').map(([name, , value]) => [name, value])
    assert.deepEqual(Object.fromEntries(shown), {
      MdAPE: '4,5 %',
      PE10: '76,2 %',
      PE20: '94,1 %',
      COD: '6,3 %',
      Покрытие: '80,3 %',
      Проверено: '12 408',
    })
    for (const backtest of [null, { ...estimate.model.backtest, n: 0 }]) {
      const untried = buildEstimate({ change: ({ model }) => Object.assign(model, { backtest }) })
      const said = 'Проверка модели на прошлых ценах ещё не проводилась.'
      assert.ok(notesOf(untried).includes(said))
    }
  })

  it('are the terms of each offer, side by side', () => {
    const estimate = buildEstimate({
      change: ({ trade_in }) => {
        for (const option of trade_in?.options ?? []) {
          if (option.kind === 'market') continue
          Object.assign(option, {
            payout_rub: option.kind === 'buyout' ? 6_703_000 : 7_392_000,
            payout_low_rub: 6_269_000,
            payout_high_rub: option.kind === 'buyout' ? 7_043_000 : null,
            days_to_money: option.kind === 'buyout' ? [10, 10] : [60, 90],
            fees: [],
          })
        }
        const market = trade_in?.options?.find(({ kind }) => kind === 'market')
        Object.assign(market ?? {}, { payout_rub: 7_740_000, payout_low_rub: null })
      },
    })
    assert.deepEqual(rowsAfter(estimate, 'Условия трейд-ин'), [
      ['К получению', '6 703 000 ₽', '7 392 000 ₽', '7 740 000 ₽'],
      ['Возможный диапазон', '6 269 000 – 7 043 000 ₽', '—', '—'],
      ['Доля рыночной стоимости', '86,6 %', '95,5 %', '100,0 %'],
      ['Срок получения денег', '10 дн.', '60–90 дн.', '95 дн.'],
      ['Действует до', '03.06.2024', '19.06.2024', '—'],
    ])
  })
})
