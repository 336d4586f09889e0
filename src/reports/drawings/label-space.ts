// Keeps labels on a drawing off each other: remembers what is taken and says what is still free.
// Knows boxes of text, never what they say.
import { degrees, radians } from '../../geometry/angles.ts'
import type { Point } from '../drawing.ts'

export interface TurnedBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Clockwise around the middle. */
  readonly angleDeg: number
}

export interface LabelSpace {
  /**
   * Takes the box for a label if it is inside the sheet, free, and apart from other labels. A
   * figure comes with the lines that it belongs to and their ends: all are taken or, where the
   * answer is false, none. Nothing may lie on a line; of ends, such as ticks, only labels keep
   * clear.
   */
  take(label: TurnedBox, lines?: readonly TurnedBox[], ends?: readonly TurnedBox[]): boolean
  /** Takes the box whatever else is there. */
  block(box: TurnedBox): void
  /** Keeps labels, but no lines, off a stroke from one point to another. */
  blockStroke(from: Point, to: Point, strokeMm: number): void
}

/** Kept free along the sheet's edges: ticks and strokes reach a little past their boxes. */
const EDGE_MM = 1.2
/**
 * Between two labels in one line, so that they do not read as one; half as much above and below.
 */
const PADDING_MM = 1
/** Between a label and a stroke. */
const CLEAR_MM = 0.25

export function createLabelSpace(widthMm: number, heightMm: number): LabelSpace {
  const labels: TurnedBox[] = []
  const others: TurnedBox[] = []
  const strokes: TurnedBox[] = []
  const isInside = ([x, y]: Point) =>
    x >= EDGE_MM && y >= EDGE_MM && x <= widthMm - EDGE_MM && y <= heightMm - EDGE_MM
  const isFree = (box: TurnedBox, apart: TurnedBox) =>
    cornersOf(box).every(isInside) &&
    !labels.some((label) => overlap(apart, label)) &&
    !others.some((other) => overlap(box, other))
  return {
    take: (label, lines = [], ends = []) => {
      if (!isFree(label, grown(label, PADDING_MM, PADDING_MM / 2))) return false
      if (strokes.some((stroke) => overlap(label, stroke))) return false
      if (!lines.every((line) => isFree(line, line))) return false
      if (ends.some((end) => labels.some((other) => overlap(end, other)))) return false
      labels.push(label)
      others.push(...lines)
      strokes.push(...ends)
      return true
    },
    block: (box) => {
      others.push(box)
    },
    blockStroke: (from, to, strokeMm) => {
      const thickness = strokeMm + 2 * CLEAR_MM
      const box = boxAlong(from, to, thickness)
      strokes.push({ ...box, width: box.width + thickness })
    },
  }
}

/** The box of a stroke from one point to another. */
export function boxAlong([x1, y1]: Point, [x2, y2]: Point, strokeMm: number): TurnedBox {
  return {
    x: (x1 + x2) / 2,
    y: (y1 + y2) / 2,
    width: Math.hypot(x2 - x1, y2 - y1),
    height: strokeMm,
    angleDeg: degrees(Math.atan2(y2 - y1, x2 - x1)),
  }
}

function grown(box: TurnedBox, alongMm: number, acrossMm: number): TurnedBox {
  return { ...box, width: box.width + 2 * alongMm, height: box.height + 2 * acrossMm }
}

/** Corners of the box as it lies. */
export function cornersOf({ x, y, width, height, angleDeg }: TurnedBox): Point[] {
  const angle = radians(angleDeg)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ].map(([dx = 0, dy = 0]): Point => [x + dx * cos - dy * sin, y + dx * sin + dy * cos])
}

/** By the separating axis: two boxes are apart if the line of some side separates them. */
function overlap(a: TurnedBox, b: TurnedBox): boolean {
  const reach = (Math.hypot(a.width, a.height) + Math.hypot(b.width, b.height)) / 2
  if (Math.abs(a.x - b.x) > reach || Math.abs(a.y - b.y) > reach) return false
  const [cornersA, cornersB] = [cornersOf(a), cornersOf(b)]
  return [a.angleDeg, a.angleDeg + 90, b.angleDeg, b.angleDeg + 90].every((angleDeg) => {
    const angle = radians(angleDeg)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const along = ([x, y]: Point) => x * cos + y * sin
    const [spanA, spanB] = [cornersA.map(along), cornersB.map(along)]
    return (
      Math.min(...spanA) < Math.max(...spanB) - 1e-6 &&
      Math.min(...spanB) < Math.max(...spanA) - 1e-6
    )
  })
}
