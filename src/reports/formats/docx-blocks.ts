// The blocks of a document as parts of a Word file: real headings, native tables, pictures.
// Measures and order only; the tables are docx-tables.ts's, the named styles docx-styles.ts's, the
// file around them docx.ts's.
import { HeadingLevel, ImageRun, type Table, TableCell, Paragraph as WordParagraph } from 'docx'
import type { Beside, Block, Figures, Paragraph } from '../document.ts'
import type { Drawing } from '../drawing.ts'
import { drawBarChart } from '../drawings/charts/bar-chart.ts'
import { drawLineChart } from '../drawings/charts/line-chart.ts'
import { STYLE } from './docx-styles.ts'
import {
  bareCell,
  factsTable,
  GUTTER_MM,
  gap,
  gridTable,
  type Part,
  sideBySide,
} from './docx-tables.ts'
import { textRun } from './docx-text.ts'
import { pngOf } from './drawing-png.ts'

interface Place {
  readonly widthMm: number
  /** The text of the heading above; the title of a picture, and its text where it has none. */
  heading: string
  /** Picture ids are unique in a file. */
  readonly nextId: () => number
}

const PX_PER_MM = 96 / 25.4
const HEADING = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2 } as const

/**
 * @param blocks texts already plain
 * @throws when a picture cannot be drawn
 */
export function partsOf(blocks: readonly Block[], widthMm: number): Part[] {
  let pictures = 0
  return partsIn(blocks, {
    widthMm,
    heading: '',
    nextId: () => {
      pictures += 1
      return pictures
    },
  })
}

function partsIn(blocks: readonly Block[], place: Place): Part[] {
  const parts: Part[] = []
  let breakBefore = false
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'page-break') {
      breakBefore = true
      continue
    }
    if (block.kind === 'heading') {
      place.heading = block.text
      parts.push(
        new WordParagraph({
          heading: HEADING[block.level],
          text: block.text,
          // Space above a heading is for what stands above it.
          ...(breakBefore && parts.length > 0
            ? { pageBreakBefore: true, spacing: { before: 0 } }
            : {}),
        }),
      )
    } else {
      if (breakBefore && parts.length > 0) parts.push(pageBreak())
      parts.push(...partsOfBlock(block, place, blocks[index + 1]))
    }
    breakBefore = false
  }
  return parts
}

/** A paragraph before one of these says what it is: it goes to the next page with it. */
function isExplained(block: Block | undefined): boolean {
  return ['grid', 'drawing', 'line-chart', 'bar-chart'].includes(block?.kind ?? '')
}

/** A table before it goes to the next page with it. */
function isNote(block: Block | undefined): boolean {
  return block?.kind === 'paragraph' && block.tone === 'note'
}

/** Notes and a warning in a row are about one thing: the last of them never begins a page alone. */
function isOneNotice({ tone }: Paragraph, next: Block | undefined): boolean {
  const isWarning = next?.kind === 'paragraph' && next.tone === 'warning'
  return (tone === 'note' && (isNote(next) || isWarning)) || (tone === 'warning' && isNote(next))
}

type Placed = Exclude<Block, { kind: 'heading' | 'page-break' }>

function partsOfBlock(block: Placed, place: Place, next: Block | undefined): Part[] {
  switch (block.kind) {
    case 'paragraph':
      return [paragraph(block, isExplained(next) || isOneNotice(block, next))]
    case 'figures':
      return figures(block)
    case 'facts':
      return [factsTable(block, place.widthMm), gap()]
    case 'grid':
      return [gridTable(block, place.widthMm, isNote(next)), gap(isNote(next))]
    case 'drawing':
      return picture(block, place, next)
    case 'line-chart':
      return picture(drawLineChart(block), place, next)
    case 'bar-chart':
      return picture(drawBarChart(block), place, next)
    case 'beside':
      return [beside(block, place), gap()]
  }
}

function paragraph({ text, lead, tone }: Paragraph, keepNext: boolean): WordParagraph {
  const children = [textRun(text)]
  if (lead !== undefined) children.unshift(textRun(`${lead} `, { bold: true }))
  const style = tone && { style: STYLE[tone] }
  return new WordParagraph({ ...style, children, keepNext })
}

function figures({ items }: Figures): Part[] {
  return items.flatMap(({ label, value, note }, index) => {
    const style = index === 0 ? STYLE.lead : STYLE.figure
    const parts = [
      new WordParagraph({ style: STYLE.figureLabel, text: label }),
      new WordParagraph({ style, text: value, keepNext: note !== undefined }),
    ]
    if (note !== undefined) parts.push(new WordParagraph({ style: STYLE.figureNote, text: note }))
    return parts
  })
}

function beside({ ratio, left, right }: Beside, place: Place): Table {
  const room = place.widthMm - GUTTER_MM
  const widths = [room * ratio, GUTTER_MM, room * (1 - ratio)]
  const side = (blocks: readonly Block[], widthMm: number) =>
    new TableCell({
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      children: [...partsIn(blocks, { ...place, widthMm }), gap()],
    })
  return sideBySide(widths, [side(left, widths[0] ?? 0), bareCell(), side(right, widths[2] ?? 0)])
}

/** A table right after it has its figures: both go to the next page together. */
function picture(drawing: Drawing, place: Place, next: Block | undefined): WordParagraph[] {
  const { widthMm, heightMm, alt, caption } = drawing
  const scale = Math.min(1, place.widthMm / widthMm)
  const id = place.nextId()
  const image = new ImageRun({
    type: 'png',
    data: pngOf(drawing),
    transformation: {
      width: widthMm * scale * PX_PER_MM,
      height: heightMm * scale * PX_PER_MM,
    },
    altText: {
      id: String(id),
      name: `Рисунок ${id}`,
      title: place.heading,
      description: `${caption ?? ''} ${alt}`.trim() || place.heading,
    },
  })
  const keepNext = next?.kind === 'grid'
  const shown = { style: STYLE.picture, children: [image] }
  if (caption === undefined) return [new WordParagraph({ ...shown, keepNext })]
  return [
    new WordParagraph({ ...shown, keepNext: true }),
    new WordParagraph({ style: STYLE.note, text: caption, keepNext }),
  ]
}

function pageBreak(): WordParagraph {
  return new WordParagraph({ style: STYLE.gap, pageBreakBefore: true })
}
