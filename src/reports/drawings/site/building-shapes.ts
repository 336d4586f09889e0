// A building on the drawings of a site: its outline, its name, its extent. Each drawing chooses
// among them; measures and scale are site-sheet.ts's.
import { degrees, radians } from '../../../geometry/angles.ts'
import { contains, type Point as PlanePoint, type Region } from '../../../geometry/plane.ts'
import type { Building } from '../../../siteplan/layouts/layout.ts'
import { formatNumber, NO_BREAK_SPACE, UNKNOWN, withUnit } from '../../../text/russian-format.ts'
import { type Ink, roundDeg, roundMm, type Shape } from '../../drawing.ts'
import type { LabelSpace } from '../label-space.ts'
import { textWidthMm } from '../text-size.ts'
import { upright } from './dimension-lines.ts'
import { innermost } from './innermost.ts'
import { directionOf, longestOf, sidesOf } from './ring-sides.ts'
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
  const storeys = withUnit(String(building.storeys), 'эт.')
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

/** `А — 5 эт., Б — 9 эт.`, for readers who do not see the drawing. */
export function buildingsInWords(buildings: readonly Building[]): string {
  return buildings
    .map(({ name, storeys }) => `${name} — ${withUnit(String(storeys), 'эт.')}`)
    .join(', ')
}

/** Where a name may stand around its building: right of it first. */
const ASIDE_DEG = [0, 180, -90, 90, -45, 45, -135, 135]

/** `А` outside the building, on no other; nothing where no place around it is free. */
export function nameBeside(
  building: Building,
  others: readonly Building[],
  sheet: Sheet,
  space: LabelSpace,
  clearMm: number,
): Shape[] {
  const sizePt = 7
  const [width, height] = [textWidthMm(building.name, sizePt, true), 2]
  const corners = sheet.ringsOf([building.footprint]).flat()
  const middle = sheet.toPaper(innermost(regionOfBuilding(building)).point)
  for (const asideDeg of ASIDE_DEG) {
    const angle = radians(asideDeg)
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    const reach = Math.max(...corners.map(([x, y]) => (x - middle[0]) * dx + (y - middle[1]) * dy))
    const awayMm = reach + clearMm + (Math.abs(dx) * width + Math.abs(dy) * height) / 2
    const [x, y] = [roundMm(middle[0] + dx * awayMm), roundMm(middle[1] + dy * awayMm)]
    if (others.some(({ footprint }) => contains(sheet.ringsOf([footprint]), [x, y]))) continue
    if (!space.take({ x, y, width, height, angleDeg: 0 })) continue
    const lettering = { anchor: 'middle', ink: 'text', strong: true, sizePt } as const
    return [{ shape: 'label', x, y, text: building.name, ...lettering }]
  }
  return []
}

/** `60,0 × 15,0`: along the longest side and across it, m. */
export function extentText({ footprint }: Building): string {
  const longest = longestOf(sidesOf(footprint))
  if (!longest) return UNKNOWN
  const [alongX, alongY] = directionOf(longest)
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

interface Wing {
  readonly middle: PlanePoint
  readonly lengthM: number
  /** On paper, so turned that text along it can be read. */
  readonly angleDeg: number
}

const WING_STEP_M = 0.5
const MAX_WING_M = 200

/**
 * The direction along its sides in which the building goes on farthest from a point, and how far.
 */
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
    .map((side): Wing => {
      const [alongX, alongY] = directionOf(side)
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
