// Dimension lines as an architect draws them: a thin line with slanted ticks and its figure along
// it. Lengths come as text: the drawing that asks has measured them.
import { degrees, radians } from '../../../geometry/angles.ts'
import { pointDistance } from '../../../geometry/plane.ts'
import { MM_PER_PT, type Point, roundDeg, roundMm, type Shape } from '../../drawing.ts'
import { boxAlong, type LabelSpace, type TurnedBox } from '../label-space.ts'
import { capHeightMm, textWidthMm } from '../text-size.ts'

export interface Dimension {
  readonly from: Point
  readonly to: Point
  /**
   * How far beside the measured side the line runs, to the right hand going from `from` to `to`.
   */
  readonly offsetMm: number
  readonly text: string
  /**
   * Whether a figure without room along the line may stand past the line's `to` end, however short
   * the line.
   */
  readonly mayPassEnd?: boolean
}

const SIZE_PT = 6.5
const TICK_MM = 1
const TICK_PT = 0.8
/** Shorter sides get no dimension. */
const SHORTEST_MM = 2.4
/** On a shorter line its two ticks would run together. */
const SHORTEST_PASSED_MM = 0.7
/** Between a corner and the line that leads from it to the dimension line. */
const CORNER_GAP_MM = 0.5
/** A figure along its line or across it may be this many times as long as the line. */
const LONGEST_FIGURE = 1.3
/** A figure of this share of its line's length leaves no room at the line's ends. */
const FULL_LINE = 0.8
/** Between a line and its figure. */
const FIGURE_GAP_MM = 0.75
/** Lines run this far past their ends. */
const OVERSHOOT_MM = 0.9
/** Past the end of a line, where its figure may begin: farther on, or beside it with a leader. */
const PAST_END_MM = [
  { onMm: 0, asideMm: 0 },
  { onMm: 1.8, asideMm: 0 },
  { onMm: 1.8, asideMm: 2.4 },
  { onMm: 1.8, asideMm: -2.4 },
  { onMm: 3.6, asideMm: 0 },
  { onMm: 3, asideMm: 4.2 },
  { onMm: 3, asideMm: -4.2 },
] as const

/** Width of the box that a thin line takes. */
const LINE_BOX_MM = 0.3

/** Where a figure may stand, and the line that leads to it from the end of its dimension. */
interface Place {
  readonly label: TurnedBox
  readonly leader?: readonly [Point, Point]
}

/** The shapes, or nothing where the figure does not fit or its place is taken. */
export function drawDimension(dimension: Dimension, space: LabelSpace): Shape[] {
  const { from, to, text } = dimension
  const lengthMm = pointDistance(from, to)
  if (lengthMm < (dimension.mayPassEnd ? SHORTEST_PASSED_MM : SHORTEST_MM)) return []
  const axes = axesOf(dimension, lengthMm)
  const line = lineBox(dimension, axes, lengthMm)
  const [thin, ticks] = [linesOf(dimension, axes), ticksOf(dimension, axes)]
  const ends = [...thin, ...ticks].map(([start, end]) => boxAlong(start, end, LINE_BOX_MM))
  const place = placesOf(dimension, axes, line).find(({ label, leader }) =>
    space.take(label, leader ? [line, boxAlong(...leader, LINE_BOX_MM)] : [line], ends),
  )
  if (!place) return []
  const { label, leader } = place
  for (const [start, end] of ticks) space.blockStroke(start, end, TICK_PT * MM_PER_PT)
  const lines = leader ? [...thin, leader] : thin
  return [
    { shape: 'strokes', lines, ink: 'text', widthPt: 0.35 },
    { shape: 'strokes', lines: ticks, ink: 'text', widthPt: TICK_PT },
    {
      shape: 'label',
      x: roundMm(label.x),
      y: roundMm(label.y),
      text,
      anchor: 'middle',
      sizePt: SIZE_PT,
      ink: 'text',
      angleDeg: roundDeg(label.angleDeg),
    },
  ]
}

