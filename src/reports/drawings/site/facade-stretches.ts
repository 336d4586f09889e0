// Which stretch of a facade each point of sun stands for: half-way to its neighbours on the same
// side of its building. Knows places alone, never hours.
import { nearestOnSegment } from '../../../geometry/nearest.ts'
import { type Point, pointDistance } from '../../../geometry/plane.ts'
import type { Building, LayoutOption } from '../../../siteplan/layouts/layout.ts'
import { regionOfBuilding } from './building-shapes.ts'
import { type Side, sidesOf } from './ring-sides.ts'

type SunPoint = LayoutOption['insolation']['points'][number]
type Stretch = readonly [from: Point, to: Point]

/** Nearer to a side than this, a point is on it, m. */
const ON_SIDE_M = 0.2

/** In the order of the points; undefined for a point on no side of its building. */
export function facadeStretches(
  buildings: readonly Building[],
  points: readonly Pick<SunPoint, 'building' | 'point'>[],
): (Stretch | undefined)[] {
  const stretches: (Stretch | undefined)[] = points.map(() => undefined)
  for (const building of buildings) {
    const own = [...points.entries()].filter(([, { building: name }]) => name === building.name)
    for (const side of regionOfBuilding(building).flatMap(sidesOf)) {
      const places = own
        .map(([index, { point }]) => ({ index, alongM: placeOn(side, point) }))
        .filter((place): place is Place => place.alongM !== undefined)
      for (const { index, stretch } of stretchesOf(side, places)) {
        // A point at a corner is on two sides: it stands for the first.
        stretches[index] ??= stretch
      }
    }
  }
  return stretches
}

/** A point on a side, by its number among all points. */
interface Place {
  readonly index: number
  readonly alongM: number
}

/** Parts the whole side among the points on it. */
function stretchesOf({ from, to, lengthM }: Side, places: readonly Place[]) {
  if (lengthM === 0) return []
  const inOrder = places.toSorted((a, b) => a.alongM - b.alongM)
  const at = (alongM: number): Point => [
    from[0] + ((to[0] - from[0]) * alongM) / lengthM,
    from[1] + ((to[1] - from[1]) * alongM) / lengthM,
  ]
  return inOrder.map(({ index, alongM }, order) => {
    const [before, after] = [inOrder[order - 1], inOrder[order + 1]]
    const startM = before ? (before.alongM + alongM) / 2 : 0
    const endM = after ? (after.alongM + alongM) / 2 : lengthM
    return { index, stretch: [at(startM), at(endM)] as const }
  })
}

/** How far along a side a point on it lies, m; undefined where it is on another. */
function placeOn({ from, to }: Side, point: Point): number | undefined {
  const place = nearestOnSegment(point, from, to)
  const isOn = pointDistance(place, point) <= ON_SIDE_M
  return isOn ? pointDistance(place, from) : undefined
}
