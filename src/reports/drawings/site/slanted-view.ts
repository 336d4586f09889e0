// How a site is seen from above at a slant, by parallel projection: where to look from, and where a
// point in space lies on the paper. Never what is drawn there (axonometry.ts).
import { radians } from '../../../geometry/angles.ts'
import { boxOf, type Point as PlanePoint, type Region } from '../../../geometry/plane.ts'
import type { Building, Site } from '../../../siteplan/layouts/layout.ts'
import { type Point, roundMm } from '../../drawing.ts'
import { clearBearingsDeg } from './clear-bearings.ts'

const MIN_HEIGHT_MM = 40
const MAX_HEIGHT_MM = 104
const MARGIN_MM = 4

/** Genitive, after «вид с»: names of where the eye is, by the direction in which it looks. */
const FROM_TEXTS = [
  { bearingDeg: -67.5, fromText: 'востоко-юго-востока' },
  { bearingDeg: -45, fromText: 'юго-востока' },
  { bearingDeg: -22.5, fromText: 'юго-юго-востока' },
  { bearingDeg: 0, fromText: 'юга' },
  { bearingDeg: 22.5, fromText: 'юго-юго-запада' },
  { bearingDeg: 45, fromText: 'юго-запада' },
  { bearingDeg: 67.5, fromText: 'западо-юго-запада' },
] as const
/** From the eye to the light, towards south: of two walls at a corner one is lit. */
const LIGHT_ASIDE_DEG = 60
const ELEVATION_DEG = 38

type Space = readonly [x: number, y: number, z: number]

export interface SlantedView {
  /** Where the eye is, after «вид с». */
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

/** A region on paper, lifted off the ground by `z` m. */
export function atHeight(region: Region, z: number, view: SlantedView): Point[][] {
  return region.map((ring) => ring.map(([x, y]) => view.toPaper([x, y, z])))
}

/** A less usual bearing is taken where its picture is larger by more than this. */
const WORTH_TURNING = 1.1

/**
 * Of the views that show the houses' walls best, the one that shows the site largest, or a more
 * usual one that shows it nearly as large.
 * @param widthMm of the paper
 */
export function clearestView(
  site: Site,
  buildings: readonly Building[],
  widthMm: number,
): SlantedView {
  return clearBearingsDeg(buildings)
    .map((bearingDeg) => viewFrom(bearingDeg, site, buildings, widthMm))
    .reduce((best, next) => (next.mmPerM > best.mmPerM * WORTH_TURNING ? next : best))
}

function viewFrom(
  bearingDeg: number,
  site: Site,
  buildings: readonly Building[],
  widthMm: number,
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
    (widthMm - 2 * MARGIN_MM) / (box.maxX - box.minX),
    (MAX_HEIGHT_MM - 2 * MARGIN_MM) / (box.maxY - box.minY),
  )
  const left = (widthMm - (box.maxX - box.minX) * mmPerM) / 2
  const toPaper = (point: Space): Point => {
    const [x, y] = flat(point)
    return [roundMm(left + (x - box.minX) * mmPerM), roundMm(MARGIN_MM + (box.maxY - y) * mmPerM)]
  }
  const heightMm = roundMm(Math.max(MIN_HEIGHT_MM, (box.maxY - box.minY) * mmPerM + 2 * MARGIN_MM))
  const eyeDeg = bearingDeg + 180
  const light = bearingVector(eyeDeg + (bearingDeg < 0 ? LIGHT_ASIDE_DEG : -LIGHT_ASIDE_DEG))
  return {
    fromText: fromTextOf(bearingDeg),
    bearingDeg,
    light,
    heightMm,
    mmPerM,
    toPaper,
    depth,
    across,
  }
}

function fromTextOf(bearingDeg: number): string {
  const off = (named: (typeof FROM_TEXTS)[number]) => Math.abs(named.bearingDeg - bearingDeg)
  return FROM_TEXTS.reduce((nearest, named) => (off(named) < off(nearest) ? named : nearest))
    .fromText
}

function bearingVector(bearingDeg: number): PlanePoint {
  const angle = radians(bearingDeg)
  return [Math.sin(angle), Math.cos(angle)]
}