/** Where the figure may stand, the best first. */
function placesOf(dimension: Dimension, axes: Axes, line: TurnedBox): Place[] {
  const textMm = textWidthMm(dimension.text, SIZE_PT)
  const places: Place[] = []
  if (textMm <= line.width * LONGEST_FIGURE) places.push({ label: labelBox(line, textMm) })
  // A figure that fills its line covers what the line ends at: it may stand elsewhere too.
  if (!dimension.mayPassEnd && textMm <= line.width * FULL_LINE) return places
  if (textMm <= line.width * LONGEST_FIGURE) {
    places.push(...boxesAcross(line, textMm).map((label) => ({ label })))
  }
  if (dimension.mayPassEnd) places.push(...placesPastEnd(dimension, axes, line, textMm))
  return places
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
    height: LINE_BOX_MM,
    angleDeg: upright(degrees(Math.atan2(along[1], along[0]))),
  }
}

/** Above the line, as seen by one who reads it. */
function labelBox({ x, y, angleDeg }: TurnedBox, textMm: number): TurnedBox {
  const riseMm = capHeightMm(SIZE_PT) / 2 + FIGURE_GAP_MM
  const readAngle = radians(angleDeg)
  const middle: Point = [x + Math.sin(readAngle) * riseMm, y - Math.cos(readAngle) * riseMm]
  return figureBox(middle, textMm, angleDeg)
}

/** Beside the line on either side, read at a right angle to it. */
function boxesAcross({ x, y, angleDeg }: TurnedBox, textMm: number): TurnedBox[] {
  const asideMm = textMm / 2 + FIGURE_GAP_MM
  const across = upright(angleDeg + 90)
  const readAngle = radians(across)
  return [asideMm, -asideMm].map((mm) =>
    figureBox([x + Math.cos(readAngle) * mm, y + Math.sin(readAngle) * mm], textMm, across),
  )
}

/** Past the end of the line, in its direction: the nearest places first. */
function placesPastEnd(
  { to }: Dimension,
  axes: Axes,
  { angleDeg }: TurnedBox,
  textMm: number,
): Place[] {
  return PAST_END_MM.map(({ onMm, asideMm }): Place => {
    const nearMm = OVERSHOOT_MM + onMm
    const middle = shifted(to, axes, asideMm, nearMm + FIGURE_GAP_MM + textMm / 2)
    const label = figureBox(middle, textMm, angleDeg)
    return onMm === 0 ? { label } : { label, leader: [to, shifted(to, axes, asideMm, nearMm)] }
  })
}

/** What a figure takes, with a little air around it. */
function figureBox([x, y]: Point, textMm: number, angleDeg: number): TurnedBox {
  return { x, y, width: textMm + 0.4, height: capHeightMm(SIZE_PT) + 0.5, angleDeg }
}

/** The line itself and, where it runs beside the side, lines from both corners to it. */
function linesOf({ from, to, offsetMm }: Dimension, axes: Axes): [Point, Point][] {
  const sign = offsetMm < 0 ? -1 : 1
  const line: [Point, Point] = [
    shifted(shifted(from, axes, offsetMm), axes, 0, -OVERSHOOT_MM * 0.7),
    shifted(shifted(to, axes, offsetMm), axes, 0, OVERSHOOT_MM * 0.7),
  ]
  if (Math.abs(offsetMm) < CORNER_GAP_MM) return [line]
  const fromCorners = [from, to].map((corner): [Point, Point] => [
    shifted(corner, axes, sign * CORNER_GAP_MM),
    shifted(corner, axes, offsetMm + sign * OVERSHOOT_MM),
  ])
  return [line, ...fromCorners]
}

/** Slanted by 45° over both ends of the line. */
function ticksOf({ from, to, offsetMm }: Dimension, axes: Axes): [Point, Point][] {
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
