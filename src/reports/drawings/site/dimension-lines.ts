// Dimension lines as an architect draws them: a thin line with slanted ticks and its figure along
// it. Lengths come as text: the drawing that asks has measured them.
import { degrees, radians } from '../../../geometry/angles.ts'
import { type Ink, type Point, roundDeg, roundMm, type Shape } from '../../drawing.ts'
import { capHeightMm, type LabelSpace, type TurnedBox, textWidthMm } from '../label-space.ts'

export interface Dimension {
  readonly from: Point
  readonly to: Point
  /**
   * How far beside the measured side the line runs, to the right hand going from `from` to `to`.
   */
  readonly offsetMm: number
  readonly text: string
  readonly ink: Ink
  /** Whether a figure without room along the line may stand past the line's `to` end. */
  readonly mayPassEnd?: boolean
}

const SIZE_PT = 6.5
const TICK_MM = 1
/** Shorter sides get no dimension. */
const SHORTEST_MM = 2.4
/** Between a corner and the line that leads from it to the dimension line. */
const CORNER_GAP_MM = 0.5
/** A figure may be this many times as long as its line. */
const MAX_TEXT_LENGTH = 1.3
/** A figure of this share of its line's length leaves no room at the line's ends. */
const FULL_LINE = 0.8
/** Between a line and its figure. */
const FIGURE_GAP_MM = 0.75
/** Lines run this far past their ends. */
const OVERSHOOT_MM = 0.9

/** The shapes, or nothing where the figure does not fit or its place is taken. */
export function drawDimension(dimension: Dimension, space: LabelSpace): Shape[] {
  const { from, to, text, ink } = dimension
  const lengthMm = Math.hypot(to[0] - from[0], to[1] - from[1])
  const textMm = textWidthMm(text, SIZE_PT)
  if (lengthMm < SHORTEST_MM || textMm > lengthMm * MAX_TEXT_LENGTH) return []
  const axes = axesOf(dimension, lengthMm)
  const line = lineBox(dimension, axes, lengthMm)
  const places = [labelBox(line, textMm)]
  // A figure that fills its line covers what the line ends at: it also may stand beside the line.
  if (textMm > lengthMm * FULL_LINE) {
    places.push(...boxesAcross(line, textMm))
    if (dimension.mayPassEnd) places.push(boxPastEnd(dimension, axes, line, textMm))
  }
  const label = places.find((place) => space.takeWithLine(place, line))
  if (!label) return []
  return [
    { shape: 'strokes', lines: linesOf(dimension, axes), ink, widthPt: 0.35 },
    { shape: 'strokes', lines: ticksOf(dimension, axes), ink, widthPt: 0.8 },
    {
      shape: 'label',
      x: roundMm(label.x),
      y: roundMm(label.y),
      text,
      anchor: 'middle',
      sizePt: SIZE_PT,
      ink,
      angleDeg: roundDeg(label.angleDeg),
    },
  ]
}

/** Directions of length 1: along the measured side, and to its right hand. */
interface Axes {
  readonly along: Point
  readonly aside: Point
}

function axesOf({ from, to }: Dimension, lengthMm: number): Axes {
  const [alongX, alongY] = [(to[0] - from[0]) / lengthMm, (to[1] - from[1]) / lengthMm]
  return { along: [alongX, alongY], aside: [-alongY, alongX] }
}

function shifted([x, y]: Point, { along, aside }: Axes, asideMm: number, alongMm = 0): Point {
  return [
    roundMm(x + aside[0] * asideMm + along[0] * alongMm),
    roundMm(y + aside[1] * asideMm + along[1] * alongMm),
  ]
}

function lineBox(
  { from, to, offsetMm }: Dimension,
  { along, aside }: Axes,
  lengthMm: number,
): TurnedBox {
  return {
    x: (from[0] + to[0]) / 2 + aside[0] * offsetMm,
    y: (from[1] + to[1]) / 2 + aside[1] * offsetMm,
    width: lengthMm,
    height: 0.3,
    angleDeg: upright(degrees(Math.atan2(along[1], along[0]))),
  }
}

/** Above the line, as seen by one who reads it. */
function labelBox({ x, y, angleDeg }: TurnedBox, textMm: number): TurnedBox {
  const riseMm = capHeightMm(SIZE_PT) / 2 + FIGURE_GAP_MM
  const readAngle = radians(angleDeg)
  return {
    x: x + Math.sin(readAngle) * riseMm,
    y: y - Math.cos(readAngle) * riseMm,
    width: textMm + 0.4,
    height: capHeightMm(SIZE_PT) + 0.5,
    angleDeg,
  }
}

/** Beside the line on either side, read at a right angle to it. */
function boxesAcross({ x, y, angleDeg }: TurnedBox, textMm: number): TurnedBox[] {
  const asideMm = textMm / 2 + FIGURE_GAP_MM
  const across = upright(angleDeg + 90)
  const readAngle = radians(across)
  return [asideMm, -asideMm].map((mm) => ({
    x: x + Math.cos(readAngle) * mm,
    y: y + Math.sin(readAngle) * mm,
    width: textMm + 0.4,
    height: capHeightMm(SIZE_PT) + 0.5,
    angleDeg: across,
  }))
}

/** Past the end of the line, in its direction. */
function boxPastEnd({ to }: Dimension, axes: Axes, line: TurnedBox, textMm: number): TurnedBox {
  const [x, y] = shifted(to, axes, 0, OVERSHOOT_MM + FIGURE_GAP_MM + textMm / 2)
  return {
    x,
    y,
    width: textMm + 0.4,
    height: capHeightMm(SIZE_PT) + 0.5,
    angleDeg: line.angleDeg,
  }
}

/** The line itself and, where it runs beside the side, lines from both corners to it. */
function linesOf({ from, to, offsetMm }: Dimension, axes: Axes): Point[][] {
  const sign = offsetMm < 0 ? -1 : 1
  const line = [
    shifted(shifted(from, axes, offsetMm), axes, 0, -OVERSHOOT_MM * 0.7),
    shifted(shifted(to, axes, offsetMm), axes, 0, OVERSHOOT_MM * 0.7),
  ]
  if (Math.abs(offsetMm) < CORNER_GAP_MM) return [line]
  const fromCorners = [from, to].map((corner) => [
    shifted(corner, axes, sign * CORNER_GAP_MM),
    shifted(corner, axes, offsetMm + sign * OVERSHOOT_MM),
  ])
  return [line, ...fromCorners]
}

/** Slanted by 45° over both ends of the line. */
function ticksOf({ from, to, offsetMm }: Dimension, axes: Axes): Point[][] {
  const { along, aside } = axes
  const slantX = (along[0] + aside[0]) / Math.SQRT2
  const slantY = (along[1] + aside[1]) / Math.SQRT2
  return [from, to].map((corner) => {
    const [x, y] = shifted(corner, axes, offsetMm)
    return [
      [roundMm(x - slantX * TICK_MM), roundMm(y - slantY * TICK_MM)],
      [roundMm(x + slantX * TICK_MM), roundMm(y + slantY * TICK_MM)],
    ]
  })
}

/**
 * The same direction, so turned that text along it is not upside down; what stands about upright is
 * read from below.
 */
export function upright(angleDeg: number): number {
  let angle = angleDeg
  while (angle > 80) angle -= 180
  while (angle <= -100) angle += 180
  return angle
}
