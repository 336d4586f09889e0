// The figures of a slide side by side, each between its label and its note. Where they stand is
// pptx-parts.ts's.
import { sumOf } from '../../numbers/sum.ts'
import { NO_BREAK_SPACE } from '../../text/russian-format.ts'
import type { Tiles } from '../slides.ts'
import { INKS } from './palette.ts'
import type { Canvas, TextRun } from './pptx-library.ts'
import { GAP, type SlideBox, SMALL, textLook } from './pptx-text.ts'
import { cutToLines, lineHeightIn, linesOf, type TypeSize } from './slide-fit.ts'

const FIGURE: TypeSize = { pt: 26, strong: true }
const MIN_FIGURE_PT = 14

type Tile = Tiles['items'][number]

/** Height of all rows of tiles, inches. */
export function tilesHeight(part: Tiles, widthIn: number): number {
  const width = tileWidth(part.across, widthIn)
  return sumOf(rowsOf(part), (row) => rowHeight(row, width))
}

function rowsOf({ items, across }: Tiles): (readonly Tile[])[] {
  return Array.from({ length: Math.ceil(items.length / across) }, (_, row) =>
    items.slice(row * across, (row + 1) * across),
  )
}

function rowHeight(row: readonly Tile[], widthIn: number): number {
  const notes = row.map(({ note }) => (note === undefined ? 0 : noteLines(note, widthIn)))
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

export function placeTiles(canvas: Canvas, part: Tiles, box: SlideBox): void {
  const width = tileWidth(part.across, box.w)
  const figure = figureType(part, width)
  let y = box.y
  for (const row of rowsOf(part)) {
    const h = rowHeight(row, width) - 0.06
    if (y + h > box.y + box.h + 0.001) return
    for (const [column, tile] of row.entries()) {
      placeTile(canvas, tile, figure, { x: box.x + column * (width + GAP), y, w: width, h })
    }
    y += rowHeight(row, width)
  }
}

function placeTile(
  canvas: Canvas,
  { label, value, note }: Tile,
  figure: TypeSize,
  box: SlideBox,
): void {
  const runs: TextRun[] = [
    run(cutToLines(label, box.w, SMALL, 1), SMALL, INKS.quiet),
    run(value.replaceAll(' ', NO_BREAK_SPACE), figure, INKS.accent),
  ]
  if (note !== undefined) runs.push(run(cutToLines(note, box.w, SMALL, 2), SMALL, INKS.text))
  canvas.addText(runs, { ...box, ...textLook(SMALL), valign: 'top' })
}

function run(text: string, type: TypeSize, color: string): TextRun {
  return {
    text,
    options: { fontSize: type.pt, bold: type.strong ?? false, color, breakLine: true },
  }
}
