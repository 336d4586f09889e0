// A document as PDF bytes, set in type by typst with fonts of our own.
// Texts travel to the template as JSON data, so no markup in them can act. Blocks the thread while
// it works: the threads of the printer and of the site planner call it.
import { readFileSync } from 'node:fs'
import { type CompileDocArgs, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { Block, ReportDocument } from '../document.ts'
import { drawBarChart } from '../drawings/charts/bar-chart.ts'
import { drawLineChart } from '../drawings/charts/line-chart.ts'
import { PAGE_MARGIN_MM } from '../page.ts'
import { textsToSet } from '../plain-text.ts'
import { readFonts } from './fonts.ts'
import { ALARM, ALARM_WASH, INKS } from './palette.ts'

/** What document.typ takes from the other formats, so that all look alike. */
const LOOK = JSON.stringify({
  inks: INKS,
  alarm: ALARM,
  alarmWash: ALARM_WASH,
  marginMm: PAGE_MARGIN_MM,
})

/** PDF/UA-1: typst tags what it sets, and refuses what a screen reader could not tell. */
const ACCESSIBLE = { pdfStandard: 'ua-1' }

/**
 * Sets up a renderer once (fonts and template are read here); it keeps no state a document could
 * see. The function it gives returns whole PDF bytes and throws an Error with typst's own words
 * when the document cannot be set.
 */
export function createPdfRenderer(): (document: ReportDocument) => Uint8Array<ArrayBuffer> {
  const { regular, bold, covered } = readFonts()
  const template = readFileSync(new URL('./document.typ', import.meta.url), 'utf8')
  const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: [regular, bold] }] })

  return (document) => {
    const drawable = { ...document, blocks: document.blocks.map(withChartsDrawn) }
    const json = JSON.stringify(textsToSet(drawable, covered))
    const source = { mainFileContent: template, inputs: { document: json, look: LOOK } }
    try {
      return new Uint8Array(compiler.pdf(source, ACCESSIBLE))
    } catch (error) {
      const complaints = complaintsOf(compiler, source) || String(error)
      throw new Error(`The document cannot be set: ${complaints}`, { cause: error })
    } finally {
      // What typst remembers of one document serves no other: kept, it only grows.
      compiler.evictCache(0)
    }
  }
}

/**
 * typst's own words; none where all could be set and only the file would not have been accessible.
 * Asked for only after a failure: a compiled result holds on to much memory.
 */
function complaintsOf(compiler: NodeCompiler, source: CompileDocArgs): string {
  const diagnostics = compiler.compile(source).takeDiagnostics()
  const complaints = diagnostics ? compiler.fetchDiagnostics(diagnostics) : []
  return complaints.map(({ message }: { message: string }) => message).join('; ')
}

function withChartsDrawn(block: Block): Block {
  if (block.kind === 'line-chart') return drawLineChart(block)
  if (block.kind === 'bar-chart') return drawBarChart(block)
  if (block.kind !== 'beside') return block
  const [left, right] = [block.left.map(withChartsDrawn), block.right.map(withChartsDrawn)]
  return { ...block, left, right }
}
