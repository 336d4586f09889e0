import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Grid } from '../../../src/reports/document.ts'
import { textWidthMm } from '../../../src/reports/drawings/text-size.ts'
import { mapSection } from '../../../src/reports/estimate/comparables-sections.ts'
import { estimateReport } from '../../../src/reports/estimate/estimate-report.ts'
import { ATTRIBUTE, FACTOR, REASON } from '../../../src/reports/estimate/estimate-words.ts'
import { capitalise } from '../../../src/text/russian-format.ts'
import { CONFIDENCE_REASONS, FACTORS } from '../../../src/valuation/wire/estimate-codes.ts'
import { buildEstimate } from '../../support/estimates.ts'

function gridAfter(blocks: readonly Block[], title: string): Grid {
  const at = blocks.findIndex((block) => block.kind === 'heading' && block.text.startsWith(title))
  const grid = blocks.slice(at).find((block) => block.kind === 'grid')
  assert.ok(at >= 0 && grid, `no table after "${title}"`)
  return grid
}

const texts = (blocks: readonly Block[]) => JSON.stringify(blocks).replaceAll('\u00a0', ' ')

describe('the estimate as a document', () => {
  it('says the value, the band and its probability as the estimate has them', () => {
    const estimate = buildEstimate()
    Object.assign(estimate.value, {
      market_rub: 7_640_000,
      low_rub: 7_080_000,
      high_rub: 8_250_000,
    })
    const said = texts(estimateReport(estimate).blocks)
    assert.match(said, /"7 640 000 ₽"/)
    assert.match(said, /"7 080 000 – 8 250 000 ₽"/)
    assert.match(said, /с вероятностью 80 %/)
  })

  it('says which band the prices of the past were held against, whatever band is asked for', () => {
    for (const interval of [0.5, 0.9] as const) {
      const estimate = buildEstimate({ change: ({ value }) => Object.assign(value, { interval }) })
      const said = texts(estimateReport(estimate).blocks)
      assert.match(said, /Доля цен внутри своего диапазона, заявленная — 80 %/)
      assert.match(said, /квартиры всего рынка, а не эта/)
    }
  })

  it('names the price of an advert and that of a deal, and what the offer is a share of', () => {
    const asked = buildEstimate()
    Object.assign(asked.value, { basis: 'ask', market_rub: 8_000_000, ask_rub: 8_000_000 })
    for (const option of asked.trade_in?.options ?? []) {
      if (option.kind === 'market') option.payout_rub = 7_640_000
    }
    const said = texts(estimateReport(asked).blocks)
    assert.match(said, /"label":"Цена в объявлении","value":"8 000 000 ₽"/)
    assert.match(said, /Цена вероятной сделки — 7 640 000 ₽ \(торг −4,5 %\)/)
    assert.match(said, /долей рыночной стоимости \(цены сделки, 7 640 000 ₽\)/)
    assert.match(said, /черта — цена в объявлении/)
    assert.match(said, /приведена .* к цене предложения — по обычному торгу/)
    assert.match(said, /Цена в объявлении — средневзвешенное значение скорректированных/)
    assert.doesNotMatch(said, /к цене сделки|черта — рыночная/)
    const sold = texts(estimateReport(buildEstimate()).blocks)
    assert.match(sold, /черта — рыночная стоимость/)
    assert.match(sold, /к цене сделки — по обычному торгу/)
    assert.doesNotMatch(said, /"Рыночная стоимость"|Цена для объявления/)
  })

  it('says of a past date that its offer stands no more and its model is another, and only then', () => {
    const today = texts(estimateReport(buildEstimate()).blocks)
    assert.doesNotMatch(today, /не действует|строиться заново/)
    const replayed = { ...buildEstimate(), created_at: '2026-05-20T09:14:03Z' }
    const said = texts(estimateReport(replayed).blocks)
    assert.match(said, /на прошлую дату, 20\.05\.2024: .* не действует/)
    assert.match(
      said,
      /прошлой даты модель может строиться заново, .* сильнее, чем изменились цены/,
    )
  })

  it('claims to bring prices to its day only where some are, or none is older', () => {
    const saidOf = (date: string, isAdjusted: boolean) => {
      const estimate = buildEstimate()
      for (const one of estimate.comparables) {
        one.date = date
        one.adjustments = one.adjustments.filter(({ factor }) => isAdjusted || factor !== 'date')
      }
      return texts(estimateReport(estimate).blocks)
    }
    for (const said of [saidOf('2024-01-03', true), saidOf('2024-05-20', false)]) {
      assert.match(said, /приведена к дате оценки по индексу цен, к цене сделки/)
      assert.doesNotMatch(said, /не приводились/)
    }
    const snapshot = saidOf('2024-01-03', false)
    assert.match(snapshot, /Цена каждого аналога приведена к цене сделки — по обычному торгу/)
    assert.match(snapshot, /К дате оценки цены не приводились: по этим данным не видно/)
  })

  it('takes an offer to stand to the end of its last day', () => {
    const madeOn = (created_at: string) => {
      const change = ({ trade_in }: ReturnType<typeof buildEstimate>) => {
        for (const option of trade_in?.options ?? []) option.expires_at = '2024-05-27'
      }
      return texts(estimateReport({ ...buildEstimate({ change }), created_at }).blocks)
    }
    assert.doesNotMatch(madeOn('2024-05-27T23:59:59Z'), /не действует/)
    assert.match(madeOn('2024-05-28T00:00:00Z'), /не действует/)
  })

  it('shows no offer where none is made, nor where there is none to show', () => {
    for (const change of [{ eligible: false }, { options: [] }, { options: null }]) {
      const estimate = buildEstimate({
        change: ({ trade_in }) => trade_in && Object.assign(trade_in, change),
      })
      const said = texts(estimateReport(estimate).blocks)
      assert.match(said, /По этой квартире предложение не сформировано\./)
      assert.doesNotMatch(said, /Срочный выкуп/)
    }
  })

  it('says that its day is of UTC where the clock of Moscow already shows the next', () => {
    const day = (created_at: string) =>
      /"label":"Дата оценки","value":"([^"]*)"/.exec(
        texts(estimateReport({ ...buildEstimate(), created_at }).blocks),
      )?.[1]
    assert.equal(day('2024-05-20T20:59:59Z'), '20.05.2024')
    assert.equal(day('2024-05-20T21:00:00Z'), '20.05.2024 (по UTC)')
    assert.equal(day('2024-05-21T09:00:00Z'), '20.05.2024')
  })

  it('agrees its words with what they describe, and claims no number that was not given', () => {
    const said = (change: (estimate: ReturnType<typeof buildEstimate>) => void) =>
      texts(estimateReport(buildEstimate({ change })).blocks)
    for (const [material, word] of [
      ['stalin', 'сталинский'],
      ['other', 'иной'],
    ] as const) {
      const walls = said(({ subject }) => Object.assign(subject, { house_material: material }))
      assert.match(walls, new RegExp(`"label":"Тип дома","value":"${word}"`))
    }
    assert.match(
      said(({ confidence }) => confidence.reasons?.push('address_without_house')),
      /Номер дома не указан или его нет в справочнике/,
    )
    assert.match(
      said(() => {}),
      /Риск ошибки оценки/,
    )
  })

  it('marks imputed attributes and explains the mark, and only then', () => {
    const marked = texts(estimateReport(buildEstimate()).blocks)
    assert.match(marked, /"label":"Год постройки","value":"1987","mark":"\*"/)
    assert.match(marked, /В запросе не указано/)

    const older = buildEstimate({ change: ({ subject }) => delete subject.imputed_values })
    assert.match(
      texts(estimateReport(older).blocks),
      /"label":"Год постройки","value":"—","mark":"\*"/,
    )

    const given = buildEstimate({ change: ({ subject }) => delete subject.imputed })
    assert.doesNotMatch(texts(estimateReport(given).blocks), /"mark"|В запросе не указано/)
  })

  it('says which attributes of the flat the value does not count, and only then', () => {
    const setAside = buildEstimate({
      change: ({ subject }) => Object.assign(subject, { set_aside: ['floor', 'condition', 'zoo'] }),
    })
    assert.match(
      texts(estimateReport(setAside).blocks),
      /Не учтено в стоимости: этаж, ремонт, zoo — в данных об этом городе/,
    )
    assert.doesNotMatch(texts(estimateReport(buildEstimate()).blocks), /Не учтено/)
  })

  it('names each attribute that may not count, and no more codes than there are', () => {
    const codes = [...Object.keys(ATTRIBUTE), 'one', 'more']
    const estimate = buildEstimate({
      change: ({ subject }) => Object.assign(subject, { set_aside: codes }),
    })
    const named = Object.values(ATTRIBUTE).join(', ')
    assert.match(
      texts(estimateReport(estimate).blocks),
      new RegExp(`Не учтено в стоимости: ${named} — `),
    )
  })

  it('keeps every adjustment in its column, in per cent', () => {
    const estimate = buildEstimate({ comparables: 3 })
    const grid = gridAfter(estimateReport(estimate).blocks, 'Корректировки')
    const titles = grid.columns.map((column) => column.head)
    assert.deepEqual(titles.slice(2, 8), ['Торг', 'Дата', 'Площадь', 'Этаж', 'Ремонт', 'Место'])
    assert.equal(grid.rows.length, 4)
    assert.equal(grid.rows[1]?.cells[2]?.text, '−4,5')
    assert.equal(grid.rows[3]?.cells.at(-1)?.text, '100,0')
  })

  it('has room for the greatest price among the adjustments', () => {
    const estimate = buildEstimate({
      change: (made) => {
        for (const one of made.comparables) {
          one.price_rub = 1e12
          one.adjusted_price_rub = 1_249_999_999_999
        }
      },
    })
    const grid = estimateReport(estimate).blocks.find(
      (block): block is Grid => block.kind === 'grid' && block.columns.length > 10,
    )
    for (const [index, { head, widthMm = 0 }] of grid?.columns.entries() ?? []) {
      if (!/цена/i.test(head)) continue
      // As document.typ sets many columns: 7 points, 0.8 mm at either side.
      for (const { cells } of grid?.rows ?? [])
        assert.ok(textWidthMm(cells[index]?.text ?? '', 7) + 1.6 <= widthMm, head)
    }
  })

  it('has its columns in the order of the adjustments, in whatever order they come', () => {
    assert.deepEqual(Object.keys(FACTOR), FACTORS)
    const titlesOf = (factors: readonly string[]) => {
      const estimate = buildEstimate({ comparables: 3 })
      for (const comparable of estimate.comparables) {
        comparable.adjustments = factors.map((factor) => ({ factor, fraction: 0.01 }))
      }
      const { columns } = gridAfter(estimateReport(estimate).blocks, 'Корректировки')
      return columns.map(({ head }) => head).slice(2, -4)
    }
    // As many as have a column each, however many factors there are.
    const known = FACTORS.slice(0, 8)
    const expected = [...known.map((factor) => FACTOR[factor]), 'zoo']
    assert.deepEqual(titlesOf(['zoo', ...known]), expected)
    assert.deepEqual(titlesOf(['zoo', ...known].toReversed()), expected)
  })

  it('says what each column of adjustments holds beyond its title, of those that are there', () => {
    const saidOf = (factors: readonly string[]) => {
      const estimate = buildEstimate({ comparables: 3 })
      for (const comparable of estimate.comparables) {
        comparable.adjustments = factors.map((factor) => ({ factor, fraction: 0.01 }))
      }
      return texts(estimateReport(estimate).blocks)
    }
    const said = saidOf(FACTORS)
    assert.match(said, /«Площадь» — с комнатами, кухней и жилой площадью; «Дом» — этажность/)
    assert.match(said, /«Место» — и прочее, .* вне таблицы, даже в том же доме\./)
    assert.match(saidOf(['area']), /«Площадь» — [^;]*жилой площадью\."/)
    assert.doesNotMatch(saidOf(['floor', 'toString']), /«Площадь»|«Дом»|«Место»|undefined/)
  })

  it('says what a comparable of the greatest similarity would be', () => {
    const said = texts(estimateReport(buildEstimate()).blocks)
    assert.match(said, /Сходство 100 % — у такой же квартиры в том же доме на дату оценки/)
  })

  it('never calls a comparable it shows not similar at all', () => {
    const estimate = buildEstimate({ comparables: 4 })
    for (const [at, similarity] of [0, 0.004, 0.006, 0.9].entries()) {
      Object.assign(estimate.comparables[at] ?? {}, { similarity })
    }
    const section = mapSection(estimate.subject, estimate.comparables)
    const similarities = [...texts(section).matchAll(/"text":"(<?\d+ %)"/g)].map(([, text]) => text)
    assert.deepEqual(similarities, ['<1 %', '<1 %', '1 %', '90 %'])
  })

  it('multiplies the smallest of too many factors into one column', () => {
    const estimate = buildEstimate({ comparables: 3 })
    for (const comparable of estimate.comparables) {
      comparable.adjustments = Array.from({ length: 12 }, (_, index) => ({
        factor: `factor_${index}`,
        fraction: index < 8 ? 0.1 : 0.01,
      }))
    }
    const grid = gridAfter(estimateReport(estimate).blocks, 'Корректировки')
    assert.equal(grid.columns.length, 2 + 9 + 4)
    assert.equal(grid.columns[10]?.head, 'Прочее')
    assert.equal(grid.rows[0]?.cells[10]?.text, '+4,1')
  })

  it('shows every fee of every offer, and a dash where there is none', () => {
    const grid = gridAfter(estimateReport(buildEstimate()).blocks, 'Условия трейд-ин')
    const rows = grid.rows.map((row) =>
      row.cells.map((cell) => cell.text.replaceAll('\u00a0', ' ')),
    )
    assert.deepEqual(
      rows.find(([title]) => title === 'Вознаграждение компании'),
      ['Вознаграждение компании', '3,0 % · 230 000 ₽', '1,5 % · 115 000 ₽', '—'],
    )
    assert.deepEqual(
      rows.find(([title]) => title === 'Срок получения денег'),
      ['Срок получения денег', '7–14 дн.', '60–90 дн.', '95 дн.'],
    )
  })

  it('says what a fee below nothing is, and only where there is one', () => {
    const saidOf = (rub: number) => {
      const change = ({ trade_in }: ReturnType<typeof buildEstimate>) => {
        trade_in?.options?.[0]?.fees?.push({ code: 'bound', fraction: rub / 7_660_000, rub })
      }
      return texts(estimateReport(buildEstimate({ change })).blocks)
    }
    assert.match(
      saidOf(-250_000),
      /Сумма с минусом — надбавка до наименьшей доли стоимости или до суммы выкупа\./,
    )
    for (const rub of [0, 250_000]) assert.doesNotMatch(saidOf(rub), /Сумма с минусом/)
  })

  it('gives the owner’s own sale no day that it ends on: nobody offers it', () => {
    const estimate = buildEstimate({
      change: ({ trade_in }) => {
        for (const option of trade_in?.options ?? []) option.expires_at = '2024-06-19T00:00:00Z'
      },
    })
    const ends = gridAfter(estimateReport(estimate).blocks, 'Условия трейд-ин').rows.at(-1)
    assert.deepEqual(
      ends?.cells.map(({ text }) => text),
      ['Действует до', '19.06.2024', '19.06.2024', '—'],
    )
  })

  it('says why there is no offer, of one reason as of one', () => {
    const textWith = (reasons: string[]) =>
      texts(
        estimateReport(
          buildEstimate({
            change: (made) => {
              made.trade_in = { eligible: false, reasons }
            },
          }),
        ).blocks,
      )
    assert.match(
      textWith(['low_confidence']),
      /не сформировано\. Причина: надёжность оценки низкая\./,
    )
    assert.match(
      textWith(['low_confidence', 'other']),
      /Причины: надёжность оценки низкая; other\./,
    )
  })

  it('tells how old the comparables are in words that are not about the house', () => {
    const said = texts(estimateReport(buildEstimate()).blocks)
    assert.match(said, /"Давность \(медиана\)","value":"\d+ дн\."/)
    assert.doesNotMatch(said, /возраст"/)
  })

  it('draws the market chart only from two months up', () => {
    const hasChart = (estimate: ReturnType<typeof buildEstimate>) =>
      estimateReport(estimate).blocks.some((block) => block.kind === 'line-chart')
    assert.equal(hasChart(buildEstimate()), true)
    for (const trend of [undefined, null, [], [{ month: '2024-05', rub_per_m2: 140_000 }]]) {
      const estimate = buildEstimate({
        change: ({ market }) => market && Object.assign(market, { trend }),
      })
      assert.equal(hasChart(estimate), false)
    }
  })

  it('names what to state where a request lacks it, and not that something is unknown', () => {
    assert.match(
      texts(estimateReport(buildEstimate()).blocks),
      /не указан ремонт или год постройки/,
    )
  })

  it('says every reason for less confidence, however many there are', () => {
    const estimate = buildEstimate({
      change: ({ confidence }) => Object.assign(confidence, { reasons: CONFIDENCE_REASONS }),
    })
    const said = texts(estimateReport(estimate).blocks)
    for (const reason of CONFIDENCE_REASONS)
      assert.ok(said.includes(`${capitalise(REASON[reason])}.`), reason)
  })

  it('prints a code it has no word for as it came', () => {
    const estimate = buildEstimate({
      change: ({ comparables, confidence }) => {
        for (const comparable of comparables) comparable.house_material = 'constructor'
        confidence.reasons = ['solar_flare']
      },
    })
    const said = texts(estimateReport(estimate).blocks)
    assert.match(said, /"sub":"constructor"/)
    assert.match(said, /Solar_flare/)
  })

  it('ends its disclaimer like a sentence, whether it came as one or not', () => {
    for (const disclaimer of ['Не отчёт об оценке (135-ФЗ)', 'Не отчёт об оценке (135-ФЗ).']) {
      const { blocks } = estimateReport(
        buildEstimate({ change: (estimate) => Object.assign(estimate, { disclaimer }) }),
      )
      const warning = blocks.find((block) => block.kind === 'paragraph' && block.tone === 'warning')
      assert.ok(warning?.kind === 'paragraph')
      assert.equal(warning.text, 'Не отчёт об оценке (135-ФЗ).')
    }
  })

  it('never says undefined, null or NaN where values are missing', () => {
    const estimate = buildEstimate({
      comparables: 3,
      change: (made) => {
        made.subject = { lat: 1, lon: 2, area_m2: 20, rooms: 0, floor: -1 }
        made.market = { index_12m: null }
        delete made.trade_in
        delete made.model.backtest
        for (const comparable of made.comparables) {
          for (const field of [
            'address',
            'lat',
            'lon',
            'distance_m',
            'floor',
            'similarity',
          ] as const) {
            comparable[field] = null
          }
          comparable.adjustments = []
        }
      },
    })
    const said = texts(estimateReport(estimate).blocks)
    assert.doesNotMatch(said, /undefined|null|NaN|Infinity/)
    assert.match(said, /нет координат/)
    assert.match(said, /студия/)
  })
})
