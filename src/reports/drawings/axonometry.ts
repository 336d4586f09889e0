// The massing of one layout seen from above at a slant, by parallel projection, painted from back
// to front. For the eye: lengths along the axes shrink equally; nothing is to be measured on it.
import { radians } from '../../geometry/angles.ts'
import {
  boxOf,
  type Point as PlanePoint,
  type Region,
  type Ring,
  signedArea,
} from '../../geometry/plane.ts'
import { intersection, union } from '../../geometry/region.ts'
import { NO_BREAK_SPACE } from '../../russian-format.ts'
import type { Building, LayoutOption, Site } from '../../siteplan/layouts/layout.ts'
import { type Drawing, type Point, roundMm, type Shape } from '../drawing.ts'
import { PAGE_WIDTH_MM } from '../page.ts'
import { regionOfBuilding } from './building-shapes.ts'
import { innermost } from './innermost.ts'
import { createLabelSpace, textWidthMm } from './label-space.ts'
import { northArrow } from './north-and-scale.ts'
import { sidesOf } from './ring-sides.ts'

const MAX_HEIGHT_MM = 104
const MARGIN_MM = 4

/** Where to look from: sunny facades are seen from all four. The largest picture is taken. */
const VIEWS = [
  { fromText: 'юго-юго-запада', bearingDeg: 30, lightDeg: 150 },
  { fromText: 'юго-юго-востока', bearingDeg: -30, lightDeg: 210 },
  { fromText: 'западо-юго-запада', bearingDeg: 60, lightDeg: 150 },
  { fromText: 'востоко-юго-востока', bearingDeg: -60, lightDeg: 210 },
] as const
const ELEVATION_DEG = 38
/** Length of a shadow over the height that casts it. */
const SHADOW_PER_HEIGHT = 0.7

type Space = readonly [x: number, y: number, z: number]
interface View {
  /** Bearing to where the light comes from. */
  readonly lightDeg: number
  toPaper(point: Space): Point
  /** Larger is farther from the eye. */
  depth(point: PlanePoint): number
  /** Across the line of sight. */
  across(point: PlanePoint): number
}

interface Axonometry {
  readonly drawing: Drawing
  /** Genitive, after «вид с». */
  readonly fromText: string
}

export function drawAxonometry(
  site: Site,
  option: Pick<LayoutOption, 'buildings' | 'fire_lanes' | 'drives' | 'parking' | 'playgrounds'>,
): Axonometry {
  const { view, height, fromText, bearingDeg } = VIEWS.map((direction) => ({
    ...direction,
    ...viewOf(site, option.buildings, direction),
  })).reduce((best, next) => (next.mmPerM > best.mmPerM * 1.1 ? next : best))
  const onGround = (
    region: Region,
    fill: 'green' | 'lane' | 'parking' | 'playground' | 'shadow',
  ) =>
    region.length === 0
      ? []
      : [
          {
            shape: 'area',
            rings: region.map((ring) => ring.map(([x, y]) => view.toPaper([x, y, 0]))),
            fill,
          } as const,
        ]
  const outline = site.boundary.map((ring) => ring.map(([x, y]) => view.toPaper([x, y, 0])))
  const shadows = intersection(shadowsOf(option.buildings, view.lightDeg), site.boundary)
  const painted = backToFront(option.buildings, view)
  const space = createLabelSpace(PAGE_WIDTH_MM, height)
  const drawing: Drawing = {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: height,
    shapes: [
      { shape: 'area', rings: outline, fill: 'green', ink: 'boundary', widthPt: 0.8 },
      ...onGround(union(option.fire_lanes, option.drives), 'lane'),
      ...onGround(option.parking, 'parking'),
      ...onGround(option.playgrounds, 'playground'),
      ...onGround(shadows, 'shadow'),
      ...painted.flatMap((building) => solid(building, view)),
      // Names last, so that nothing painted later hides them; nearest first, as they matter most.
      ...painted.toReversed().flatMap((building): Shape[] => {
        const { point } = innermost(regionOfBuilding(building))
        const [x, y] = view.toPaper([point[0], point[1], building.height_m])
        const text = `${building.name}, ${building.storeys}${NO_BREAK_SPACE}эт.`
        const width = textWidthMm(text, 7, true)
        if (!space.take({ x, y, width, height: 2.6, angleDeg: 0 })) return []
        return [
          { shape: 'label', x, y, text, anchor: 'middle', sizePt: 7, ink: 'text', strong: true },
        ]
      }),
      ...northArrow(...freeCorner(option.buildings, view, height), -bearingDeg),
    ],
  }
  return { drawing, fromText }
}

