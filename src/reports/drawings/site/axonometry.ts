// The massing of one layout seen from above at a slant, by parallel projection, painted from back
// to front. For the eye: lengths along the axes shrink equally; nothing is to be measured on it.
import {
  type Point as PlanePoint,
  type Region,
  type Ring,
  signedArea,
} from '../../../geometry/plane.ts'
import { intersection, union } from '../../../geometry/region.ts'
import type { Building, LayoutOption, Site } from '../../../siteplan/layouts/layout.ts'
import type { Drawing, Point, Shape } from '../../drawing.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'
import { createLabelSpace } from '../label-space.ts'
import { northArrow } from '../north-and-scale.ts'
import { backToFront } from './back-to-front.ts'
import { buildingsInWords, regionOfBuilding } from './building-shapes.ts'
import { freeCorner } from './free-corner.ts'
import { directionOf, sidesOf } from './ring-sides.ts'
import { roofNames } from './roof-names.ts'
import { silhouetteOf, sweptOver } from './silhouette.ts'
import { atHeight, clearestView, type SlantedView } from './slanted-view.ts'

/** Length of a shadow over the height that casts it. */
const SHADOW_PER_HEIGHT = 0.7
/** A wall is light where the cosine between its normal and the light is greater. */
const LIT_COSINE = 0.2
/**
 * Walls whose normal points this far to the eye are seen; those along the line of sight are not.
 */
const SEEN_DEPTH = -1e-9

interface Axonometry extends Pick<SlantedView, 'fromText'> {
  readonly drawing: Drawing
}

export function drawAxonometry(
  site: Site,
  option: Pick<LayoutOption, 'buildings' | 'fire_lanes' | 'drives' | 'parking' | 'playgrounds'>,
): Axonometry {
  const { view, north } = viewWithNorth(site, option.buildings)
  const onGround = (region: Region, fill: 'lane' | 'parking' | 'playground' | 'shadow') =>
    region.length === 0 ? [] : [{ shape: 'area', rings: atHeight(region, 0, view), fill } as const]
  const outline = atHeight(site.boundary, 0, view)
  const shadows = intersection(shadowsOf(option.buildings, view), site.boundary)
  const painted = backToFront(option.buildings, view)
  const space = createLabelSpace(PAGE_WIDTH_MM, view.heightMm)
  const drawing: Drawing = {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: view.heightMm,
    shapes: [
      { shape: 'area', rings: outline, fill: 'green', ink: 'boundary', widthPt: 0.8 },
      ...onGround(union(option.fire_lanes, option.drives), 'lane'),
      ...onGround(option.parking, 'parking'),
      ...onGround(option.playgrounds, 'playground'),
      ...onGround(shadows, 'shadow'),
      ...painted.flatMap((building) => solid(building, view)),
      // Painted last, so that nothing hides them.
      ...roofNames(painted, view, space),
      ...northArrow(...north, -view.bearingDeg),
    ],
    alt: `Объёмы зданий, вид с ${view.fromText}: ${buildingsInWords(option.buildings)}`,
  }
  return { drawing, fromText: view.fromText }
}

/** What the arrow to north takes of the sheet's width where no corner is free. */
const ARROW_MM = 19

/** The view over the whole width, or beside the arrow to north where that finds no free corner. */
function viewWithNorth(
  site: Site,
  buildings: readonly Building[],
): { readonly view: SlantedView; readonly north: Point } {
  const view = clearestView(site, buildings, PAGE_WIDTH_MM)
  const north = freeCorner({ width: PAGE_WIDTH_MM, height: view.heightMm }, [
    ...atHeight(site.boundary, 0, view),
    ...buildings.flatMap((building) => silhouetteOf(building, view)),
  ])
  if (north) return { view, north }
  return {
    view: clearestView(site, buildings, PAGE_WIDTH_MM - ARROW_MM),
    north: [PAGE_WIDTH_MM - ARROW_MM / 2, ARROW_MM / 2 + 1],
  }
}

function solid(building: Building, view: SlantedView): Shape[] {
  const { courts, footprint, height_m } = building
  const roof = atHeight(regionOfBuilding(building), height_m, view)
  return [
    ...[...courts, footprint].flatMap((ring) => walls(ring, building, view)),
    { shape: 'area', rings: roof, fill: 'roof', ink: 'building-edge', widthPt: 0.6 },
  ]
}

/** Those that face the eye; the farthest are painted first. */
function walls(ring: Ring, building: Building, view: SlantedView): Shape[] {
  const isHole = building.footprint !== ring
  const solidOnLeft = signedArea(ring) >= 0 !== isHole
  return sidesOf(ring)
    .filter(({ lengthM }) => lengthM > 0)
    .map((side) => {
      const { from, to } = side
      const [alongX, alongY] = directionOf(side)
      const normal: PlanePoint = solidOnLeft ? [alongY, -alongX] : [-alongY, alongX]
      return { from, to, normal, farthest: view.depth(from) + view.depth(to) }
    })
    .filter(({ normal }) => view.depth(normal) < SEEN_DEPTH)
    .toSorted((a, b) => b.farthest - a.farthest)
    .flatMap(({ from, to, normal }): Shape[] => {
      const top = building.height_m
      const at = ([x, y]: PlanePoint, z: number) => view.toPaper([x, y, z])
      const isLit = normal[0] * view.light[0] + normal[1] * view.light[1] > LIT_COSINE
      const storeyM = top / building.storeys
      const storeys = Array.from({ length: building.storeys - 1 }, (_, index): Point[] => {
        const z = (index + 1) * storeyM
        return [at(from, z), at(to, z)]
      })
      return [
        {
          shape: 'area',
          rings: [[at(from, 0), at(to, 0), at(to, top), at(from, top)]],
          fill: isLit ? 'wall-light' : 'wall-dark',
          ink: 'building-edge',
          widthPt: 0.5,
        },
        ...(storeys.length === 0
          ? []
          : [{ shape: 'strokes', lines: storeys, ink: 'wall-line', widthPt: 0.25 } as const]),
      ]
    })
}

/** What the buildings' footprints sweep over on their way to their shadows' ends. */
function shadowsOf(buildings: readonly Building[], { light }: SlantedView): Region {
  const [lightX, lightY] = light
  return buildings.reduce<Region>((all, { footprint, height_m }) => {
    const length = height_m * SHADOW_PER_HEIGHT
    const moved = ([x, y]: PlanePoint): PlanePoint => [x - lightX * length, y - lightY * length]
    return union(all, sweptOver(footprint, footprint.map(moved)))
  }, [])
}
