// The dimension lines of a plan: sizes of buildings, gaps between them and to the boundary. Says
// what is measured and where the line may run; how it is drawn is dimension-lines.ts's.
import { distanceBetween } from '../../../geometry/distance.ts'
import { nearest } from '../../../geometry/nearest.ts'
import { contains, type Point as PlanePoint, pointDistance } from '../../../geometry/plane.ts'
import type { Building, Site } from '../../../siteplan/layouts/layout.ts'
import type { Shape } from '../../drawing.ts'
import { type Dimension, drawDimension } from './dimension-lines.ts'
import { type Side, sidesOf } from './ring-sides.ts'
import { type LabelledSheet, lengthText, type Sheet } from './site-sheet.ts'

const BUILDING_OFFSET_MM = 4.4
const INSIDE_OFFSET_MM = 3.4
/** Room that a figure takes beyond its dimension line. */
const FIGURE_MM = 3
/** Buildings farther apart than this are no neighbours. */
const NEIGHBOURS_M = 45
/** Beyond this distance from the boundary no norm applies, so no figure is drawn. */
const SETBACKS_M = 15
/** On smaller plans dimensions of buildings would hide them; the report has a table of them. */
const DIMENSIONS_TO_SCALE = 4000

/** What is dimensioned, and the sheet that it is drawn on. */
interface Plan {
  readonly buildings: readonly Building[]
  readonly site: Site
  readonly sheet: LabelledSheet
}

/** All of them, in the order in which they take their places. */
export function buildingDimensions(plan: Plan): Shape[] {
  if (plan.sheet.scale > DIMENSIONS_TO_SCALE) return []
  return [
    ...setbackDimensions(plan),
    ...gapDimensions(plan),
    ...plan.buildings.flatMap((building) => sizeDimensions(building, plan)),
  ]
}

/** Between each two neighbours with nothing between them. */
function gapDimensions({ buildings, sheet }: Plan): Shape[] {
  const shapes: Shape[] = []
  for (const [index, building] of buildings.entries()) {
    for (const other of buildings.slice(index + 1)) {
      const gap = nearest(building.footprint, other.footprint)
      if (gap.distanceM === 0 || gap.distanceM > NEIGHBOURS_M) continue
      const others = buildings.filter((third) => third !== building && third !== other)
      if (!isFree(gap.from, gap.to, others)) continue
      shapes.push(...drawDimension(paperDimension(sheet, gap.from, gap.to, 0), sheet.space))
    }
  }
  return shapes
}

/** From each building to the nearest boundary, tightest first: they show that the norm is kept. */
function setbackDimensions({ buildings, site, sheet }: Plan): Shape[] {
  return buildings
    .flatMap((building) => {
      const gaps = site.boundary.map((ring) => nearest(building.footprint, ring))
      const [gap] = gaps.toSorted((a, b) => a.distanceM - b.distanceM)
      if (!gap || gap.distanceM === 0 || gap.distanceM > SETBACKS_M) return []
      const others = buildings.filter((other) => other !== building)
      return isFree(gap.from, gap.to, others) ? [gap] : []
    })
    .toSorted((a, b) => a.distanceM - b.distanceM)
    .flatMap(({ from, to }) =>
      // Outside the site there is room for its figure.
      drawDimension({ ...paperDimension(sheet, from, to, 0), mayPassEnd: true }, sheet.space),
    )
}

/**
 * Draws each length of side once, outside the building. If the line would leave the site or its
 * place is taken, it stands beside another side as long; if none has room, inside the building.
 */
function sizeDimensions(building: Building, { buildings, site, sheet }: Plan): Shape[] {
  const others = buildings.filter((other) => other !== building)
  return alikeSides(building).flatMap((sides) => {
    const hasRoom = ({ from, to }: Side) => {
      const [start, end] = besideOf(from, to, sheet)
      return (
        contains(site.boundary, start) && contains(site.boundary, end) && isFree(start, end, others)
      )
    }
    const places = [
      ...sides.filter(hasRoom).map((side) => ({ ...side, offsetMm: BUILDING_OFFSET_MM })),
      ...sides.map((side) => ({ ...side, offsetMm: -INSIDE_OFFSET_MM })),
    ]
    for (const { from, to, offsetMm } of places) {
      // On paper y runs down: the outside of a counter-clockwise ring is to the right hand there
      // too.
      const shapes = drawDimension(paperDimension(sheet, from, to, offsetMm), sheet.space)
      if (shapes.length > 0) return shapes
    }
    return []
  })
}

/** Sides of a building whose lengths differ by no more than this are as long as each other, m. */
const AS_LONG_M = 0.05
/** The sine of the angle up to which they run in one direction. */
const PARALLEL_SINE = 0.01

/** Whichever way they run: those of a rectangle are two and two. */
function alikeSides({ footprint }: Building): readonly (readonly Side[])[] {
  const groups: [Side, ...Side[]][] = []
  for (const side of sidesOf(footprint)) {
    const group = groups.find(([first]) => areAlike(first, side))
    if (group) group.push(side)
    else groups.push([side])
  }
  return groups
}

function areAlike(a: Side, b: Side): boolean {
  const [[ax, ay], [bx, by]] = [a, b].map(({ from, to }): PlanePoint => {
    return [to[0] - from[0], to[1] - from[1]]
  }) as [PlanePoint, PlanePoint]
  return (
    Math.abs(a.lengthM - b.lengthM) <= AS_LONG_M &&
    Math.abs(ax * by - ay * bx) <= PARALLEL_SINE * a.lengthM * b.lengthM
  )
}

/** Where a dimension line beside this side of a building ends, with its figure outside. */
function besideOf(from: PlanePoint, to: PlanePoint, sheet: Sheet): [PlanePoint, PlanePoint] {
  const length = pointDistance(from, to) || 1
  const reach = (BUILDING_OFFSET_MM + FIGURE_MM) / sheet.mmPerM
  const [outX, outY] = [((to[1] - from[1]) / length) * reach, ((from[0] - to[0]) / length) * reach]
  return [
    [from[0] + outX, from[1] + outY],
    [to[0] + outX, to[1] + outY],
  ]
}

/** Whether a straight line meets none of these buildings. */
function isFree(from: PlanePoint, to: PlanePoint, buildings: readonly Building[]): boolean {
  return !buildings.some(
    ({ footprint }) =>
      contains([footprint], from) || distanceBetween([[from, to]], [footprint]) === 0,
  )
}

function paperDimension(
  sheet: Sheet,
  from: PlanePoint,
  to: PlanePoint,
  offsetMm: number,
): Dimension {
  const lengthM = pointDistance(from, to)
  return {
    from: sheet.toPaper(from),
    to: sheet.toPaper(to),
    offsetMm,
    text: lengthText(lengthM, sheet.scale),
  }
}
