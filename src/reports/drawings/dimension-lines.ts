// Dimension lines as an architect draws them: a thin line with slanted ticks and its figure along
// it. Lengths come as text; what is measured is the drawing's to say.
import { type Ink, type Point, roundDeg, roundMm, type Shape } from '../drawing.ts'
import { capHeightMm, type LabelSpace, type TurnedBox, textWidthMm } from './label-space.ts'

export interface Dimension {
  readonly from: Point
  readonly to: Point
  /** How far beside the measured side the line runs, to the right hand going from `from` to `to`. */
  readonly offsetMm: number
  readonly text: string
  readonly ink: Ink
}

const SIZE_PT = 6.5
const TICK_MM = 1
/** A figure may stand out over its line by this much, as a share of the line. */
const LONGEST_TEXT = 1.3
/** How far lines go past their ends. */
const OVERSHOOT_MM = 0.9

/** The shapes, or nothing where the figure does not fit or its place is taken. */
export function drawDimension(dimension: Dimension, space: LabelSpace): Shape[] {
  const { from, to, offsetMm, text, ink } = dimension
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const width = textWidthMm(text, SIZE_PT)
  if (length < 2.4 || width > length * LONGEST_TEXT) return []

  const [alongX, alongY] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const [asideX, asideY] = [-alongY, alongX]
  const shift = ([x, y]: Point, aside: number, along = 0): Point => [
    roundMm(x + asideX * aside + alongX * along),
    roundMm(y + asideY * aside + alongY * along),
  ]
  const angleDeg = upright((Math.atan2(alongY, alongX) * 180) / Math.PI)
  const line: TurnedBox = {
    x: (from[0] + to[0]) / 2 + asideX * offsetMm,
    y: (from[1] + to[1]) / 2 + asideY * offsetMm,
    width: length,
    height: 0.3,
    angleDeg,
  }
  // Above the line, as seen by one who reads it.
  const rise = capHeightMm(SIZE_PT) / 2 + 0.75
  const readAngle = (angleDeg * Math.PI) / 180
  const [x, y] = [line.x + Math.sin(readAngle) * rise, line.y - Math.cos(readAngle) * rise]
  const label: TurnedBox = {
    x,
    y,
    width: width + 0.4,
    height: capHeightMm(SIZE_PT) + 0.5,
    angleDeg,
  }
  if (!space.takeAll([line, label])) return []

  const ends = [from, to].map((end) => shift(end, offsetMm))
  const [start = from, end = to] = ends
  const sign = offsetMm < 0 ? -1 : 1
  const slant = (alongX + asideX) / Math.SQRT2
  const slantY = (alongY + asideY) / Math.SQRT2
  const ticks = ends.map(([endX, endY]): Point[] => [
    [roundMm(endX - slant * TICK_MM), roundMm(endY - slantY * TICK_MM)],
    [roundMm(endX + slant * TICK_MM), roundMm(endY + slantY * TICK_MM)],
  ])
  const witnesses =
    Math.abs(offsetMm) < 0.5
      ? []
      : [from, to].map((corner): Point[] => [
          shift(corner, sign * 0.5),
          shift(corner, offsetMm + sign * OVERSHOOT_MM),
        ])
  return [
    {
      shape: 'strokes',
      lines: [
        [shift(start, 0, -OVERSHOOT_MM * 0.7), shift(end, 0, OVERSHOOT_MM * 0.7)],
        ...witnesses,
      ],
      ink,
      widthPt: 0.35,
    },
    { shape: 'strokes', lines: ticks, ink, widthPt: 0.8 },
    {
      shape: 'label',
      x: roundMm(x),
      y: roundMm(y),
      text,
      anchor: 'middle',
      sizePt: SIZE_PT,
      ink,
      angleDeg: roundDeg(angleDeg),
    },
  ]
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
