// Where the arrow to north stands on a drawing of a site: off all that is drawn of it.
import { distanceToEdge } from '../../../geometry/nearest.ts'
import { contains } from '../../../geometry/plane.ts'
import type { Point } from '../../drawing.ts'
import { NORTH_ARROW_RADIUS_MM } from '../north-and-scale.ts'
import type { DrawingFrame } from './site-sheet.ts'

/**
 * The corner of the frame with the most room to the site for the arrow to north; undefined where
 * the arrow would touch the site in every one.
 */
export function freeCorner(
  frame: Pick<DrawingFrame, 'width' | 'height'>,
  rings: readonly (readonly Point[])[],
): Point | undefined {
  const reach = NORTH_ARROW_RADIUS_MM + 2
  const corners: Point[] = [
    [frame.width - reach, reach + 1],
    [reach, reach + 1],
    [frame.width - reach, frame.height - reach],
    [reach, frame.height - reach],
  ]
  const room = (corner: Point) =>
    Math.min(
      // More room than this is no better: the first such corner, the usual one, is taken.
      reach + 2,
      ...rings.map((ring) => distanceToEdge(corner, ring)),
    ) * (rings.some((ring) => contains([ring], corner)) ? -1 : 1)
  const [first, ...others] = corners.map((corner) => ({ corner, roomMm: room(corner) }))
  const best = others.reduce(
    (most, each) => (most && each.roomMm <= most.roomMm + 0.01 ? most : each),
    first,
  )
  return best && best.roomMm >= reach ? best.corner : undefined
}
