// The plan of one layout to a standard scale: boundary, setback, buildings with their dimensions and
// gaps, ways for fire engines, parking, playgrounds, green. Draws what the layout says, judges nothing.
import { nearest } from '../geometry/nearest.ts'
import {
  boxOf,
  contains,
  type Point as PlanePoint,
  type Ring,
  signedArea,
} from '../geometry/plane.ts'
import { union } from '../geometry/region.ts'
import type { Building, LayoutOption, Site } from '../siteplan/layout.ts'
import { type Dimension, drawDimension, upright } from './dimension-lines.ts'
import { type Drawing, type Point, roundDeg, roundMm, type Shape } from './drawing.ts'
import { stallLines } from './hatching.ts'
import { capHeightMm, createLabelSpace, type LabelSpace, textWidthMm } from './label-space.ts'
import { NORTH_ARROW_RADIUS_MM, northArrow, scaleBar, scaleText } from './north-and-scale.ts'
import { PAGE_WIDTH_MM } from './page.ts'
import { formatNumber, NO_BREAK_SPACE } from './russian-format.ts'
import {
  buildingName,
  buildingShape,
  type LegendEntry,
  legend,
  type Side,
  sidesOf,
  textInside,
} from './site-shapes.ts'
import { type Frame, type Sheet, sheetOf, standardScale } from './site-sheet.ts'

export interface SitePlan {
  readonly drawing: Drawing
  readonly scale: number
}

/** Around the boundary: side lengths and corner numbers stand there. */
const MARGIN_MM = 9
/** The site's own area, at least and at most. */
const LEAST_HEIGHT_MM = 96
const MOST_HEIGHT_MM = 168
const STRIP_GAP_MM = 3
const BUILDING_OFFSET_MM = 4.4
const INSIDE_OFFSET_MM = 2.6
/** What a figure takes beyond its dimension line. */
const FIGURE_MM = 3
const BOUNDARY_TEXT_MM = 2
/** On smaller plans dimensions of buildings would hide them; the report has a table of them. */
const DIMENSIONS_TO_SCALE = 2500
/** Buildings farther apart than this are no neighbours. */
const NEIGHBOURS_M = 45
const SIDE_SIZE_PT = 7
/** Where there are more corners they are neither marked nor numbered. */
const NUMBERED_CORNERS = 40
/** A side that turns less than this from the one before it continues it, degrees. */
const STRAIGHT_DEG = 4

/** @param option undefined draws the site alone, for a site where nothing may stand */
export function drawSitePlan(
  site: Site,
  option?: Pick<
    LayoutOption,
    'buildings' | 'fire_lanes' | 'drives' | 'parking' | 'playgrounds' | 'indicators'
  >,
): SitePlan {
  const box = boxOf(site.boundary)
  const scale = standardScale(box, PAGE_WIDTH_MM - 2 * MARGIN_MM, MOST_HEIGHT_MM - 2 * MARGIN_MM)
  const siteHeight = ((box.maxY - box.minY) * 1000) / scale + 2 * MARGIN_MM
  const frame: Frame = {
    x: 0,
    y: 0,
    width: PAGE_WIDTH_MM,
    height: roundMm(Math.max(LEAST_HEIGHT_MM, siteHeight)),
  }
  const sheet = sheetOf(box, frame, scale)
  const space = createLabelSpace(frame.width, frame.height)
  const buildings = option?.buildings ?? []
  const [arrowX, arrowY] = freeCorner(frame, sheet.ringsOf(site.boundary))
  space.block({ x: arrowX, y: arrowY, width: 13, height: 15, angleDeg: 0 })

  const names = buildings.flatMap((building) => buildingName(building, sheet, space))
  const lines = [
    ...(scale > DIMENSIONS_TO_SCALE
      ? []
      : [
          ...gapDimensions(buildings, sheet, space),
          ...buildings.flatMap((building) =>
            sizeDimensions(building, buildings, site, sheet, space),
          ),
          ...setbackDimensions(buildings, site, sheet, space),
        ]),
    ...sideLengths(site, sheet, space),
  ]
  const strip = stripBelow(frame, sheet, option !== undefined)
  return {
    scale,
    drawing: {
      kind: 'drawing',
      widthMm: PAGE_WIDTH_MM,
      heightMm: roundMm(frame.height + strip.heightMm),
      shapes: [
        ...ground(site, sheet, option),
        ...buildings.map((building) => buildingShape(building, sheet)),
        ...boundary(site, sheet),
        ...lines,
        ...cornerNumbers(site, sheet, space),
        ...names,
        ...(option ? areaTexts(option, sheet, space) : []),
        ...northArrow(arrowX, arrowY),
        frameShape(frame),
        ...strip.shapes,
      ],
    },
  }
}

