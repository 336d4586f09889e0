// The blocks of a document as parts of a Word file: real headings, native tables, pictures.
// Measures and order only; the named styles are docx-styles.ts's, the file around them docx.ts's.
import {
  HeadingLevel,
  type IBorderOptions,
  ImageRun,
  Table,
  TableCell,
  TableRow,
  TextRun,
  Paragraph as WordParagraph,
} from 'docx'
import type { Beside, Block, Facts, Figures, Grid, Paragraph } from '../document.ts'
import type { Drawing } from '../drawing.ts'
import { drawBarChart } from '../drawings/bar-chart.ts'
import { drawLineChart } from '../drawings/line-chart.ts'
import { mm, STYLE, size } from './docx-styles.ts'
import { pngOf } from './drawing-png.ts'
import { ALARM, INKS } from './palette.ts'

/** What may stand in a page as well as in a cell. */
type Part = WordParagraph | Table

interface Place {
  readonly widthMm: number
  /** The text of the heading above; names a picture that has no caption. */
  heading: string
  /** Picture ids are unique in a file. */
  readonly nextId: () => number
}

const GUTTER_MM = 6
const FACT_LABEL_MM = 46
const PX_PER_MM = 96 / 25.4
const HEADING = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2 } as const
const SIDE = { start: 'start', center: 'center', end: 'end' } as const

const NONE: IBorderOptions = { style: 'none', size: 0, color: 'auto' }
const RULE: IBorderOptions = { style: 'single', size: 4, color: INKS.rule }
const NO_BORDERS = {
  top: NONE,
  bottom: NONE,
  left: NONE,
  right: NONE,
  insideHorizontal: NONE,
  insideVertical: NONE,
}
const RULED = { ...NO_BORDERS, bottom: RULE, insideHorizontal: RULE }

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
      const next = blocks[index + 1]
      const leads = next !== undefined && isExplained(next)
      parts.push(...partsOfBlock(block, place, leads))
    }
    breakBefore = false
  }
  return parts
}

/** A paragraph before one of these says what it is: it goes to the next page with it. */
function isExplained(block: Block): boolean {
  return ['grid', 'drawing', 'line-chart', 'bar-chart'].includes(block.kind)
}

type Placed = Exclude<Block, { kind: 'heading' | 'page-break' }>

function partsOfBlock(block: Placed, place: Place, leads: boolean): Part[] {
  switch (block.kind) {
    case 'paragraph':
      return [paragraph(block, leads)]
    case 'figures':
      return figures(block)
    case 'facts':
      return [facts(block, place.widthMm), gap()]
    case 'grid':
      return [grid(block, place.widthMm), gap()]
    case 'drawing':
      return picture(block, place)
    case 'line-chart':
      return picture(drawLineChart(block), place)
    case 'bar-chart':
      return picture(drawBarChart(block), place)
    case 'beside':
      return [beside(block, place), gap()]
  }
}

