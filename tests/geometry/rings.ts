// Rings of boxes, counter-clockwise from the corner in the south-west.
import type { Point } from '../../src/geometry/plane.ts'

/** From its south-western corner; a square without a height. */
export function boxRing(x: number, y: number, width: number, height = width): Point[] {
  return ringBetween(x, y, x + width, y + height)
}

/** From its south-western corner to its north-eastern one. */
export function ringBetween(x0: number, y0: number, x1: number, y1: number): Point[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
}
