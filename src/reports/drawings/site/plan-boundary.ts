// The boundary of a site on its plan, as a cadastral plan has it: its line, lengths of sides,
// numbered corners.
import { degrees, radians } from '../../../geometry/angles.ts'
import {
  cornerCount,
  type Point as PlanePoint,
  type Ring,
  signedArea,
} from '../../../geometry/plane.ts'
import type { Site } from '../../../siteplan/layouts/layout.ts'
import { MM_PER_PT, type Point, roundDeg, roundMm, type Shape } from '../../drawing.ts'
import type { LabelSpace } from '../label-space.ts'
import { capHeightMm, textWidthMm } from '../text-size.ts'
import { blockRings } from './block-rings.ts'
import { upright } from './dimension-lines.ts'
import { sidesOf } from './ring-sides.ts'
import { BUILDABLE_WIDTH_PT } from './site-ground.ts'
import { type LabelledSheet, lengthText, type Sheet } from './site-sheet.ts'

const BOUNDARY_TEXT_MM = 2
/** From a short side to the near end of its length. */
const SHORT_SIDE_TEXT_MM = 1
/** Shorter ones get no figure: no eye could tell which side it is of. */
const SHORTEST_SIDE_MM = 1.5
const SIDE_SIZE_PT = 7
const DOT_RADIUS_MM = 0.7
/** From a corner to the middle of its number. */
const NUMBER_MM = 2.6
const NUMBER_PT = 6.5
const NUMBER_HEIGHT_MM = 2
/** Where there are more corners they are neither marked nor numbered. */
const NUMBERED_CORNERS = 40
/** A side that turns less than this from the one before it continues it, degrees. */
const STRAIGHT_DEG = 4

export function boundary(site: Site, sheet: Sheet): Shape[] {
  const rings = sheet.ringsOf(site.boundary)
  return [{ shape: 'area', rings, ink: 'boundary', widthPt: boundaryWidthPt(rings) }]
}

/** Keeps labels off the line of the boundary and the dots at its corners. */
export function blockBoundary(site: Site, sheet: LabelledSheet): void {
  const rings = sheet.ringsOf(site.boundary)
  blockRings(rings, boundaryWidthPt(rings) * MM_PER_PT, sheet.space)
  for (const corner of numberedCorners(site).flat()) {
    const spot = sheet.toPaper(corner)
    sheet.space.blockStroke(spot, spot, 2 * DOT_RADIUS_MM)
  }
}

/** Keeps labels off the dashed line around where buildings may stand. */
export function blockBuildable(site: Site, sheet: LabelledSheet): void {
  blockRings(sheet.ringsOf(site.buildable), BUILDABLE_WIDTH_PT * MM_PER_PT, sheet.space)
}

function boundaryWidthPt(rings: readonly (readonly Point[])[]): number {
  // A web of strips would drown in its own outline.
  return cornerCount(rings) > NUMBERED_CORNERS ? 0.8 : 1.3
}

/** The corners at which the rings turn; none where there are too many. */
function numberedCorners(site: Site): Ring[] {
  const rings = site.boundary.map(straightened)
  return cornerCount(rings) > NUMBERED_CORNERS ? [] : rings
}

/** Lengths along the sides of the boundary, straight stretches as one, as on a cadastral plan. */
export function sideLengths(site: Site, sheet: LabelledSheet): Shape[] {
  const hasFewCorners = numberedCorners(site).length > 0
  return site.boundary
    .flatMap((ring) => sidesOf(straightened(ring)))
    .toSorted((a, b) => b.lengthM - a.lengthM)
    .flatMap(({ from, to, lengthM }): Shape[] => {
      const [[x1, y1], [x2, y2]] = [sheet.toPaper(from), sheet.toPaper(to)]
      const text = lengthText(lengthM, sheet.scale)
      const [widthMm, lengthMm] = [textWidthMm(text, SIDE_SIZE_PT), Math.hypot(x2 - x1, y2 - y1)]
      const isShort = widthMm + 2 > lengthMm
      // Of a web of strips the short sides are too many to tell which figure is whose.
      if (isShort && (lengthMm < SHORTEST_SIDE_MM || !hasFewCorners)) return []
      const [outX, outY] = [-(y2 - y1) / lengthMm, (x2 - x1) / lengthMm]
      const awayMm = isShort ? SHORT_SIDE_TEXT_MM + widthMm / 2 : BOUNDARY_TEXT_MM
      const [x, y] = [
        roundMm((x1 + x2) / 2 + outX * awayMm),
        roundMm((y1 + y2) / 2 + outY * awayMm),
      ]
      const sideDeg = degrees(Math.atan2(y2 - y1, x2 - x1))
      // A figure longer than its side would reach past the corners: it stands across.
      const angleDeg = roundDeg(upright(isShort ? sideDeg + 90 : sideDeg))
      const height = capHeightMm(SIDE_SIZE_PT) + 0.4
      if (!sheet.space.take({ x, y, width: widthMm, height, angleDeg })) return []
      return [
        {
          shape: 'label',
          x,
          y,
          text,
          anchor: 'middle',
          sizePt: SIDE_SIZE_PT,
          ink: 'boundary',
          angleDeg,
        },
      ]
    })
}

