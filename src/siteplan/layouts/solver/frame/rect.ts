// Rectangles along a frame's axes, in metres. Whether one lies inside a site is strips.ts's.
import type { Ring } from '../../../../geometry/plane.ts'

export interface Rect {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export function rectRing({ x0, y0, x1, y1 }: Rect): Ring {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
}

export function rectArea({ x0, y0, x1, y1 }: Rect): number {
  return (x1 - x0) * (y1 - y0)
}

export function shortSide({ x0, y0, x1, y1 }: Rect): number {
  return Math.min(x1 - x0, y1 - y0)
}

export function longSide({ x0, y0, x1, y1 }: Rect): number {
  return Math.max(x1 - x0, y1 - y0)
}

export function overlap(a: Rect, b: Rect): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
}

/** Between the nearest points of two rectangles, m; 0 where they touch or overlap. */
export function rectDistance(a: Rect, b: Rect): number {
  const dx = Math.max(0, a.x0 - b.x1, b.x0 - a.x1)
  const dy = Math.max(0, a.y0 - b.y1, b.y0 - a.y1)
  return Math.hypot(dx, dy)
}

export function grown({ x0, y0, x1, y1 }: Rect, byM: number): Rect {
  return { x0: x0 - byM, y0: y0 - byM, x1: x1 + byM, y1: y1 + byM }
}

export function shifted({ x0, y0, x1, y1 }: Rect, dx: number, dy: number): Rect {
  return { x0: x0 + dx, y0: y0 + dy, x1: x1 + dx, y1: y1 + dy }
}
