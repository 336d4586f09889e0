// How a site is seen from above at a slant, by parallel projection: where to look from, and where a
// point in space lies on the paper. Never what is drawn there (axonometry.ts).
import { radians } from '../../../geometry/angles.ts'
import { boxOf, type Point as PlanePoint } from '../../../geometry/plane.ts'
import type { Building, Site } from '../../../siteplan/layouts/layout.ts'
import { type Point, roundMm } from '../../drawing.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'

const MAX_HEIGHT_MM = 104
const MARGIN_MM = 4

/** Where to look from, the first by preference: sunny facades are seen from all four. */
const DIRECTIONS = [
  { fromText: 'юго-юго-запада', bearingDeg: 30, lightDeg: 150 },
  { fromText: 'юго-юго-востока', bearingDeg: -30, lightDeg: 210 },
  { fromText: 'западо-юго-запада', bearingDeg: 60, lightDeg: 150 },
  { fromText: 'востоко-юго-востока', bearingDeg: -60, lightDeg: 210 },
] as const
const ELEVATION_DEG = 38

type Space = readonly [x: number, y: number, z: number]

export interface SlantedView {
  /** Genitive, after «вид с». */
  readonly fromText: string
  readonly bearingDeg: number
  /** To where the light comes from, of length 1. */
  readonly light: PlanePoint
  /** Of the paper. */
  readonly heightMm: number
  readonly mmPerM: number
  toPaper(point: Space): Point
  /** Larger is farther from the eye. */
  depth(point: PlanePoint): number
  /** Across the line of sight. */
  across(point: PlanePoint): number
}

/** A later direction is taken where its picture is larger by more than this. */
const WORTH_TURNING = 1.1

/** The view that shows the site largest, or one before it that shows it nearly as large. */
export function largestView(site: Site, buildings: readonly Building[]): SlantedView {
  return DIRECTIONS.map((direction) => viewFrom(direction, site, buildings)).reduce((best, next) =>
    next.mmPerM > best.mmPerM * WORTH_TURNING ? next : best,
  )
}

function viewFrom(
  { fromText, bearingDeg, lightDeg }: (typeof DIRECTIONS)[number],
  site: Site,
  buildings: readonly Building[],
): SlantedView {
  const [sin, cos] = bearingVector(bearingDeg)
  const elevation = radians(ELEVATION_DEG)
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
  const heightMm = roundMm(Math.max(40, (box.maxY - box.minY) * mmPerM + 2 * MARGIN_MM))
  const light = bearingVector(lightDeg)
  return { fromText, bearingDeg, light, heightMm, mmPerM, toPaper, depth, across }
}

function bearingVector(bearingDeg: number): PlanePoint {
  const angle = radians(bearingDeg)
  return [Math.sin(angle), Math.cos(angle)]
}