/** Everything that lies on the ground, in the order it is painted. */
export function ground(
  site: Site,
  sheet: Sheet,
  option?: Pick<LayoutOption, 'fire_lanes' | 'drives' | 'parking' | 'playgrounds'>,
): Shape[] {
  const shapes: Shape[] = [
    { shape: 'area', rings: sheet.ringsOf(site.boundary), fill: option ? 'green' : 'wash' },
  ]
  const add = (shape: Shape & { shape: 'area' }) => {
    if (shape.rings.length > 0) shapes.push(shape)
  }
  const edge = { ink: 'quiet', widthPt: 0.35 } as const
  if (option) {
    // One net to the eye: no edge is drawn where a drive leaves a way.
    const ways = union(option.fire_lanes, option.drives)
    add({ shape: 'area', rings: sheet.ringsOf(ways), fill: 'lane', ...edge })
    add({ shape: 'area', rings: sheet.ringsOf(option.parking), fill: 'parking', ...edge })
    const stalls = stallLines(option.parking, sheet.mmPerM)
    if (stalls.length > 0) {
      const lines = stalls.map((line) => line.map(sheet.toPaper))
      shapes.push({ shape: 'strokes', lines, ink: 'quiet', widthPt: 0.3 })
    }
    add({ shape: 'area', rings: sheet.ringsOf(option.playgrounds), fill: 'playground', ...edge })
  }
  if (site.buildable.length > 0) {
    shapes.push({
      shape: 'area',
      rings: sheet.ringsOf(site.buildable),
      ink: 'boundary',
      widthPt: 0.5,
      dashed: true,
    })
  }
  return shapes
}

function boundary(site: Site, sheet: Sheet): Shape[] {
  const rings = sheet.ringsOf(site.boundary)
  // A web of strips would drown in its own outline.
  const corners = rings.reduce((sum, ring) => sum + ring.length, 0)
  const widthPt = corners > NUMBERED_CORNERS ? 0.8 : 1.3
  return [{ shape: 'area', rings, ink: 'boundary', widthPt }]
}

function frameShape({ x, y, width, height }: Frame): Shape {
  const rings: Point[][] = [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
  ]
  return { shape: 'area', rings, ink: 'rule', widthPt: 0.5 }
}

/** The corner of the frame with the most room to the site for the arrow to north. */
function freeCorner(frame: Frame, rings: readonly Point[][]): Point {
  const reach = NORTH_ARROW_RADIUS_MM + 2
  const corners: Point[] = [
    [frame.width - reach, reach + 1],
    [reach, reach + 1],
    [frame.width - reach, frame.height - reach],
    [reach, frame.height - reach],
  ]
  const room = (corner: Point) =>
    Math.min(
      // Beyond this more room is no better, and the first corner is the usual one.
      reach + 2,
      ...rings.flatMap((ring) =>
        sidesOf(ring).map(({ from, to }) => distanceToSide(corner, from, to)),
      ),
    ) * (rings.some((ring) => contains([ring], corner)) ? -1 : 1)
  return corners.reduce((best, corner) => (room(corner) > room(best) + 0.01 ? corner : best))
}

function distanceToSide(point: Point, from: PlanePoint, to: PlanePoint): number {
  return nearest([point], [from, to]).distanceM
}

/** Metres with as many digits as the scale can tell. */
function lengthText(lengthM: number, scale: number): string {
  return formatNumber(lengthM, scale <= 1000 ? 2 : 1)
}

