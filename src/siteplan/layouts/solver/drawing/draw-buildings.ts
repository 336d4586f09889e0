// Buildings of a massing as the wire has them: named from the north-west on, drawn on the plane.
// Never what lies between them (draw-option.ts).
import { areaOf, type Region, type Ring } from '../../../../geometry/plane.ts'
import { houseHeightM } from '../../../../norms/rule-look-ups.ts'
import { round } from '../../../../numbers/rounding.ts'
import type { Building } from '../../layout.ts'
import { type Frame, toPlane } from '../frame/frame.ts'
import { rectRing } from '../frame/rect.ts'
import { courtOf, type Mass, outlineOf } from '../massing/massing.ts'

/**
 * A metre to the west counts as this many to the north, so that a row is named from the west on.
 */
const WESTWARDS = 0.25

/** In the order in which they are named. */
export function northWestFirst(frame: Frame, masses: readonly Mass[]): Mass[] {
  const centreOf = ({ outer }: Mass) =>
    toPlane(frame, [(outer.x0 + outer.x1) / 2, (outer.y0 + outer.y1) / 2])
  return masses.toSorted((a, b) => {
    const [ax, ay] = centreOf(a)
    const [bx, by] = centreOf(b)
    return by - ay - (bx - ax) * WESTWARDS
  })
}

export function drawBuildings(frame: Frame, masses: readonly Mass[], storeyM: number): Building[] {
  return masses.map((mass, i) => drawBuilding(frame, mass, nameOf(i), storeyM))
}

function drawBuilding(frame: Frame, mass: Mass, name: string, storeyM: number): Building {
  const place = (ring: Ring): Ring => ring.map((point) => toPlane(frame, point))
  const footprint = place(outlineOf(mass))
  const court = mass.open === null ? courtOf(mass) : null
  const courts = court ? [place(rectRing(court))] : []
  const footprintM2 = round(areaOf([footprint]) - areaOf(courts), 2)
  return {
    name,
    typology: mass.typology,
    footprint,
    courts,
    storeys: mass.storeys,
    height_m: houseHeightM(mass.storeys, storeyM),
    footprint_m2: footprintM2,
    gfa_m2: round(footprintM2 * mass.storeys, 2),
  }
}

/** The ground under drawn buildings, courts as holes. */
export function footprintsOf(buildings: readonly Building[]): Region {
  return buildings.flatMap(({ footprint, courts }) => [
    footprint,
    ...courts.map((court) => court.toReversed()),
  ])
}

/** Without those that are easily another, or the P of parking. */
const LETTERS = 'АБВГДЕЖИКЛМНПСТУФХЦЧШЭЮЯ'

function nameOf(index: number): string {
  const letter = LETTERS[index % LETTERS.length] ?? ''
  const timesThrough = Math.floor(index / LETTERS.length)
  return timesThrough === 0 ? letter : `${letter}${timesThrough}`
}
