// A PDF as those meet it who do not see it: by its tags, in the order of its document.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Block } from '../../../src/reports/document.ts'
import { drawValueBand } from '../../../src/reports/drawings/charts/value-drawings.ts'
import { estimateReport } from '../../../src/reports/estimate/estimate-report.ts'
import { forecastReport } from '../../../src/reports/forecast/forecast-report.ts'
import { readFonts } from '../../../src/reports/formats/fonts.ts'
import { createPdfRenderer } from '../../../src/reports/formats/pdf.ts'
import { layoutsReport } from '../../../src/reports/layouts/layouts-report.ts'
import { sampleLayouts } from '../../siteplan/layouts/sample-layouts.ts'
import { buildEstimate } from '../../support/estimates.ts'
import { heardIn, statementsOf } from '../../support/pdf-tags.ts'
import { sampleForecast } from '../forecast/sample-forecast.ts'
import { documentOf } from './plain-document.ts'

const renderPdf = createPdfRenderer()
const REPORTS = {
  estimate: estimateReport(buildEstimate()),
  forecast: forecastReport(sampleForecast()),
  layouts: layoutsReport(sampleLayouts()),
}
const PDFS = {
  estimate: renderPdf(REPORTS.estimate),
  forecast: renderPdf(REPORTS.forecast),
  layouts: renderPdf(REPORTS.layouts),
}

describe('a PDF read aloud', () => {
  it('says that it is PDF/UA-1 in Russian, and shows its title', async () => {
    for (const pdf of Object.values(PDFS)) {
      assert.deepEqual(await statementsOf(pdf), {
        isTagged: true,
        showsTitle: true,
        language: 'ru-RU',
        partOfUa: '1',
      })
    }
  })

  it('is heard in the order of its document, a caption before its picture', async () => {
    const blocks: Block[] = [
      { kind: 'heading', level: 1, text: 'Глава' },
      { kind: 'paragraph', lead: 'Важно.', text: 'Начало' },
      {
        kind: 'beside',
        ratio: 0.5,
        left: [{ kind: 'figures', items: [{ label: 'Цена', value: '7 ₽', note: 'за метр' }] }],
        right: [
          { kind: 'paragraph', tone: 'note', text: 'Справа' },
          { kind: 'paragraph', tone: 'note', text: 'Ниже' },
        ],
      },
      { kind: 'heading', level: 2, text: 'Раздел' },
      {
        kind: 'facts',
        columns: 2,
        rows: [
          { label: 'Этаж', value: '5', mark: '*' },
          { label: 'Год', value: '1987' },
          { label: 'Тип дома', value: 'панельный' },
        ],
      },
      {
        kind: 'grid',
        columns: [
          { head: 'Норма', align: 'start' },
          { head: 'Есть', align: 'end' },
        ],
        rows: [{ strong: true, cells: [{ text: 'Отступ', sub: 'от границ' }, { text: '3–17 м' }] }],
      },
      {
        kind: 'line-chart',
        caption: 'Цена по месяцам',
        points: [
          { label: 'май', value: 1000 },
          { label: 'июн', value: -5 },
        ],
      },
      { kind: 'paragraph', tone: 'warning', text: 'Конец' },
    ]
    const heard = await heardIn(renderPdf(documentOf(blocks)))
    assert.deepEqual(
      heard.filter(({ text }) => text !== '').map(({ role, text }) => `${role} ${text}`),
      [
        'H1 Глава',
        'P Важно. Начало',
        'P Цена',
        'P 7 ₽',
        'P за метр',
        'P Справа',
        'P Ниже',
        'H2 Раздел',
        'P Этаж',
        'P 5*',
        'P Год',
        'P 1987',
        'P Тип дома',
        'P панельный',
        'TH Норма',
        'TH Есть',
        'P Отступ',
        'P от границ',
        'TD 3–17 м',
        'P Цена по месяцам',
        'Figure Линейный график. май: 1 000; июн: −5.',
        'P Конец',
      ],
    )
  })

  it('has the header row of a table once, on however many pages it is printed', async () => {
    const rows = Array.from({ length: 104 }, () => ({ cells: [{ text: 'Ряд' }] }))
    const columns = [{ head: 'Шапка', align: 'start' }] as const
    const heard = await heardIn(renderPdf(documentOf([{ kind: 'grid', columns, rows }])))
    assert.equal(heard.filter(({ text }) => text === 'Шапка').length, 1)
    assert.equal(heard.filter(({ text }) => text === 'Ряд').length, 104)
  })

  it('says first and once what is printed loudly on every page, and no header or footer', async () => {
    const blocks: Block[] = [
      { kind: 'paragraph', text: 'Один' },
      { kind: 'page-break' },
      { kind: 'paragraph', text: 'Два' },
    ]
    const heard = await heardIn(renderPdf(documentOf(blocks, { mark: 'Для показа' })))
    assert.deepEqual(
      heard.map(({ text }) => text),
      ['Для показа', 'Один', 'Два'],
    )
  })

  it('has every heading of a report', async () => {
    for (const name of ['estimate', 'forecast', 'layouts'] as const) {
      const headings = REPORTS[name].blocks.flatMap((block) =>
        block.kind === 'heading' ? [{ role: `H${block.level}`, text: block.text }] : [],
      )
      const heard = await heardIn(PDFS[name])
      assert.deepEqual(
        heard.filter(({ role }) => /^H\d/.test(role)),
        headings,
      )
    }
  })

  it('is made whatever characters stand in it', () => {
    const set = (texts: readonly string[]) =>
      renderPdf(documentOf(texts.map((text) => ({ kind: 'paragraph', text }))))
    // A glyph without a character of its own would be refused.
    const drawn = Array.from(readFonts().covered, (code) => String.fromCodePoint(code))
    assert.ok(set(drawn).length > 0)
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => set(texts).length > 0),
    )
  })

  it('is refused where a heading is missing above another', () => {
    const skipping = documentOf([{ kind: 'heading', level: 2, text: 'Раздел' }])
    assert.throws(() => renderPdf(skipping), /the first heading must be of level 1/)
  })
})

