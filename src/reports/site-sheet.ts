// A sheet of paper with a site on it: the scale, metres to millimetres, the scale bar and the arrow
// to north. Knows figures on a plane, never what they stand for.
import type { Box, Point as PlanePoint, Region } from '../geometry/plane.ts'
import { type Point, roundMm, type Shape } from './drawing.ts'
import { niceStep } from './nice-step.ts'
import { formatNumber, NO_BREAK_SPACE } from './russian-format.ts'

export interface Sheet {
  /** Denominator: 500 for 1:500. */
  readonly scale: number
  readonly mmPerM: number
  toPaper(point: PlanePoint): Point
  ringsOf(region: Region): Point[][]
}

export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The scales of an architect's triangular ruler (20, 25, 50, 75, 100, 125), by tens. */
const RULER = [20, 25, 50, 75, 100, 125]
const SCALES = [10, 100, 1000, 10_000].flatMap((power) => RULER.map((mark) => mark * power))

/** The largest of the standard scales at which the box fits; north is up. */
export function standardScale(box: Box, widthMm: number, heightMm: number): number {
  const needed = Math.max(
    ((box.maxX - box.minX) * 1000) / widthMm,
    ((box.maxY - box.minY) * 1000) / heightMm,
  )
  // A hair too large for its place is drawn all the same: margins have more than a hair to give.
  const standard = SCALES.toSorted((a, b) => a - b).find((scale) => scale >= needed * 0.999)
  return standard ?? niceStep(needed)
}

/** The box in the middle of the frame. */
export function sheetOf(box: Box, frame: Frame, scale: number): Sheet {
  const mmPerM = 1000 / scale
  const middle: PlanePoint = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2]
  const [centreX, centreY] = [frame.x + frame.width / 2, frame.y + frame.height / 2]
  const toPaper = ([x, y]: PlanePoint): Point => [
    roundMm(centreX + (x - middle[0]) * mmPerM),
    roundMm(centreY - (y - middle[1]) * mmPerM),
  ]
  return {
    scale,
    mmPerM,
    toPaper,
    ringsOf: (region) => region.map((ring) => sparse(ring.map(toPaper))),
  }
}

/** Corners nearer than this to the one before are not drawn: no eye and no printer tells them apart. */
const CORNERS_APART_MM = 0.06

function sparse(ring: readonly Point[]): Point[] {
  let last: Point | undefined
  const kept = ring.filter((point) => {
    const isApart = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= CORNERS_APART_MM
    if (isApart) last = point
    return isApart
  })
  return kept.length >= 3 ? kept : [...ring]
}

export function scaleText(scale: number): string {
  return `М${NO_BREAK_SPACE}1:${formatNumber(scale).replaceAll(NO_BREAK_SPACE, '')}`
}

/** Four steps of a round length, dark and light in turn, with figures in metres above. */
export function scaleBar(sheet: Sheet, left: number, y: number, widthMm: number): Shape[] {
  const stepM = niceStep(widthMm / 5.2 / sheet.mmPerM / 2)
  const steps = Math.max(2, Math.min(6, Math.floor(widthMm / (stepM * sheet.mmPerM))))
  const shapes: Shape[] = []
  const xAt = (step: number) => roundMm(left + step * stepM * sheet.mmPerM)
  for (let step = 0; step < steps; step += 1) {
    shapes.push({
      shape: 'area',
      rings: [
        [
          [xAt(step), y],
          [xAt(step + 1), y],
          [xAt(step + 1), y + 1.3],
          [xAt(step), y + 1.3],
        ],
      ],
      fill: step % 2 === 0 ? 'text' : 'paper',
      ink: 'text',
      widthPt: 0.4,
    })
  }
  for (let step = 0; step <= steps; step += 1) {
    const metres = formatNumber(step * stepM, stepM < 1 ? 1 : 0)
    // The unit hangs outside, so that all figures stand over their ticks.
    shapes.push({ ...barFigure(metres), x: xAt(step), y: roundMm(y - 2), anchor: 'middle' })
  }
  shapes.push({ ...barFigure('м'), x: xAt(steps) + 1.2, y: roundMm(y + 0.7), anchor: 'start' })
  return shapes
}

function barFigure(text: string) {
  return { shape: 'label', text, sizePt: 6, ink: 'text' } as const
}

export const NORTH_ARROW_RADIUS_MM = 7.5

/** @param bearingDeg where north is on the paper, clockwise from up */
export function northArrow(x: number, y: number, bearingDeg = 0): Shape[] {
  const angle = (bearingDeg * Math.PI) / 180
  const turn = (dx: number, dy: number): Point => [
    roundMm(x + dx * Math.cos(angle) - dy * Math.sin(angle)),
    roundMm(y + dx * Math.sin(angle) + dy * Math.cos(angle)),
  ]
  const [letterX, letterY] = turn(0, -6.1)
  return [
    { shape: 'circle', x, y, radius: 4.2, ink: 'text' },
    { shape: 'polygon', points: [turn(0, -4.2), turn(1.7, 2.6), turn(0, 1.3)], fill: 'text' },
    {
      shape: 'area',
      rings: [[turn(0, -4.2), turn(-1.7, 2.6), turn(0, 1.3)]],
      fill: 'paper',
      ink: 'text',
      widthPt: 0.4,
    },
    {
      shape: 'label',
      x: letterX,
      y: letterY,
      text: 'С',
      anchor: 'middle',
      sizePt: 8,
      ink: 'text',
      strong: true,
    },
  ]
}