function paperDimension(
  sheet: Sheet,
  from: PlanePoint,
  to: PlanePoint,
  offsetMm: number,
  ink: Dimension['ink'] = 'text',
): Dimension {
  const lengthM = Math.hypot(to[0] - from[0], to[1] - from[1])
  return {
    from: sheet.toPaper(from),
    to: sheet.toPaper(to),
    offsetMm,
    text: lengthText(lengthM, sheet.scale),
    ink,
  }
}

/** Between each two neighbours with nothing between them. */
function gapDimensions(buildings: readonly Building[], sheet: Sheet, space: LabelSpace): Shape[] {
  const shapes: Shape[] = []
  for (const [index, building] of buildings.entries()) {
    for (const other of buildings.slice(index + 1)) {
      const gap = nearest(building.footprint, other.footprint)
      if (gap.distanceM === 0 || gap.distanceM > NEIGHBOURS_M) continue
      const isOpen = !buildings.some(
        (third) =>
          third !== building && third !== other && crosses(gap.from, gap.to, third.footprint),
      )
      if (!isOpen) continue
      shapes.push(...drawDimension(paperDimension(sheet, gap.from, gap.to, 0), space))
    }
  }
  return shapes
}

/** From each building to where the boundary is nearest. */
function setbackDimensions(
  buildings: readonly Building[],
  site: Site,
  sheet: Sheet,
  space: LabelSpace,
): Shape[] {
  const shapes: Shape[] = []
  for (const building of buildings) {
    const gaps = site.boundary.map((ring) => nearest(building.footprint, ring))
    const gap = gaps.toSorted((a, b) => a.distanceM - b.distanceM)[0]
    if (!gap || gap.distanceM === 0 || gap.distanceM > NEIGHBOURS_M) continue
    const isOpen = !buildings.some(
      (other) => other !== building && crosses(gap.from, gap.to, other.footprint),
    )
    if (isOpen) shapes.push(...drawDimension(paperDimension(sheet, gap.from, gap.to, 0), space))
  }
  return shapes
}

/** Whether a straight way passes through a footprint; looked at in steps. */
function crosses(from: PlanePoint, to: PlanePoint, footprint: Ring): boolean {
  const steps = 24
  return Array.from({ length: steps - 1 }, (_, index) => (index + 1) / steps).some((share) =>
    contains(
      [footprint],
      [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share],
    ),
  )
}

/**
 * Each different side once, outside the building; where the line would leave the site, or its place
 * is taken, beside its like; where that is no better, inside.
 */
function sizeDimensions(
  building: Building,
  buildings: readonly Building[],
  site: Site,
  sheet: Sheet,
  space: LabelSpace,
): Shape[] {
  const groups = new Map<string, Side[]>()
  for (const side of sidesOf(building.footprint)) {
    const { from, to, lengthM } = side
    const angle = upright((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI)
    const key = `${Math.round(angle)} ${lengthM.toFixed(1)}`
    groups.set(key, [...(groups.get(key) ?? []), side])
  }
  return [...groups.values()].flatMap((sides) => {
    const hasRoom = ({ from, to }: Side) =>
      besideOf(from, to, sheet).every((end) => contains(site.boundary, end)) &&
      !looksAtNeighbour(from, to, building, buildings, sheet)
    const places = [
      ...sides.filter(hasRoom).map((side) => ({ ...side, offsetMm: BUILDING_OFFSET_MM })),
      ...sides.map((side) => ({ ...side, offsetMm: -INSIDE_OFFSET_MM })),
    ]
    for (const { from, to, offsetMm } of places) {
      // On paper y runs down: the outside of a counter-clockwise ring is to the right hand there too.
      const shapes = drawDimension(paperDimension(sheet, from, to, offsetMm), space)
      if (shapes.length > 0) return shapes
    }
    return []
  })
}

/** Whether the line beside this side would run into another building. */
function looksAtNeighbour(
  from: PlanePoint,
  to: PlanePoint,
  building: Building,
  buildings: readonly Building[],
  sheet: Sheet,
): boolean {
  const [start, end] = besideOf(from, to, sheet)
  return buildings.some((other) => other !== building && crosses(start, end, other.footprint))
}

/** Where a dimension line beside this side of a building ends, with its figure outside. */
function besideOf(from: PlanePoint, to: PlanePoint, sheet: Sheet): [PlanePoint, PlanePoint] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const reach = (BUILDING_OFFSET_MM + FIGURE_MM) / sheet.mmPerM
  const [outX, outY] = [((to[1] - from[1]) / length) * reach, ((from[0] - to[0]) / length) * reach]
  return [
    [from[0] + outX, from[1] + outY],
    [to[0] + outX, to[1] + outY],
  ]
}

