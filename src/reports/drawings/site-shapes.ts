// What the drawings of a site share: its ground, its buildings' names, the points to write at, the
// legend. Each drawing chooses among them; measures and scale are site-sheet.ts's.
import { degrees } from '../../geometry/angles.ts'
import { distanceToEdge } from '../../geometry/nearest.ts'
import {
  boxOf,
  centroidOf,
  contains,
  type Point as PlanePoint,
  type Region,
} from '../../geometry/plane.ts'
import { formatNumber, NO_BREAK_SPACE, UNKNOWN } from '../../russian-format.ts'
import type { Building } from '../../siteplan/layouts/layout.ts'
import { type Ink, type Point, roundDeg, roundMm, type Shape } from '../drawing.ts'
import { upright } from './dimension-lines.ts'
import { capHeightMm, type LabelSpace, textWidthMm } from './label-space.ts'
import type { Sheet } from './site-sheet.ts'

export function regionOfBuilding({ footprint, courts }: Building): Region {
  return [footprint, ...courts]
}

export function buildingShape(
  building: Building,
  sheet: Sheet,
  { fill = 'building', widthPt = 1 }: { readonly fill?: Ink; readonly widthPt?: number } = {},
): Shape {
  const rings = sheet.ringsOf(regionOfBuilding(building))
  return { shape: 'area', rings, fill, ink: 'building-edge', widthPt }
}

/** `А`, and `9 эт.` below it where there is room; nothing where its place is taken. */
export function buildingName(building: Building, sheet: Sheet, space: LabelSpace): Shape[] {
  const spot = innermost(regionOfBuilding(building))
  const [x, y] = sheet.toPaper(spot.point)
  const roomMm = 2 * spot.distanceM * sheet.mmPerM
  const storeys = `${building.storeys}${NO_BREAK_SPACE}эт.`
  const name = { shape: 'label', anchor: 'middle', ink: 'text', strong: true } as const
  const inBox = (width: number, height: number) => space.take({ x, y, width, height, angleDeg: 0 })

  const [nameWidth, storeysWidth] = [
    textWidthMm(building.name, 10, true),
    textWidthMm(storeys, 6.5),
  ]
  if (roomMm >= Math.hypot(Math.max(nameWidth, storeysWidth), 6.5) && inBox(storeysWidth, 6.5)) {
    return [
      { ...name, x, y: roundMm(y - 1.5), text: building.name, sizePt: 10 },
      { ...name, x, y: roundMm(y + 2), text: storeys, sizePt: 6.5, strong: false },
    ]
  }
  const line = `${building.name}, ${storeys}`
  const lineWidth = textWidthMm(line, 7, true)
  const wing = wingOf(building, spot.point)
  const [wingX, wingY] = sheet.toPaper(wing.middle)
  const along = { x: wingX, y: wingY, angleDeg: wing.angleDeg }
  const fits = roomMm >= 3 && lineWidth < wing.lengthM * sheet.mmPerM * 0.8
  if (fits && space.take({ ...along, width: lineWidth, height: 2.4 })) {
    return [{ ...name, ...along, text: line, sizePt: 7 }]
  }
  if (inBox(nameWidth * 0.7, 2)) {
    // A name wider than its building gets its own background.
    const halo = roomMm >= 2.2 ? {} : ({ halo: 'paper' } as const)
    return [{ ...name, x, y, text: building.name, sizePt: 7, ...halo }]
  }
  return []
}

/** `60,0 × 15,0`: along the longest side and across it, m. */
export function extentText({ footprint }: Building): string {
  const [longest] = sidesOf(footprint).toSorted((a, b) => b.lengthM - a.lengthM)
  if (!longest || longest.lengthM === 0) return UNKNOWN
  const { from, to, lengthM } = longest
  const [alongX, alongY] = [(to[0] - from[0]) / lengthM, (to[1] - from[1]) / lengthM]
  const extent = (measure: (point: PlanePoint) => number) => {
    const places = footprint.map(measure)
    return formatNumber(Math.max(...places) - Math.min(...places), 1)
  }
  const [length, depth] = [
    extent(([x, y]) => x * alongX + y * alongY),
    extent(([x, y]) => y * alongX - x * alongY),
  ]
  return `${length}${NO_BREAK_SPACE}×${NO_BREAK_SPACE}${depth}`
}

export interface LegendEntry {
  readonly text: string
  readonly swatch:
    | { readonly fill: Ink; readonly ink?: Ink; readonly hatched?: boolean }
    | { readonly line: Ink; readonly widthPt: number; readonly dashed?: boolean }
    | { readonly dot: Ink }
}

const LEGEND_SIZE_PT = 7
const LEGEND_ROW_MM = 4.6
const SWATCH_MM = 6

/** Entries in columns of equal width, row by row; `heightMm` is what they take. */
export function legend(
  entries: readonly LegendEntry[],
  left: number,
  top: number,
  widthMm: number,
): { readonly shapes: Shape[]; readonly heightMm: number } {
  const widest = Math.max(...entries.map(({ text }) => textWidthMm(text, LEGEND_SIZE_PT)))
  const columns = Math.max(1, Math.floor(widthMm / (SWATCH_MM + 1.6 + widest + 2)))
  const rows = Math.ceil(entries.length / columns)
  const shapes = entries.flatMap(({ text, swatch }, index): Shape[] => {
    const x = roundMm(left + (Math.floor(index / rows) * widthMm) / columns)
    const y = roundMm(top + ((index % rows) + 0.5) * LEGEND_ROW_MM)
    return [
      ...swatchShapes(swatch, x, y),
      {
        shape: 'label',
        x: roundMm(x + SWATCH_MM + 1.6),
        y,
        text,
        anchor: 'start',
        sizePt: LEGEND_SIZE_PT,
        ink: 'text',
      },
    ]
  })
  return { shapes, heightMm: roundMm(rows * LEGEND_ROW_MM) }
}

