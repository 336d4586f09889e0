// Places the parts of a slide from the top down: charts take what the others leave, and what finds
// no room is cut with an ellipsis or counted. Nothing is smaller than 14 points.
import { NO_BREAK_SPACE } from '../../russian-format.ts'
import type { Bullets, Columns, SlidePart, SlideTable, SlideText, Tiles } from '../slides.ts'
import { INKS } from './palette.ts'
import { placeChart } from './pptx-chart.ts'
import type { Border, Canvas, CellOptions, TextRun } from './pptx-library.ts'
import { type Box, SMALL, SMALL_STRONG, textLook, write } from './pptx-text.ts'
import { cutToLines, lineHeightIn, linesOf, type TypeSize, textHeightIn } from './slide-fit.ts'

/** Inches. */
const GAP = 0.16
const GUTTER = 0.4
const MIN_CHART_H = 1.6
const CELL = { side: 0.06, above: 0.045 }
const BULLET_INDENT = 0.3

const PLAIN: TypeSize = { pt: 16 }
const HEADING: TypeSize = { pt: 16, strong: true }
const VERDICT: TypeSize = { pt: 20, strong: true }
const FIGURE: TypeSize = { pt: 26, strong: true }
const MIN_FIGURE_PT = 14

/** Charts share what the other parts leave; parts beyond the bottom are cut or left out. */
export function placeAll(canvas: Canvas, all: readonly SlidePart[], box: Box): void {
  // A table of nothing but its header says nothing.
  const parts = all.filter((part) => part.kind !== 'table' || part.rows.length > 0)
  const fixed = parts.map((part) => naturalHeight(part, box.w))
  const gaps = GAP * Math.max(0, parts.length - 1)
  const taken = fixed.reduce<number>((sum, height) => sum + (height ?? 0), gaps)
  const growing = fixed.filter((height) => height === undefined).length
  const share = growing === 0 ? 0 : Math.max(MIN_CHART_H, (box.h - taken) / growing)

  let y = box.y
  for (const [index, part] of parts.entries()) {
    const room = box.y + box.h - y
    const h = Math.min(room, fixed[index] ?? share)
    if (h < lineHeightIn(SMALL)) return
    place(canvas, part, { x: box.x, y, w: box.w, h })
    y += h + GAP
  }
}

/** Undefined where a part takes what is left. */
function naturalHeight(part: SlidePart, widthIn: number): number | undefined {
  switch (part.kind) {
    case 'text':
      return textHeightIn(shownText(part, widthIn), widthIn, typeOf(part))
    case 'bullets':
      return part.items.reduce((sum, item) => sum + bulletHeight(item, widthIn), 0)
    case 'tiles':
      return tileHeight(part, widthIn) * Math.ceil(part.items.length / part.across)
    case 'table':
      return [headerRow(part), ...part.rows.map((row) => row.cells)].reduce(
        (sum, cells) => sum + rowHeight(part, cells, widthIn),
        0,
      )
    case 'chart':
    case 'columns':
      return undefined
  }
}

function place(canvas: Canvas, part: SlidePart, box: Box): void {
  switch (part.kind) {
    case 'text':
      placeText(canvas, part, box)
      break
    case 'bullets':
      placeBullets(canvas, part, box)
      break
    case 'tiles':
      placeTiles(canvas, part, box)
      break
    case 'table':
      placeTable(canvas, part, box)
      break
    case 'chart':
      placeChart(canvas, part, box)
      break
    case 'columns':
      placeColumns(canvas, part, box)
      break
  }
}

function placeColumns(canvas: Canvas, { ratio, left, right }: Columns, box: Box): void {
  const room = box.w - GUTTER
  placeAll(canvas, left, { ...box, w: room * ratio })
  placeAll(canvas, right, { ...box, x: box.x + room * ratio + GUTTER, w: room * (1 - ratio) })
}

function typeOf({ tone }: SlideText): TypeSize {
  if (tone === 'verdict') return VERDICT
  if (tone === 'heading') return HEADING
  return tone === 'quiet' ? SMALL : PLAIN
}

function shownText(part: SlideText, widthIn: number): string {
  return cutToLines(part.text, widthIn, typeOf(part), part.maxLines ?? 3)
}

function placeText(canvas: Canvas, part: SlideText, box: Box): void {
  const color = part.tone === 'quiet' ? INKS.quiet : INKS.text
  write(canvas, [shownText(part, box.w)], box, typeOf(part), { color })
}

const BULLET_LINES = 4

function bulletHeight(item: string, widthIn: number): number {
  const lines = Math.min(BULLET_LINES, linesOf(item, widthIn - BULLET_INDENT, PLAIN))
  return lines * lineHeightIn(PLAIN) + 0.1
}

function placeBullets(canvas: Canvas, { items }: Bullets, box: Box): void {
  const heights = items.map((item) => bulletHeight(item, box.w))
  const count = howManyFit(heights, box.h, bulletHeight(leftOut(99), box.w))
  const shown = items
    .slice(0, count)
    .map((item) => cutToLines(item, box.w - BULLET_INDENT, PLAIN, BULLET_LINES))
  if (count < items.length) shown.push(leftOut(items.length - count))
  const runs = shown.map((text) => ({
    text,
    options: {
      bullet: { indent: BULLET_INDENT * 72 },
      paraSpaceAfter: 6,
      breakLine: true,
    },
  }))
  canvas.addText(runs, { ...box, ...textLook(PLAIN), color: INKS.text, valign: 'top' })
}

