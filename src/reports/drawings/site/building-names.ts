// The names of buildings on the drawings of a site: in each building, or beside it. What else shows
// of a building is building-shapes.ts's, names on roofs are roof-names.ts's.
import { degrees, radians } from '../../../geometry/angles.ts'
import { contains, type Point as PlanePoint } from '../../../geometry/plane.ts'
import type { Building } from '../../../siteplan/layouts/layout.ts'
import { withUnit } from '../../../text/russian-format.ts'
import { roundDeg, roundMm, type Shape } from '../../drawing.ts'
import type { LabelSpace } from '../label-space.ts'
import { textWidthMm } from '../text-size.ts'
import { regionOfBuilding } from './building-shapes.ts'
import { upright } from './dimension-lines.ts'
import { innermost } from './innermost.ts'
import { directionOf, sidesOf } from './ring-sides.ts'
import type { LabelledSheet } from './site-sheet.ts'

const NAME_PT = 10
const STOREYS_PT = 6.5
/** Size of a name in one line, with its storeys or without. */
const SMALL_PT = 7

/** A name over its storeys is so high together, and its lines stand so far off the middle. */
const TWO_LINES_MM = 6.5
const NAME_ABOVE_MM = 1.5
const STOREYS_BELOW_MM = 2

/** One line along a wing: its height, the depth of building that it needs, its share of a wing. */
const LINE_MM = 2.4
const LEAST_DEPTH_MM = 3
const MOST_OF_WING = 0.8

/** Height of a name alone. */
const SMALL_MM = 2
/** A name wider than its building gets its own background; up to this it has room. */
const ROOM_FOR_NAME_MM = 2.2

const NAME = { shape: 'label', anchor: 'middle', ink: 'text', strong: true } as const

/** Where a building has the most room for its name, on paper. */
interface Spot {
  readonly x: number
  readonly y: number
  /** The width of the building there. */
  readonly roomMm: number
}

/** `А`, and `9 эт.` below it where there is room; nothing where its place is taken. */
export function buildingName(building: Building, sheet: LabelledSheet): Shape[] {
  const { point, distanceM } = innermost(regionOfBuilding(building))
  const [x, y] = sheet.toPaper(point)
  const spot = { x, y, roomMm: 2 * distanceM * sheet.mmPerM }
  const storeys = withUnit(String(building.storeys), 'эт.')
  return (
    overStoreys(building.name, storeys, spot, sheet.space) ??
    alongWing(`${building.name}, ${storeys}`, wingOf(building, point), spot, sheet) ??
    alone(building.name, spot, sheet.space) ??
    []
  )
}

function overStoreys(
  name: string,
  storeys: string,
  { x, y, roomMm }: Spot,
  space: LabelSpace,
): Shape[] | undefined {
  const width = textWidthMm(storeys, STOREYS_PT)
  const widest = Math.max(textWidthMm(name, NAME_PT, { strong: true }), width)
  if (roomMm < Math.hypot(widest, TWO_LINES_MM)) return undefined
  if (!space.take({ x, y, width, height: TWO_LINES_MM, angleDeg: 0 })) return undefined
  return [
    { ...NAME, x, y: roundMm(y - NAME_ABOVE_MM), text: name, sizePt: NAME_PT },
    {
      ...NAME,
      x,
      y: roundMm(y + STOREYS_BELOW_MM),
      text: storeys,
      sizePt: STOREYS_PT,
      strong: false,
    },
  ]
}

function alongWing(
  text: string,
  wing: Wing,
  { roomMm }: Spot,
  sheet: LabelledSheet,
): Shape[] | undefined {
  const width = textWidthMm(text, SMALL_PT, { strong: true })
  if (roomMm < LEAST_DEPTH_MM || width >= wing.lengthM * sheet.mmPerM * MOST_OF_WING) {
    return undefined
  }
  const [x, y] = sheet.toPaper(wing.middle)
  const along = { x, y, angleDeg: wing.angleDeg }
  if (!sheet.space.take({ ...along, width, height: LINE_MM })) return undefined
  return [{ ...NAME, ...along, text, sizePt: SMALL_PT }]
}

function alone(text: string, { x, y, roomMm }: Spot, space: LabelSpace): Shape[] | undefined {
  const width = textWidthMm(text, SMALL_PT, { strong: true })
  if (!space.take({ x, y, width, height: SMALL_MM, angleDeg: 0 })) return undefined
  const halo = roomMm >= ROOM_FOR_NAME_MM ? {} : ({ halo: 'paper' } as const)
  return [{ ...NAME, x, y, text, sizePt: SMALL_PT, ...halo }]
}

/** Where a name may stand around its building: right of it first. */
const ASIDE_DEG = [0, 180, -90, 90, -45, 45, -135, 135]

/** `А` outside the building, on no other; nothing where no place around it is free. */
export function nameBeside(
  building: Building,
  others: readonly Building[],
  sheet: LabelledSheet,
  clearMm: number,
): Shape[] {
  const [width, height] = [textWidthMm(building.name, SMALL_PT, { strong: true }), SMALL_MM]
  const corners = sheet.ringsOf([building.footprint]).flat()
  const middle = sheet.toPaper(innermost(regionOfBuilding(building)).point)
  for (const asideDeg of ASIDE_DEG) {
    const angle = radians(asideDeg)
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    const reach = Math.max(...corners.map(([x, y]) => (x - middle[0]) * dx + (y - middle[1]) * dy))
    const awayMm = reach + clearMm + (Math.abs(dx) * width + Math.abs(dy) * height) / 2
    const [x, y] = [roundMm(middle[0] + dx * awayMm), roundMm(middle[1] + dy * awayMm)]
    if (others.some(({ footprint }) => contains(sheet.ringsOf([footprint]), [x, y]))) continue
    if (!sheet.space.take({ x, y, width, height, angleDeg: 0 })) continue
    return [{ ...NAME, x, y, text: building.name, sizePt: SMALL_PT }]
  }
  return []
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