function swatchShapes(swatch: LegendEntry['swatch'], x: number, y: number): Shape[] {
  if ('dot' in swatch)
    return [{ shape: 'circle', x: x + SWATCH_MM - 1.5, y, radius: 1.1, fill: swatch.dot }]
  if ('line' in swatch) {
    const points: Point[] = [
      [x, y],
      [x + SWATCH_MM, y],
    ]
    const { line: ink, widthPt, dashed = false } = swatch
    return [{ shape: 'line', points, ink, widthPt, dashed }]
  }
  const [half, right] = [1.5, x + SWATCH_MM]
  const box: Point[] = [
    [x, y - half],
    [right, y - half],
    [right, y + half],
    [x, y + half],
  ]
  return [
    {
      shape: 'area',
      rings: [box],
      fill: swatch.fill,
      ...(swatch.ink ? { ink: swatch.ink, widthPt: 0.6 } : {}),
    },
    ...(swatch.hatched
      ? [
          {
            shape: 'strokes',
            lines: [1.5, 3, 4.5].map((dx): Point[] => [
              [roundMm(x + dx), y - half],
              [roundMm(x + dx), y + half],
            ]),
            ink: 'quiet',
            widthPt: 0.3,
          } as const,
        ]
      : []),
  ]
}

/** The text at the region's innermost point, if it fits there. */
export function textInside(
  region: Region,
  text: string,
  sizePt: number,
  sheet: Sheet,
  space: LabelSpace,
): Shape[] {
  const spot = innermost(region)
  const [x, y] = sheet.toPaper(spot.point)
  const [width, height] = [textWidthMm(text, sizePt) + 0.6, capHeightMm(sizePt) + 0.8]
  if (2 * spot.distanceM * sheet.mmPerM < height) return []
  if (!space.take({ x, y, width, height, angleDeg: 0 })) return []
  return [{ shape: 'label', x, y, text, anchor: 'middle', sizePt, ink: 'text' }]
}

/** Points tried along each side of the region's box, and rounds of narrowing around the best. */
const GRID = 16
const ROUNDS = 3

/** About the point inside that is farthest from every edge. */
export function innermost(region: Region): { point: PlanePoint; distanceM: number } {
  const box = boxOf(region)
  let best = { point: region[0]?.[0] ?? ([0, 0] as PlanePoint), distanceM: 0 }
  let [centreX, centreY] = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2]
  let [width, height] = [box.maxX - box.minX, box.maxY - box.minY]
  const middle = centroidOf(region)
  const offCentre = ([x, y]: PlanePoint) => Math.hypot(x - middle[0], y - middle[1])
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (let column = 0; column <= GRID; column += 1) {
      for (let row = 0; row <= GRID; row += 1) {
        const point: PlanePoint = [
          centreX + (column / GRID - 0.5) * width,
          centreY + (row / GRID - 0.5) * height,
        ]
        if (!contains(region, point)) continue
        const distanceM = Math.min(...region.map((ring) => distanceToEdge(point, ring)))
        // In a long bar many points are as far from its sides: the middle one is wanted.
        const isAsFar =
          distanceM > best.distanceM * 0.97 && offCentre(point) < offCentre(best.point)
        if (distanceM > best.distanceM * 1.03 || isAsFar) best = { point, distanceM }
      }
    }
    ;[centreX, centreY] = best.point
    ;[width, height] = [(width * 3) / GRID, (height * 3) / GRID]
  }
  return best
}

export interface Side {
  readonly from: PlanePoint
  readonly to: PlanePoint
  readonly lengthM: number
}

export function sidesOf(ring: readonly PlanePoint[]): Side[] {
  return ring.map((from, index) => {
    const to = ring[(index + 1) % ring.length] ?? from
    return { from, to, lengthM: Math.hypot(to[0] - from[0], to[1] - from[1]) }
  })
}

interface Wing {
  readonly middle: PlanePoint
  readonly lengthM: number
  /** On paper, so turned that text along it can be read. */
  readonly angleDeg: number
}

const WING_STEP_M = 0.5
const MAX_WING_M = 200

/** How far the building goes on from a point along one of its sides, where it does so farthest. */
function wingOf(building: Building, [x, y]: PlanePoint): Wing {
  const region = regionOfBuilding(building)
  const reach = (alongX: number, alongY: number): number => {
    let lengthM = 0
    while (
      lengthM < MAX_WING_M &&
      contains(region, [x + alongX * (lengthM + WING_STEP_M), y + alongY * (lengthM + WING_STEP_M)])
    ) {
      lengthM += WING_STEP_M
    }
    return lengthM
  }
  const wings = sidesOf(building.footprint)
    .filter(({ lengthM }) => lengthM > 0)
    .map(({ from, to, lengthM }): Wing => {
      const [alongX, alongY] = [(to[0] - from[0]) / lengthM, (to[1] - from[1]) / lengthM]
      const [ahead, behind] = [reach(alongX, alongY), reach(-alongX, -alongY)]
      const shift = (ahead - behind) / 2
      return {
        middle: [x + alongX * shift, y + alongY * shift],
        lengthM: ahead + behind,
        angleDeg: roundDeg(upright(degrees(Math.atan2(-alongY, alongX)))),
      }
    })
  return wings.reduce((best, wing) => (wing.lengthM > best.lengthM ? wing : best), {
    middle: [x, y],
    lengthM: 0,
    angleDeg: 0,
  })
}
