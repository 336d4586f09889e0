// The names of buildings on their roofs, seen at a slant. Where a name lies over an edge or a wall
// it is not legible, so it lies on what is seen of its own roof or has a ground of its own.
import { degrees } from '../../../geometry/angles.ts'
import { distanceBetween } from '../../../geometry/distance.ts'
import { boxOf, contains, type Region } from '../../../geometry/plane.ts'
import { difference, regionOf, union } from '../../../geometry/region.ts'
import type { Building } from '../../../siteplan/layouts/layout.ts'
import { withUnit } from '../../../text/russian-format.ts'
import { type Point, roundDeg, roundMm, type Shape } from '../../drawing.ts'
import { cornersOf, type LabelSpace, type TurnedBox } from '../label-space.ts'
import { capHeightMm, textWidthMm } from '../text-size.ts'
import { regionOfBuilding } from './building-shapes.ts'
import { upright } from './dimension-lines.ts'
import { innermost } from './innermost.ts'
import { longestOf, sidesOf } from './ring-sides.ts'
import { silhouetteOf } from './silhouette.ts'
import { atHeight, type SlantedView } from './slanted-view.ts'

const SIZE_PT = 7
/** Between a name and the edge of its roof. */
const CLEAR_MM = 0.3
/** Points tried along each side of a roof's box. */
const GRID = 14
/** Of a roof that shows less than this, mm across, no name is given. */
const LEAST_SEEN_MM = 0.5

/**
 * `А, 9 эт.` along the paper or the roof, `А` alone where that is too long, and `А` on its own
 * ground where the roof is too small for it.
 *
 * @param painted from back to front: the names of the nearest find room first, as they matter most
 */
export function roofNames(
  painted: readonly Building[],
  view: SlantedView,
  space: LabelSpace,
): Shape[] {
  let hiding: Region = []
  return painted.toReversed().flatMap((building) => {
    const roof = regionOf(atHeight(regionOfBuilding(building), building.height_m, view))
    const seen = difference(roof, hiding)
    hiding = union(hiding, silhouetteOf(building, view))
    return roofName(building, seen, space)
  })
}

function roofName({ name, storeys }: Building, seen: Region, space: LabelSpace): Shape[] {
  if (seen.length === 0) return []
  const middle = innermost(seen)
  if (middle.distanceM * 2 < LEAST_SEEN_MM) return []
  const full = `${name}, ${withUnit(String(storeys), 'эт.')}`
  const alongRoof = directionDeg(seen)
  const places = placesOn(seen, middle.point)
  for (const { text, angleDeg } of [
    { text: full, angleDeg: 0 },
    { text: full, angleDeg: alongRoof },
    { text: name, angleDeg: 0 },
  ]) {
    const box = boxAt(middle.point, text, angleDeg)
    for (const [x, y] of places) {
      const place = { ...box, x, y }
      if (isClearInside(place, seen) && space.take(place)) return [labelOf(text, place)]
    }
  }
  const place = boxAt(middle.point, name, 0)
  return space.take(place) ? [{ ...labelOf(name, place), halo: 'roof' }] : []
}

function labelOf(text: string, { x, y, angleDeg }: TurnedBox) {
  const lettering = { anchor: 'middle', sizePt: SIZE_PT, ink: 'text', strong: true } as const
  return { shape: 'label', x: roundMm(x), y: roundMm(y), text, angleDeg, ...lettering } as const
}

function boxAt([x, y]: Point, text: string, angleDeg: number): TurnedBox {
  return {
    x,
    y,
    width: textWidthMm(text, SIZE_PT, { strong: true }),
    // Letters that hang below the line, and the comma.
    height: capHeightMm(SIZE_PT) + 0.6,
    angleDeg,
  }
}

/** Whether a box lies inside the region and clear of its edges. */
function isClearInside(box: TurnedBox, region: Region): boolean {
  const corners = cornersOf(box)
  return (
    corners.every((corner) => contains(region, corner)) &&
    distanceBetween([corners], region) >= CLEAR_MM
  )
}

/** Points of a grid over the region, those nearest to its middle first. */
function placesOn(region: Region, [middleX, middleY]: Point): Point[] {
  const { minX, minY, maxX, maxY } = boxOf(region)
  const grid = Array.from({ length: GRID * GRID }, (_, index) => {
    const [column, row] = [index % GRID, Math.floor(index / GRID)]
    const x = minX + ((maxX - minX) * (column + 0.5)) / GRID
    const y = minY + ((maxY - minY) * (row + 0.5)) / GRID
    return { x, y, offMm: Math.hypot(x - middleX, y - middleY) }
  })
  const nearestFirst = grid.toSorted((a, b) => a.offMm - b.offMm)
  return [[middleX, middleY], ...nearestFirst.map(({ x, y }): Point => [x, y])]
}

/** Of the longest edge, so that text along it can be read. */
function directionDeg(region: Region): number {
  const longest = longestOf(region.flatMap(sidesOf))
  if (!longest) return 0
  const { from, to } = longest
  return roundDeg(upright(degrees(Math.atan2(to[1] - from[1], to[0] - from[0]))))
}