describe('a picture in a PDF read aloud', () => {
  const picturesIn = async (pdf: Uint8Array) =>
    (await heardIn(pdf)).flatMap(({ role, text }) => (role === 'Figure' ? [text] : []))

  it('of an estimate says prices and distances; the level of confidence is in words already', async () => {
    const [band, map, trend, ...others] = await picturesIn(PDFS.estimate)
    assert.equal(
      band,
      'Шкала цен: диапазон от 7 100 000 ₽ до 8 270 000 ₽, рыночная стоимость — 7 660 000 ₽, ' +
        'аналоги — от 7 269 869 ₽ до 8 011 334 ₽.',
    )
    assert.equal(
      map,
      'Схема: аналогов вокруг объекта оценки — 10, самый дальний — на расстоянии 653 м.',
    )
    assert.match(trend ?? '', /^Линейный график\. июн 2022: 122 000; .*; май 2024: 138 871\.$/)
    assert.deepEqual(others, [])
  })

  it('of a value without comparables says the value and its range alone', () => {
    const { alt } = drawValueBand({
      valueWord: 'рыночная стоимость',
      lowRub: 7_100_000,
      marketRub: 7_660_000,
      highRub: 8_270_000,
      comparables: [],
    })
    assert.equal(
      alt.replaceAll('\u00a0', ' '),
      'Шкала цен: диапазон от 7 100 000 ₽ до 8 270 000 ₽, рыночная стоимость — 7 660 000 ₽.',
    )
  })

  it('of a forecast says the values of each series, bar and range', async () => {
    const pictures = await picturesIn(PDFS.forecast)
    assert.equal(pictures.length, 7)
    const said = pictures.join('\n')
    assert.match(said, /^Столбчатая диаграмма\. Студии: 30; 1-комнатные: 53; /m)
    assert.match(said, /^Столбчатая диаграмма\. Продажи — 1–3: 0; .*\. Затраты — 1–3: 108; .*\.$/m)
    assert.match(said, /^Диаграмма диапазонов\. Студии: от 164 до 194, черта 178; .*\.$/m)
  })

  it('of best layouts says how many houses, their storeys, and the hours of sun', async () => {
    const [plans, ...ofOptions] = await picturesIn(PDFS.layouts)
    assert.equal(
      plans,
      'Планы в одном масштабе: вариант 1 — зданий 3; вариант 2 — зданий 4; вариант 3 — зданий 1.',
    )
    assert.equal(ofOptions.length, 9)
    assert.deepEqual(ofOptions.slice(0, 3), [
      'План участка в масштабе 1:1250, север вверху. Здания: А — 5 эт., Б — 5 эт., В — 7 эт.',
      'Точки фасадов по часам солнца без перерыва: меньше нормы (2 ч) — 57; от 2 ч до 3 ч — 20; ' +
        'от 3 ч до 5 ч — 9; 5 ч и больше — 54.',
      'Объёмы зданий, вид с юго-запада: А — 5 эт., Б — 5 эт., В — 7 эт.',
    ])
  })
})
