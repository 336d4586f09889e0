// A site turned so that its buildings lie along x and y, and the directions worth turning it to.
// What fits there is strips.ts's.
import { radians } from '../../../../geometry/angles.ts'
import { type Point, pointDistance, type Region } from '../../../../geometry/plane.ts'
import { round } from '../../../../numbers/rounding.ts'

/** A turn about the plane's origin: of the frame's x axis, counter-clockwise from the plane's. */
export interface Frame {
  readonly cos: number
  readonly sin: number
}

export function frameAt(angleRad: number): Frame {
  return { cos: Math.cos(angleRad), sin: Math.sin(angleRad) }
}

function toFrame({ cos, sin }: Frame, [x, y]: Point): Point {
  return [x * cos + y * sin, -x * sin + y * cos]
}

/** Back to the plane, to a millimetre. */
export function toPlane({ cos, sin }: Frame, [x, y]: Point): Point {
  return [round(x * cos - y * sin, 3), round(x * sin + y * cos, 3)]
}

export function regionToFrame(frame: Frame, region: Region): Region {
  return region.map((ring) => ring.map((point) => toFrame(frame, point)))
}

/** Directions to build along, each with its perpendicular. */
const MAX_AXES = 3

/** Those along which most length of edges lies, the most first. */
export function mainAxes(region: Region): number[] {
  const bins: { angle: number; weight: number }[] = []
  const edges: { angle: number; length: number }[] = []
  for (const ring of region) {
    let from = ring.at(-1) ?? ([0, 0] as Point)
    for (const to of ring) {
      const length = pointDistance(from, to)
      const turned = Math.atan2(to[1] - from[1], to[0] - from[0])
      const quarter = Math.PI / 2
      if (length > 0) edges.push({ angle: ((turned % quarter) + quarter) % quarter, length })
      from = to
    }
  }
  edges.sort((a, b) => b.length - a.length)
  for (const { angle, length } of edges) {
    const near = bins.find((bin) => apart(bin.angle, angle) < ALIKE_RAD)
    if (near) near.weight += length
    else bins.push({ angle, weight: length })
  }
  bins.sort((a, b) => b.weight - a.weight)
  return bins.slice(0, MAX_AXES).map(({ angle }) => angle)
}

/** Edges that differ by less count as one direction. */
const ALIKE_RAD = radians(4)

/** Between two directions of a right-angled grid. */
function apart(a: number, b: number): number {
  const d = Math.abs(a - b)
  return Math.min(d, Math.PI / 2 - d)
}