function paragraph({ text, lead, tone }: Paragraph, keepNext: boolean): WordParagraph {
  const children = [new TextRun(text)]
  if (lead !== undefined) children.unshift(new TextRun({ text: `${lead} `, bold: true }))
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

function facts({ columns, rows }: Facts, widthMm: number): Table {
  const pairMm = (widthMm - (columns - 1) * GUTTER_MM) / columns
  const labelMm = Math.min(FACT_LABEL_MM, pairMm * 0.55)
  const widths = Array.from({ length: columns }, (_, index) => [
    ...(index > 0 ? [GUTTER_MM] : []),
    labelMm,
    pairMm - labelMm,
  ]).flat()

  const lines: TableRow[] = []
  for (let first = 0; first < rows.length; first += columns) {
    const cells = Array.from({ length: columns }, (_, index) => {
      const row = rows[first + index]
      const mark = row?.mark
      const value = [new TextRun(row?.value ?? '')]
      if (mark !== undefined) value.push(new TextRun({ text: mark, bold: true, color: ALARM }))
      return [
        ...(index > 0 ? [bare()] : []),
        cell([new TextRun({ text: row?.label ?? '', color: INKS.quiet })]),
        cell(value),
      ]
    })
    lines.push(new TableRow({ cantSplit: true, children: cells.flat() }))
  }
  return table(widths, lines, { top: 1.1, bottom: 1.1, left: 0, right: 1 })
}

function grid({ columns, rows, together }: Grid, widthMm: number): Table {
  const given = columns.reduce((sum, column) => sum + (column.widthMm ?? 0), 0)
  const open = columns.filter((column) => column.widthMm === undefined).length
  // Widths that do not fill or do not fit the page are stretched or pressed to it together.
  const scale = open === 0 || given > widthMm ? widthMm / given : 1
  const shared = open === 0 ? 0 : Math.max(0, widthMm - given * scale) / open
  const widths = columns.map((column) => (column.widthMm ?? 0) * scale || shared)
  // Many columns need small type: the page is what it is.
  const points = columns.length > 10 ? 7 : columns.length > 6 ? 7.5 : 8.5
  const inset = columns.length > 10 ? 0.7 : 1.2

  const run = (text: string, more: { color?: string; bold?: boolean }) =>
    new TextRun({ text, size: size(points), ...more })
  const header = new TableRow({
    tableHeader: true,
    cantSplit: true,
    children: columns.map(({ title, align }) =>
      cell([run(title, { color: INKS.quiet })], {
        align: SIDE[align],
        keepNext: true,
        fill: INKS.wash,
        bottom: true,
      }),
    ),
  })
  const lines = rows.map(
    ({ cells, strong = false }, index) =>
      new TableRow({
        cantSplit: true,
        children: cells.map(({ text, sub }, at) =>
          cell(
            [run(text, { bold: strong })],
            {
              align: SIDE[columns[at]?.align ?? 'start'],
              // The first row stays with the header, the last with the one before it.
              keepNext: together === true ? index < rows.length - 1 : index === rows.length - 2,
            },
            sub === undefined ? undefined : [run(sub, { color: INKS.quiet })],
          ),
        ),
      }),
  )
  // A table that is looked things up in, not read, stands closer.
  const above = rows.length > 30 ? 0.35 : 0.9
  return table(widths, [header, ...lines], {
    top: above,
    bottom: above,
    left: inset,
    right: inset,
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
  return new Table({
    ...measures(widths),
    borders: NO_BORDERS,
    rows: [
      new TableRow({
        children: [side(left, widths[0] ?? 0), bare(), side(right, widths[2] ?? 0)],
      }),
    ],
  })
}

function picture(drawing: Drawing, place: Place): WordParagraph[] {
  const { widthMm, heightMm, caption } = drawing
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
      description: caption ?? place.heading,
    },
  })
  const hasCaption = caption !== undefined
  const parts = [
    new WordParagraph({ style: STYLE.picture, children: [image], keepNext: hasCaption }),
  ]
  if (hasCaption) parts.push(new WordParagraph({ style: STYLE.note, text: caption }))
  return parts
}

interface CellLook {
  align?: 'start' | 'center' | 'end'
  keepNext?: boolean
  fill?: string
  bottom?: boolean
}

function cell(
  runs: TextRun[],
  { align = 'start', keepNext = false, fill, bottom }: CellLook = {},
  sub?: TextRun[],
): TableCell {
  const line = (children: TextRun[]) =>
    new WordParagraph({ style: STYLE.cell, alignment: align, keepNext, children })
  return new TableCell({
    children: sub ? [line(runs), line(sub)] : [line(runs)],
    ...(fill ? { shading: { type: 'clear', color: 'auto', fill } } : {}),
    ...(bottom ? { verticalAlign: 'bottom' as const } : {}),
  })
}

/** A cell that only keeps its neighbours apart. */
function bare(): TableCell {
  return new TableCell({
    children: [gap()],
    borders: { top: NONE, bottom: NONE },
  })
}

interface Insets {
  top: number
  bottom: number
  left: number
  right: number
}

function table(widthsMm: number[], rows: TableRow[], insets: Insets): Table {
  const margins = {
    top: mm(insets.top),
    bottom: mm(insets.bottom),
    left: mm(insets.left),
    right: mm(insets.right),
  }
  return new Table({ ...measures(widthsMm), borders: RULED, margins, rows })
}

function measures(widthsMm: number[]) {
  const columnWidths = widthsMm.map(mm)
  const total = columnWidths.reduce((sum, width) => sum + width, 0)
  return { columnWidths, width: { size: total, type: 'dxa' }, layout: 'fixed' } as const
}

function gap(): WordParagraph {
  return new WordParagraph({ style: STYLE.gap })
}

function pageBreak(): WordParagraph {
  return new WordParagraph({ style: STYLE.gap, pageBreakBefore: true })
}
