import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { settledOfficeFile } from '../../../src/reports/formats/office-file.ts'

const core = (time: string) =>
  strToU8(
    `<cp:coreProperties><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created>` +
      `<dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`,
  )
const AT = '2026-06-30T00:00:00.000Z'

/** Two charts, numbered on from whatever the process drew before. */
function fileWith(first: number, time: string, mtime: string) {
  const second = first + 1
  const workbook = zipSync({ 'docProps/core.xml': core(time) }, { mtime })
  return zipSync(
    {
      'docProps/core.xml': core(time),
      'ppt/slides/_rels/slide1.xml.rels': strToU8(
        `<a Target="/ppt/charts/chart${second}.xml"/><a Target="/ppt/charts/chart${first}.xml"/>`,
      ),
      [`ppt/charts/chart${second}.xml`]: strToU8('<second/>'),
      [`ppt/charts/chart${first}.xml`]: strToU8('<first/>'),
      [`ppt/embeddings/Microsoft_Excel_Worksheet${first}.xlsx`]: workbook,
      '[Content_Types].xml': strToU8(`<Override PartName="/ppt/charts/chart${first}.xml"/>`),
    },
    { mtime },
  )
}

describe('an office file made settled', () => {
  const settled = settledOfficeFile(fileWith(9, '2026-11-21T10:00:00Z', '2026-11-21T10:00:00'), AT)

  it('has the same bytes whenever and after whatever it was made', () => {
    const again = fileWith(123, '2031-01-01T23:59:59Z', '2031-01-01T23:59:58')
    assert.deepEqual(settledOfficeFile(again, AT), settled)
    assert.deepEqual(settledOfficeFile(settled, AT), settled)
  })

  it('counts charts from 1, in every part that names them', () => {
    const parts = unzipSync(settled)
    assert.equal(strFromU8(parts['ppt/charts/chart1.xml'] ?? strToU8('')), '<first/>')
    assert.equal(
      strFromU8(parts['ppt/slides/_rels/slide1.xml.rels'] ?? strToU8('')),
      '<a Target="/ppt/charts/chart2.xml"/><a Target="/ppt/charts/chart1.xml"/>',
    )
    assert.match(strFromU8(parts['[Content_Types].xml'] ?? strToU8('')), /chart1\.xml/)
    assert.equal(Object.keys(parts)[0], '[Content_Types].xml')
  })

  it('says no time but the one it was given, in workbooks inside it as well', () => {
    const parts = unzipSync(settled)
    const workbook = unzipSync(parts['ppt/embeddings/Microsoft_Excel_Worksheet1.xlsx'] ?? settled)
    for (const xml of [parts['docProps/core.xml'], workbook['docProps/core.xml']]) {
      const times = strFromU8(xml ?? strToU8('')).match(/\d{4}-[\dT:.-]+Z/g)
      assert.deepEqual(times, ['2026-06-30T00:00:00Z', '2026-06-30T00:00:00Z'])
    }
  })

  it('is refused when it is no zip file', () => {
    assert.throws(() => settledOfficeFile(strToU8('no zip'), AT))
  })
})