/** From the edges of the sheet to the middle of the arrow. */
const ARROW_MM = 9

/** Where the arrow lies on no building; at the top right if every corner has one. */
function freeCorner(buildings: readonly Building[], view: View, heightMm: number): Point {
  const [left, right] = [ARROW_MM, PAGE_WIDTH_MM - ARROW_MM]
  const [top, bottom] = [ARROW_MM, heightMm - ARROW_MM]
  const corners: readonly Point[] = [
    [right, top],
    [left, top],
    [right, bottom],
    [left, bottom],
  ]
  const boxes = buildings.map(({ footprint, height_m }) =>
    boxOf([0, height_m].map((z) => footprint.map(([x, y]) => view.toPaper([x, y, z])))),
  )
  const isFree = ([x, y]: Point) =>
    !boxes.some(
      ({ minX, maxX, minY, maxY }) =>
        x + ARROW_MM > minX && x - ARROW_MM < maxX && y + ARROW_MM > minY && y - ARROW_MM < maxY,
    )
  return corners.find(isFree) ?? [right, top]
}

function viewOf(
  site: Site,
  buildings: readonly Building[],
  { bearingDeg, lightDeg }: { readonly bearingDeg: number; readonly lightDeg: number },
): { view: View; height: number; mmPerM: number } {
  const bearing = radians(bearingDeg)
  const elevation = radians(ELEVATION_DEG)
  const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)]
  const depth = ([x, y]: PlanePoint) => x * sin + y * cos
  const across = ([x, y]: PlanePoint) => x * cos - y * sin
  const flat = ([x, y, z]: Space): PlanePoint => [
    across([x, y]),
    depth([x, y]) * Math.sin(elevation) + z * Math.cos(elevation),
  ]
  const box = boxOf([
    ...site.boundary.map((ring) => ring.map(([x, y]) => flat([x, y, 0]))),
    ...buildings.map(({ footprint, height_m }) =>
      footprint.map(([x, y]) => flat([x, y, height_m])),
    ),
  ])
  const mmPerM = Math.min(
    (PAGE_WIDTH_MM - 2 * MARGIN_MM) / (box.maxX - box.minX),
    (MAX_HEIGHT_MM - 2 * MARGIN_MM) / (box.maxY - box.minY),
  )
  const left = (PAGE_WIDTH_MM - (box.maxX - box.minX) * mmPerM) / 2
  const toPaper = (point: Space): Point => {
    const [x, y] = flat(point)
    return [roundMm(left + (x - box.minX) * mmPerM), roundMm(MARGIN_MM + (box.maxY - y) * mmPerM)]
  }
  const height = roundMm(Math.max(40, (box.maxY - box.minY) * mmPerM + 2 * MARGIN_MM))
  return { view: { lightDeg, toPaper, depth, across }, height, mmPerM }
}

/**
 * Walls of the courts first, then the outer ones, then the roof: what is nearer hides what is not.
 */
function solid(building: Building, view: View): Shape[] {
  const shapes: Shape[] = []
  for (const court of building.courts) shapes.push(...walls(court, building, view))
  shapes.push(...walls(building.footprint, building, view))
  const roof = regionOfBuilding(building).map((ring) =>
    ring.map(([x, y]) => view.toPaper([x, y, building.height_m])),
  )
  shapes.push({ shape: 'area', rings: roof, fill: 'roof', ink: 'building-edge', widthPt: 0.6 })
  return shapes
}

