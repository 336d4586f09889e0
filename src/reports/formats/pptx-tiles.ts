// The figures of a slide side by side, each between its label and its note. Where they stand is
// pptx-parts.ts's.
import { NO_BREAK_SPACE } from '../../russian-format.ts'
import type { Tiles } from '../slides.ts'
import { INKS } from './palette.ts'
import type { Canvas, TextRun } from './pptx-library.ts'
import { type Box, GAP, SMALL, textLook } from './pptx-text.ts'
import { cutToLines, lineHeightIn, linesOf, type TypeSize } from './slide-fit.ts'

const FIGURE: TypeSize = { pt: 26, strong: true }
const MIN_FIGURE_PT = 14

/** Of all rows of tiles, inches. */
export function tilesHeight(part: Tiles, widthIn: number): number {
  return tileHeight(part, widthIn) * Math.ceil(part.items.length / part.across)
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

export function placeTiles(canvas: Canvas, part: Tiles, box: Box): void {
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