/** A dot at each corner, and its number outside, as on a cadastral plan. */
export function cornerNumbers(site: Site, sheet: LabelledSheet): Shape[] {
  const corners = numberedCorners(site).flatMap((ring) =>
    ring.map((corner, index) => ({ at: sheet.toPaper(corner), outwards: outwards(ring, index) })),
  )
  return corners.flatMap(({ at: [x, y], outwards: ways }, index): Shape[] => [
    { shape: 'circle', x, y, radius: DOT_RADIUS_MM, fill: 'paper', ink: 'boundary' },
    ...cornerNumber(String(index + 1), [x, y], ways, sheet.space),
  ])
}

/** In the first direction in which there is room; nothing where there is none. */
function cornerNumber(
  text: string,
  [x, y]: Point,
  ways: readonly Point[],
  space: LabelSpace,
): Shape[] {
  const size = { width: textWidthMm(text, NUMBER_PT), height: NUMBER_HEIGHT_MM, angleDeg: 0 }
  const place = ways
    .map(([dx, dy]) => ({ x: roundMm(x + dx * NUMBER_MM), y: roundMm(y + dy * NUMBER_MM) }))
    .find((middle) => space.take({ ...middle, ...size }))
  if (!place) return []
  return [{ shape: 'label', ...place, text, anchor: 'middle', sizePt: NUMBER_PT, ink: 'boundary' }]
}

/** Directions on paper away from a corner's ring, the best first. */
function outwards(ring: Ring, index: number): Point[] {
  const corner = ring[index] ?? [0, 0]
  const before = ring.at(index - 1) ?? corner
  const after = ring[(index + 1) % ring.length] ?? corner
  const unitFrom = (neighbour: PlanePoint): Point => {
    const [dx, dy] = [corner[0] - neighbour[0], corner[1] - neighbour[1]]
    const length = Math.hypot(dx, dy) || 1
    return [dx / length, dy / length]
  }
  // Along both sides to the corner and past it. Their sum halves the angle: it points outwards
  // where the corner juts out, inwards where it is drawn in, which `sign` turns round.
  const [a, b] = [unitFrom(before), unitFrom(after)]
  const length = Math.hypot(a[0] + b[0], a[1] + b[1])
  const [ax, ay] = [corner[0] - before[0], corner[1] - before[1]]
  const [bx, by] = [after[0] - corner[0], after[1] - corner[1]]
  const side = signedArea(ring) >= 0 ? 1 : -1
  const sign = (ax * by - ay * bx) * side >= 0 ? 1 : -1
  // At a corner that is all but straight they cancel out: across the side instead.
  const [x, y] =
    length > 0.05
      ? [((a[0] + b[0]) / length) * sign, ((a[1] + b[1]) / length) * sign]
      : [a[1] * side, -a[0] * side]
  const turned = (angleDeg: number): Point => {
    const angle = radians(angleDeg)
    // North is up on paper, where y grows downwards.
    return [x * Math.cos(angle) - y * Math.sin(angle), -(x * Math.sin(angle) + y * Math.cos(angle))]
  }
  return [0, 40, -40, 80, -80].map(turned)
}

/** The ring without corners at which it hardly turns. */
function straightened(ring: Ring): Ring {
  const kept = ring.filter((corner, index) => {
    const before = ring.at(index - 1) ?? corner
    const after = ring[(index + 1) % ring.length] ?? corner
    return turnDeg(before, corner, after) >= STRAIGHT_DEG
  })
  return kept.length >= 3 ? kept : ring
}

function turnDeg(before: PlanePoint, corner: PlanePoint, after: PlanePoint): number {
  const [ax, ay] = [corner[0] - before[0], corner[1] - before[1]]
  const [bx, by] = [after[0] - corner[0], after[1] - corner[1]]
  return degrees(Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)))
}
