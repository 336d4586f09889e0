// Best layouts as the file that is handed over, read back from its bytes.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Region } from '../../../src/geometry/plane.ts'
import { createPdfRenderer } from '../../../src/reports/formats/pdf.ts'
import { layoutsReport } from '../../../src/reports/layouts/layouts-report.ts'
import { areaWarnings, landGaps, ownershipWarnings } from '../../../src/siteplan/land-warnings.ts'
import { nothingFound, rectangle, sampleLayouts } from '../../siteplan/layouts/sample-layouts.ts'
import { infoOf, textOfPages } from '../../support/pdf-text.ts'
import { plainSpaces } from '../plain-spaces.ts'

const GOLDEN = new URL('../golden/layouts.txt', import.meta.url)

const renderPdf = createPdfRenderer()

describe('best layouts as a PDF', () => {
  it('have the norms and all that follows on one page, where a land use sets a norm too', async () => {
    const sample = sampleLayouts()
    const source = 'Вид разрешённого использования: многоэтажная жилая застройка, 2.6 (П/0412)'
    const rules = { ...sample.rule_set.rules, min_storeys: { value: 9, source } }
    const layouts = { ...sample, rule_set: { ...sample.rule_set, rules } }
    const last = (await textOfPages(renderPdf(layoutsReport(layouts)))).at(-1) ?? ''
    assert.match(last, /Нормы и допущения.*начальное число поиска 1\..*Важно\./s)
  })

  it('end in the disclaimer, so that no page has a row of facts alone', () => {
    for (const layouts of [sampleLayouts(), nothingFound()]) {
      const last = layoutsReport(layouts).blocks.at(-1)
      assert.ok(last?.kind === 'paragraph' && last.lead === 'Важно.')
    }
  })

  it('give back the agreed text, page by page', async () => {
    const text = (await textOfPages(renderPdf(layoutsReport(sampleLayouts())))).join('\n\f\n')
    // A wanted change: run once with UPDATE_GOLDEN=1, read the difference and look at the pages.
    if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, `${text}\n`)
    assert.equal(`${text}\n`, readFileSync(GOLDEN, 'utf8'))
  })

  it('say on every page whose site it is, and of which day the prices are', async () => {
    const { parcel } = sampleLayouts()
    for (const page of await textOfPages(renderPdf(layoutsReport(sampleLayouts())))) {
      assert.ok(page.includes(`участка ${parcel.cadastral_number}`))
      assert.ok(page.includes('По состоянию на 21.11.2026'))
    }
  })

  it('are the same bytes for the same layouts, whatever was set in between', () => {
    const first = renderPdf(layoutsReport(sampleLayouts()))
    renderPdf(layoutsReport(nothingFound()))
    assert.deepEqual(renderPdf(layoutsReport(sampleLayouts())), first)
    assert.deepEqual(createPdfRenderer()(layoutsReport(sampleLayouts())), first)
  })

  it('have bookmarks, a title and no time but their own', async () => {
    const pdf = renderPdf(layoutsReport(sampleLayouts()))
    const info = await infoOf(pdf)
    const { parcel } = sampleLayouts()
    assert.equal(info.Title, `Варианты застройки участка ${parcel.cadastral_number}`)
    assert.equal(info.Language, 'ru-RU')
    assert.match(String(info.CreationDate), /^D:20261121000000/)
    assert.match(Buffer.from(pdf).toString('latin1'), /\/Outlines/)
  })

  it('say on every page that data are for demonstration, and only then', async () => {
    const pagesOf = async (is_demo: boolean) =>
      textOfPages(renderPdf(layoutsReport(sampleLayouts({ is_demo }))))
    for (const page of await pagesOf(true)) assert.ok(page.includes('Демонстрационные данные'))
    for (const page of await pagesOf(false)) assert.ok(!page.includes('Демонстрационные'))
  })

  it('take hostile addresses and sources as text', async () => {
    const nasty = '#panic("x") <b>&amp;</b> 😀 $x^2$ '.repeat(12)
    const sample = sampleLayouts()
    const [first] = sample.options
    assert.ok(first)
    const checks = first.checks.map((check) => ({ ...check, source: nasty }))
    const layouts = {
      ...sample,
      parcel: { ...sample.parcel, address: nasty },
      options: [{ ...first, checks }],
    }
    const pages = await textOfPages(renderPdf(layoutsReport(layouts)))
    assert.match(pages.join(' '), /#panic\("x"\)/)
  })

  it('keep what was assumed on the page of what was asked, however long the text above', async () => {
    const text = 'Вид разрешённого использования не допускает многоквартирных домов. '.repeat(4)
    for (let count = 0; count <= 6; count += 1) {
      const layouts = sampleLayouts({
        warnings: Array.from({ length: count }, () => ({ code: 'land_category', text }) as const),
      })
      const pages = await textOfPages(renderPdf(layoutsReport(layouts)))
      const page = pages.find((said) => said.includes('Принято: продаваемая'))
      assert.ok(page?.includes('Что задано'), `${count} warnings`)
    }
  })

  it('have all that was asked on the first page, where norms change it and the land has its terms', async () => {
    const land = { category: 'Земли населённых пунктов', permittedUse: 'Жильё', declaredAreaM2: 1 }
    const sample = sampleLayouts({
      warnings: [
        ...ownershipWarnings({ ownership: 'Муниципальная собственность' }),
        ...areaWarnings({ areaM2: 2, declaredAreaM2: 1 }),
        ...landGaps(land, { isDefault: true }),
      ],
    })
    const rules = { ...sample.rule_set.rules, min_storeys: { value: 9, source: 'Вид' } }
    const [priced] = sample.assumptions.price_rub_per_m2 ?? []
    assert.ok(priced)
    const layouts = {
      ...sample,
      request: { ...sample.request, storeys: { min: 3, max: 17 } },
      rule_set: { ...sample.rule_set, rules },
      assumptions: {
        ...sample.assumptions,
        price_rub_per_m2: [priced, { ...priced, storeys: 17 }],
      },
      // As high as it is wide: of such a site the small plans are the highest.
      site: { ...sample.site, boundary: [rectangle([0, 0], 110, 110)] },
    }
    const [first = ''] = await textOfPages(renderPdf(layoutsReport(layouts)))
    assert.match(first, /Что задано.*Что учесть\..*строительство\s.*площади\s+этажей\./s)
  })

  it('say which rule rules everything out, in two pages', async () => {
    const pages = await textOfPages(renderPdf(layoutsReport(nothingFound())))
    assert.ok(pages.length <= 2, `${pages.length} pages`)
    assert.match(
      pages[0] ?? '',
      /Вариантов нет\..*форма участка внутри отступов от границ \(3 м\)\./s,
    )
  })

  it('say on the page of the site alone what was asked for, whatever the shape of the site', async () => {
    const land = { category: 'Земли населённых пунктов', permittedUse: 'Жильё', declaredAreaM2: 1 }
    const unknown = { category: null, permittedUse: null, declaredAreaM2: null }
    const gapsOf = (of: typeof land | typeof unknown) => [...landGaps(of, { isDefault: true })]
    const sample = { ...nothingFound(), warnings: gapsOf(land) }
    const { parcel } = sample
    const untold = { ...parcel, category: null, permitted_use: null, declared_area_m2: null }
    const shapes: Region[] = [
      [20, 20],
      [110, 110],
      [140, 6],
      [6, 140],
      [300, 700],
    ].map(([width = 0, height = 0]) => [rectangle([0, 0], width, height)])
    for (const boundary of shapes) {
      for (const layouts of [sample, { ...sample, parcel: untold, warnings: gapsOf(unknown) }]) {
        const site = { ...layouts.site, boundary }
        const report = layoutsReport({ ...layouts, site })
        const [first = ''] = await textOfPages(renderPdf(report))
        assert.match(first, /Что задано.*строительство\s.* площади\s+этажей/s)
        // Once: the site's area and what the setbacks leave of it.
        assert.equal(plainSpaces(JSON.stringify(report)).match(/"Площадь участка"/g)?.length, 1)
      }
    }
  })

  it('tell of a parcel that encloses nothing', () => {
    const layouts = nothingFound()
    const site = { ...layouts.site, boundary: [], buildable: [], buildable_area_m2: 0 }
    assert.ok(renderPdf(layoutsReport({ ...layouts, site })).length > 0)
  })
})