/** Lengths along the sides of the boundary, straight stretches as one, as on a cadastral plan. */
function sideLengths(site: Site, sheet: Sheet, space: LabelSpace): Shape[] {
  return site.boundary
    .flatMap((ring) => sidesOf(straightened(ring)))
    .toSorted((a, b) => b.lengthM - a.lengthM)
    .flatMap(({ from, to, lengthM }): Shape[] => {
      const [[x1, y1], [x2, y2]] = [sheet.toPaper(from), sheet.toPaper(to)]
      const text = lengthText(lengthM, sheet.scale)
      const [width, length] = [textWidthMm(text, SIDE_SIZE_PT), Math.hypot(x2 - x1, y2 - y1)]
      if (width + 2 > length) return []
      const [outX, outY] = [-(y2 - y1) / length, (x2 - x1) / length]
      const [x, y] = [
        roundMm((x1 + x2) / 2 + outX * BOUNDARY_TEXT_MM),
        roundMm((y1 + y2) / 2 + outY * BOUNDARY_TEXT_MM),
      ]
      const angleDeg = roundDeg(upright((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI))
      if (!space.take({ x, y, width, height: capHeightMm(SIDE_SIZE_PT) + 0.4, angleDeg })) return []
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

/** The ring without corners at which it hardly turns. */
export function straightened(ring: Ring): Ring {
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
  return (Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)) * 180) / Math.PI
}

/** A dot at each corner, and its number outside, as on a cadastral plan. */
function cornerNumbers(site: Site, sheet: Sheet, space: LabelSpace): Shape[] {
  const shapes: Shape[] = []
  const rings = site.boundary.map(straightened)
  const total = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (total > NUMBERED_CORNERS) return []
  let number = 0
  for (const ring of rings) {
    for (const [index, corner] of ring.entries()) {
      number += 1
      const [x, y] = sheet.toPaper(corner)
      shapes.push({ shape: 'circle', x, y, radius: 0.7, fill: 'paper', ink: 'boundary' })
      const text = String(number)
      const width = textWidthMm(text, 6.5)
      for (const [dx, dy] of outwards(ring, index)) {
        const [labelX, labelY] = [roundMm(x + dx * 2.6), roundMm(y + dy * 2.6)]
        if (!space.take({ x: labelX, y: labelY, width, height: 2, angleDeg: 0 })) continue
        shapes.push({
          shape: 'label',
          x: labelX,
          y: labelY,
          text,
          anchor: 'middle',
          sizePt: 6.5,
          ink: 'boundary',
        })
        break
      }
    }
  }
  return shapes
}

/** Directions on paper away from a corner's ring, the best first. */
function outwards(ring: Ring, index: number): Point[] {
  const corner = ring[index] ?? [0, 0]
  const before = ring.at(index - 1) ?? corner
  const after = ring[(index + 1) % ring.length] ?? corner
  const unit = (to: PlanePoint): Point => {
    const [dx, dy] = [corner[0] - to[0], corner[1] - to[1]]
    const length = Math.hypot(dx, dy) || 1
    return [dx / length, dy / length]
  }
  const [a, b] = [unit(before), unit(after)]
  const length = Math.hypot(a[0] + b[0], a[1] + b[1])
  const [ax, ay] = [corner[0] - before[0], corner[1] - before[1]]
  const [bx, by] = [after[0] - corner[0], after[1] - corner[1]]
  const side = signedArea(ring) >= 0 ? 1 : -1
  const sign = (ax * by - ay * bx) * side >= 0 ? 1 : -1
  const [x, y] =
    length > 0.05
      ? [((a[0] + b[0]) / length) * sign, ((a[1] + b[1]) / length) * sign]
      : [a[1] * side, -a[0] * side]
  const turned = (degrees: number): Point => {
    const angle = (degrees * Math.PI) / 180
    return [x * Math.cos(angle) - y * Math.sin(angle), -(x * Math.sin(angle) + y * Math.cos(angle))]
  }
  return [0, 40, -40, 80, -80].map(turned)
}

function areaTexts(
  option: Pick<LayoutOption, 'parking' | 'playgrounds' | 'indicators'>,
  sheet: Sheet,
  space: LabelSpace,
): Shape[] {
  const places = `P${NO_BREAK_SPACE}${formatNumber(option.indicators.parking_given)}`
  return [
    ...widest(option.parking, (ring) => textOnPaper([ring], places, sheet, space)),
    ...widest(option.playgrounds, (ring) => textInside([ring], 'ДП', 6.5, sheet, space)),
  ]
}

/** What the first ring that can take it gives, the roomiest tried first. */
function widest(rings: readonly Ring[], draw: (ring: Ring) => Shape[]): Shape[] {
  const byRoom = rings
    .filter((ring) => signedArea(ring) > 0)
    .toSorted((a, b) => signedArea(b) - signedArea(a))
  for (const ring of byRoom) {
    const shapes = draw(ring)
    if (shapes.length > 0) return shapes
  }
  return []
}

/** The text over a hatching, on a ground of its own. */
function textOnPaper(ring: Ring[], text: string, sheet: Sheet, space: LabelSpace): Shape[] {
  return textInside(ring, text, 7, sheet, space).map((shape) =>
    shape.shape === 'label' ? { ...shape, strong: true, halo: 'parking' } : shape,
  )
}

const LEGEND_OF_SITE: LegendEntry[] = [
  { text: 'Граница участка', swatch: { line: 'boundary', widthPt: 1.3 } },
  {
    text: 'Место допустимого размещения',
    swatch: { line: 'boundary', widthPt: 0.5, dashed: true },
  },
]
const LEGEND_OF_LAYOUT: LegendEntry[] = [
  { text: 'Жилое здание', swatch: { fill: 'building', ink: 'building-edge' } },
  { text: 'Проезд (пожарный, к парковке)', swatch: { fill: 'lane', ink: 'quiet' } },
  { text: 'Парковка (P — мест)', swatch: { fill: 'parking', ink: 'quiet', hatched: true } },
  { text: 'Площадки (ДП)', swatch: { fill: 'playground', ink: 'quiet' } },
  { text: 'Озеленение', swatch: { fill: 'green' } },
]

function stripBelow(frame: Frame, sheet: Sheet, withLayout: boolean) {
  const top = frame.height + STRIP_GAP_MM
  const entries = [...LEGEND_OF_SITE, ...(withLayout ? LEGEND_OF_LAYOUT : [])]
  const key = legend(entries, 0, top, PAGE_WIDTH_MM - 62)
  const left = PAGE_WIDTH_MM - 58
  const shapes: Shape[] = [
    ...key.shapes,
    {
      shape: 'label',
      x: left,
      y: roundMm(top + 2.4),
      text: scaleText(sheet.scale),
      anchor: 'start',
      sizePt: 10,
      ink: 'text',
      strong: true,
    },
    {
      shape: 'label',
      x: PAGE_WIDTH_MM,
      y: roundMm(top + 2.4),
      text: 'Размеры в метрах',
      anchor: 'end',
      sizePt: 7,
      ink: 'quiet',
    },
    ...scaleBar(sheet.mmPerM, left + 1, roundMm(top + 9.5), 48),
  ]
  return { shapes, heightMm: STRIP_GAP_MM + Math.max(key.heightMm, 12) }
}