function tileHeight({ items, across }: Tiles, widthIn: number): number {
  const width = tileWidth(across, widthIn)
  const notes = items.map(({ note }) => (note === undefined ? 0 : noteLines(note, width)))
  return lineHeightIn(SMALL) * (1 + Math.max(0, ...notes)) + lineHeightIn(FIGURE) + 0.16
}

/** Numbers are never cut: all of a row get smaller until the longest has room. */
function figureType({ items }: Tiles, widthIn: number): TypeSize {
  let type = FIGURE
  const isTooLong = ({ value }: { value: string }) => linesOf(value, widthIn, type) > 1
  while (type.pt > MIN_FIGURE_PT && items.some(isTooLong)) type = { ...type, pt: type.pt - 1 }
  return type
}

function noteLines(note: string, widthIn: number): number {
  return Math.min(2, linesOf(note, widthIn, SMALL))
}

function tileWidth(across: number, widthIn: number): number {
  return (widthIn - GAP * (across - 1)) / across
}

function placeTiles(canvas: Canvas, part: Tiles, box: Box): void {
  const { items, across } = part
  const width = tileWidth(across, box.w)
  const height = tileHeight(part, box.w)
  const figure = figureType(part, width)
  for (const [index, { label, value, note }] of items.entries()) {
    const [column, row] = [index % across, Math.floor(index / across)]
    const tile = {
      x: box.x + column * (width + GAP),
      y: box.y + row * height,
      w: width,
      h: height - 0.06,
    }
    if (tile.y + tile.h > box.y + box.h + 0.001) return
    const runs: TextRun[] = [
      run(cutToLines(label, width, SMALL, 1), SMALL, INKS.quiet),
      run(value.replaceAll(' ', NO_BREAK_SPACE), figure, INKS.accent),
    ]
    if (note !== undefined) runs.push(run(cutToLines(note, width, SMALL, 2), SMALL, INKS.text))
    canvas.addText(runs, { ...tile, ...textLook(SMALL), valign: 'top' })
  }
}

function run(text: string, type: TypeSize, color: string): TextRun {
  return {
    text,
    options: { fontSize: type.pt, bold: type.strong ?? false, color, breakLine: true },
  }
}

function headerRow({ columns }: SlideTable): string[] {
  return columns.map(({ title }) => title)
}

function columnWidths({ columns }: SlideTable, widthIn: number): number[] {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  return columns.map(({ share }) => (widthIn * share) / whole)
}

const CELL_LINES = 3

function rowHeight(table: SlideTable, cells: readonly string[], widthIn: number): number {
  const widths = columnWidths(table, widthIn)
  const lines = cells.map((text, index) =>
    Math.min(CELL_LINES, linesOf(text, (widths[index] ?? 0) - 2 * CELL.side, SMALL)),
  )
  return Math.max(1, ...lines) * lineHeightIn(SMALL) + 2 * CELL.above
}

function placeTable(canvas: Canvas, table: SlideTable, box: Box): void {
  const widths = columnWidths(table, box.w)
  const headerH = rowHeight(table, headerRow(table), box.w)
  const countH = lineHeightIn(SMALL) + 2 * CELL.above
  const heights = table.rows.map((row) => rowHeight(table, row.cells, box.w))
  const count = howManyFit(heights, box.h - headerH, countH)
  const shown = table.rows.slice(0, count)
  const shownH = [headerH, ...heights.slice(0, count)]

  const border: Border = { type: 'solid', pt: 0.75, color: INKS.rule }
  const none: Border = { type: 'none' }
  const look = (index: number, color: string, strong: boolean): CellOptions => ({
    ...textLook(strong ? SMALL_STRONG : SMALL),
    align: table.columns[index]?.align ?? 'left',
    valign: 'middle',
    color,
    border: [none, none, border, none],
    margin: [CELL.above, CELL.side, CELL.above, CELL.side],
  })
  const cut = (text: string, index: number) =>
    cutToLines(text, (widths[index] ?? 0) - 2 * CELL.side, SMALL_STRONG, CELL_LINES)
  const header = headerRow(table).map((title, index) => ({
    text: cut(title, index),
    options: { ...look(index, INKS.quiet, false), fill: { color: INKS.wash } },
  }))
  const rows = shown.map(({ cells, strong = false }) =>
    cells.map((text, index) => ({
      text: cut(text, index),
      options: look(index, strong ? INKS.accent : INKS.text, strong),
    })),
  )
  if (count < table.rows.length) {
    const options = { ...look(0, INKS.quiet, false), colspan: table.columns.length }
    rows.push([{ text: leftOut(table.rows.length - count), options }])
    shownH.push(countH)
  }
  const { x, y, w } = box
  const h = shownH.reduce((sum, height) => sum + height, 0)
  canvas.addTable([header, ...rows], { x, y, w, h, colW: widths, rowH: shownH, autoPage: false })
}

/** All, or as many from the top as leave room for a line that counts the rest. */
function howManyFit(heights: readonly number[], room: number, countH: number): number {
  const whole = heights.reduce((sum, height) => sum + height, 0)
  if (whole <= room + 0.001) return heights.length
  let left = room - countH
  const beyond = heights.findIndex((height) => {
    left -= height
    return left < 0
  })
  return Math.max(0, beyond)
}

function leftOut(count: number): string {
  return `… ещё ${count} — в полном отчёте`
}
