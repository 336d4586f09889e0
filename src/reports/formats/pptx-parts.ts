// Places the parts of a slide from the top down: charts take what the others leave, and what finds
// no room is cut with an ellipsis or counted, or left out where no line of it has room. Nothing is
// smaller than 14 points.
import { sumOf } from '../../numbers/sum.ts'
import type { Bullets, Columns, SlidePart, SlideText } from '../slides.ts'
import { INKS } from './palette.ts'
import { placeChart } from './pptx-chart.ts'
import type { Canvas } from './pptx-library.ts'
import { placeTable, tableHeight } from './pptx-table.ts'
import { GAP, type SlideBox, SMALL, textLook, write } from './pptx-text.ts'
import { placeTiles, tilesHeight } from './pptx-tiles.ts'
import {
  cutToLines,
  howManyFit,
  leftOut,
  lineHeightIn,
  linesInHeight,
  linesOf,
  type TypeSize,
  textHeightIn,
} from './slide-fit.ts'

/** Inches. */
const GUTTER = 0.4
const MIN_CHART_H = 1.6
const BULLET_INDENT = 0.3

const PLAIN: TypeSize = { pt: 16 }
const HEADING: TypeSize = { pt: 16, strong: true }
const VERDICT: TypeSize = { pt: 20, strong: true }

/** Charts share what the other parts leave; parts beyond the bottom are cut or left out. */
export function placeAll(canvas: Canvas, all: readonly SlidePart[], box: SlideBox): void {
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
      return sumOf(part.items, (item) => bulletHeight(item, widthIn))
    case 'tiles':
      return tilesHeight(part, widthIn)
    case 'table':
      return tableHeight(part, widthIn)
    case 'chart':
    case 'columns':
      return undefined
  }
}

function place(canvas: Canvas, part: SlidePart, box: SlideBox): void {
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

function placeColumns(canvas: Canvas, { ratio, left, right }: Columns, box: SlideBox): void {
  const room = box.w - GUTTER
  placeAll(canvas, left, { ...box, w: room * ratio })
  placeAll(canvas, right, { ...box, x: box.x + room * ratio + GUTTER, w: room * (1 - ratio) })
}

function typeOf({ tone }: SlideText): TypeSize {
  if (tone === 'verdict') return VERDICT
  if (tone === 'heading') return HEADING
  return tone === 'quiet' ? SMALL : PLAIN
}

function shownText(part: SlideText, widthIn: number, most = Infinity): string {
  return cutToLines(part.text, widthIn, typeOf(part), Math.min(part.maxLines ?? 3, most))
}

function placeText(canvas: Canvas, part: SlideText, box: SlideBox): void {
  const color = part.tone === 'quiet' ? INKS.quiet : INKS.text
  const type = typeOf(part)
  write(canvas, shownText(part, box.w, linesInHeight(box.h, type)), box, type, { color })
}

const BULLET_LINES = 4

function bulletHeight(item: string, widthIn: number): number {
  const lines = Math.min(BULLET_LINES, linesOf(item, widthIn - BULLET_INDENT, PLAIN))
  return lines * lineHeightIn(PLAIN) + 0.1
}

function placeBullets(canvas: Canvas, { items }: Bullets, box: SlideBox): void {
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
