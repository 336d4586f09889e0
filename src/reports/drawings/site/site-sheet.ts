// A sheet of paper with a site on it: the scale, and metres to millimetres. Knows figures on a
// plane, never what they stand for.
import {
  type Box,
  type Point as PlanePoint,
  pointDistance,
  type Region,
} from '../../../geometry/plane.ts'
import { formatNumber } from '../../../text/russian-format.ts'
import { type Point, roundMm } from '../../drawing.ts'
import { niceStep } from '../charts/nice-step.ts'
import type { LabelSpace } from '../label-space.ts'

export interface Sheet {
  /** Denominator: 500 for 1:500. */
  readonly scale: number
  readonly mmPerM: number
  toPaper(point: PlanePoint): Point
  ringsOf(region: Region): Point[][]
}

/** A sheet with the room that its labels share. */
export interface LabelledSheet extends Sheet {
  readonly space: LabelSpace
}

export interface DrawingFrame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The scales of an architect's triangular ruler (20, 25, 50, 75, 100, 125), by tens. */
const RULER = [20, 25, 50, 75, 100, 125]
/** No ruler has them, but large sites are drawn to them: from 1:2500 to 1:5000 the paper halves. */
const BETWEEN = [3000, 4000]
const SCALES = [
  ...[10, 100, 1000, 10_000].flatMap((power) => RULER.map((mark) => mark * power)),
  ...BETWEEN,
].sort((a, b) => a - b)

/** The largest of the standard scales at which the box fits; north is up. */
export function standardScale(box: Box, widthMm: number, heightMm: number): number {
  const needed = Math.max(
    ((box.maxX - box.minX) * 1000) / widthMm,
    ((box.maxY - box.minY) * 1000) / heightMm,
  )
  // What is a hair too large still fits: the margins give way by more than that.
  return SCALES.find((scale) => scale >= needed * 0.999) ?? niceStep(needed)
}

/** The box in the middle of the frame. */
export function sheetOf(box: Box, frame: DrawingFrame, scale: number): Sheet {
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

/**
 * Corners nearer than this to the one before are not drawn: neither eye nor printer separates them.
 */
const CORNERS_APART_MM = 0.06

function sparse(ring: readonly Point[]): Point[] {
  let last: Point | undefined
  const kept = ring.filter((point) => {
    const isApart = !last || pointDistance(point, last) >= CORNERS_APART_MM
    if (isApart) last = point
    return isApart
  })
  return kept.length >= 3 ? kept : [...ring]
}

/** Metres with as many digits as the scale can show. */
export function lengthText(lengthM: number, scale: number): string {
  return formatNumber(lengthM, scale <= 1000 ? 2 : 1)
}
