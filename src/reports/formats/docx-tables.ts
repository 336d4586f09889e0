// The tables of a Word file: facts, grids, and columns of fixed widths. Never here: what stands
// around them (docx-blocks.ts) and the named styles (docx-styles.ts).
import { type IBorderOptions, Paragraph, Table, TableCell, TableRow, type TextRun } from 'docx'
import { sum, sumOf } from '../../numbers/sum.ts'
import type { Facts, Grid } from '../document.ts'
import { halfPoints, mmToTwips, STYLE } from './docx-styles.ts'
import { textRun } from './docx-text.ts'
import { ALARM, INKS } from './palette.ts'

/** What may stand in a page as well as in a cell. */
export type Part = Paragraph | Table

/** Between columns side by side. */
export const GUTTER_MM = 6
const FACT_LABEL_MM = 46
/** A table of more rows is for looking things up, and may be longer than a page. */
const MOST_ROWS_READ = 30

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

export function factsTable({ columns, rows }: Facts, widthMm: number): Table {
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
      const apart = index > 0 ? [bareCell()] : []
      const { label = '', value = '', mark } = rows[first + index] ?? {}
      // A line under nothing looks like something left out.
      if (label === '' && value === '') return [...apart, emptyCell(), emptyCell()]
      const runs = [textRun(value)]
      if (mark !== undefined) runs.push(textRun(mark, { bold: true, color: ALARM }))
      return [...apart, cell([textRun(label, { color: INKS.quiet })]), cell(runs)]
    })
    lines.push(new TableRow({ cantSplit: true, children: cells.flat() }))
  }
  return table(widths, lines, { top: 1.1, bottom: 1.1, left: 0, right: 1 })
}

/** @param hasNote whether a note about it follows; a table that is kept whole stays with it */
export function gridTable(
  { columns, rows, together }: Grid,
  widthMm: number,
  hasNote: boolean,
): Table {
  // Many columns need small type: the page gets no wider.
  const points = columns.length > 10 ? 7 : columns.length > 6 ? 7.5 : 8.5
  const inset = columns.length > 10 ? 0.7 : 1.2

  const run = (text: string, more: { color?: string; bold?: boolean }) =>
    textRun(text, { size: halfPoints(points), ...more })
  const header = new TableRow({
    tableHeader: true,
    cantSplit: true,
    children: columns.map(({ head, align }) =>
      cell([run(head, { color: INKS.quiet })], {
        align,
        keepNext: true,
        fill: INKS.wash,
        bottom: true,
      }),
    ),
  })
  const isLong = rows.length > MOST_ROWS_READ
  const whole = together === true && !isLong
  const lines = rows.map(
    ({ cells, strong = false }, index) =>
      new TableRow({
        cantSplit: true,
        children: cells.map(({ text, sub }, at) =>
          cell(
            [run(text, { bold: strong })],
            {
              align: columns[at]?.align ?? 'start',
              // The first row stays with the header, the last with the one before it.
              keepNext: whole ? hasNote || index < rows.length - 1 : index === rows.length - 2,
            },
            sub === undefined ? undefined : [run(sub, { color: INKS.quiet })],
          ),
        ),
      }),
  )
  const above = isLong ? 0.35 : 0.9
  return table(columnWidths(columns, widthMm), [header, ...lines], {
    top: above,
    bottom: above,
    left: inset,
    right: inset,
  })
}

/**
 * Those without a width share what the others leave. Widths that do not fill the page, or do not
 * fit it, are all scaled to it.
 */
function columnWidths(columns: Grid['columns'], widthMm: number): number[] {
  const given = sumOf(columns, ({ widthMm: own = 0 }) => own)
  const open = columns.filter((column) => column.widthMm === undefined).length
  const scale = open === 0 || given > widthMm ? widthMm / given : 1
  const shared = open === 0 ? 0 : Math.max(0, widthMm - given * scale) / open
  return columns.map((column) => (column.widthMm ?? 0) * scale || shared)
}

/** Parts side by side, without lines. */
export function sideBySide(widthsMm: readonly number[], cells: readonly TableCell[]): Table {
  return new Table({
    ...measures(widthsMm),
    borders: NO_BORDERS,
    rows: [new TableRow({ cantSplit: true, children: cells })],
  })
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
    new Paragraph({ style: STYLE.cell, alignment: align, keepNext, children })
  return new TableCell({
    children: sub ? [line(runs), line(sub)] : [line(runs)],
    ...(fill ? { shading: { type: 'clear', color: 'auto', fill } } : {}),
    ...(bottom ? { verticalAlign: 'bottom' as const } : {}),
  })
}

/** A cell that only keeps its neighbours apart. */
export function bareCell(): TableCell {
  return new TableCell({
    children: [gap()],
    borders: { top: NONE, bottom: NONE },
  })
}

function emptyCell(): TableCell {
  return new TableCell({ children: [gap()], borders: { bottom: NONE } })
}

interface Insets {
  top: number
  bottom: number
  left: number
  right: number
}

function table(widthsMm: number[], rows: TableRow[], insets: Insets): Table {
  const margins = {
    top: mmToTwips(insets.top),
    bottom: mmToTwips(insets.bottom),
    left: mmToTwips(insets.left),
    right: mmToTwips(insets.right),
  }
  return new Table({ ...measures(widthsMm), borders: RULED, margins, rows })
}

function measures(widthsMm: readonly number[]) {
  const columnWidths = widthsMm.map(mmToTwips)
  return { columnWidths, width: { size: sum(columnWidths), type: 'dxa' }, layout: 'fixed' } as const
}

export function gap(keepNext = false): Paragraph {
  return new Paragraph({ style: STYLE.gap, keepNext })
}