/** Those that look at the eye; the farthest are painted first. */
function walls(ring: Ring, building: Building, view: View): Shape[] {
  const isHole = building.footprint !== ring
  const solidOnLeft = signedArea(ring) >= 0 !== isHole
  const light = bearingVector(view.lightDeg)
  return sidesOf(ring)
    .filter(({ lengthM }) => lengthM > 0)
    .map(({ from, to, lengthM }) => {
      const sign = solidOnLeft ? 1 : -1
      const normal: PlanePoint = [
        (sign * (to[1] - from[1])) / lengthM,
        (sign * (from[0] - to[0])) / lengthM,
      ]
      return { from, to, normal, farthest: view.depth(from) + view.depth(to) }
    })
    .filter(({ normal }) => view.depth(normal) < -1e-9)
    .toSorted((a, b) => b.farthest - a.farthest)
    .flatMap(({ from, to, normal }): Shape[] => {
      const top = building.height_m
      const at = ([x, y]: PlanePoint, z: number) => view.toPaper([x, y, z])
      const isLit = normal[0] * light[0] + normal[1] * light[1] > 0.2
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

/** To where the light comes from. */
function bearingVector(bearingDeg: number): PlanePoint {
  const angle = radians(bearingDeg)
  return [Math.sin(angle), Math.cos(angle)]
}

/** What the buildings' footprints sweep over on their way to their shadows' ends. */
function shadowsOf(buildings: readonly Building[], lightDeg: number): Region {
  const [lightX, lightY] = bearingVector(lightDeg)
  return buildings.reduce<Region>((all, { footprint, height_m }) => {
    const length = height_m * SHADOW_PER_HEIGHT
    const moved = ([x, y]: PlanePoint): PlanePoint => [x - lightX * length, y - lightY * length]
    const swept = sidesOf(footprint).map(({ from, to }) =>
      turnedLeft([from, to, moved(to), moved(from)]),
    )
    return union(all, [turnedLeft(footprint), turnedLeft(footprint.map(moved)), ...swept])
  }, [])
}

function turnedLeft(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring
}

/**
 * Such an order that no building is painted after one that stands in front of it. Two buildings are
 * compared along lines of sight that meet both.
 */
function backToFront(buildings: readonly Building[], view: View): Building[] {
  const left = new Set(buildings)
  const order: Building[] = []
  const farness = (building: Building) => Math.max(...building.footprint.map(view.depth))
  while (left.size > 0) {
    const rest = [...left].toSorted((a, b) => farness(b) - farness(a))
    const next =
      rest.find((one) => rest.every((other) => other === one || !isBehind(other, one, view))) ??
      rest[0]
    if (!next) break
    order.push(next)
    left.delete(next)
  }
  return order
}

/** Whether `a` is farther than `b` on some line of sight that meets both. */
function isBehind(a: Building, b: Building, view: View): boolean {
  const [spanA, spanB] = [a, b].map(({ footprint }) => footprint.map(view.across))
  const from = Math.max(Math.min(...(spanA ?? [])), Math.min(...(spanB ?? [])))
  const to = Math.min(Math.max(...(spanA ?? [])), Math.max(...(spanB ?? [])))
  if (to - from <= 1e-6) return false
  return [0.02, 0.25, 0.5, 0.75, 0.98].some((share) => {
    const at = from + (to - from) * share
    const [depthA, depthB] = [depthAt(a.footprint, at, view), depthAt(b.footprint, at, view)]
    return depthA !== undefined && depthB !== undefined && depthA > depthB + 1e-6
  })
}

/** Mean depth of where the line of sight `across = at` meets the ring. */
function depthAt(ring: Ring, at: number, view: View): number | undefined {
  const depths = sidesOf(ring).flatMap(({ from, to }) => {
    const [a, b] = [view.across(from), view.across(to)]
    if (a > at === b > at) return []
    const share = (at - a) / (b - a)
    return [view.depth(from) + (view.depth(to) - view.depth(from)) * share]
  })
  return depths.length === 0 ? undefined : depths.reduce((sum, one) => sum + one, 0) / depths.length
}
