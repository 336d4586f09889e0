// Hours of sun along the facades of one layout, as coloured stretches and dots on its plan. The
// hours are the layout's; the colours show how they compare with what the norm asks. Below the norm
// dots are hollow and stretches thin: red and dark green are alike in a grey print and to many
// eyes.
import { boxOf, pointDistance } from '../../../geometry/plane.ts'
import { clamp } from '../../../numbers/clamp.ts'
import type { Building, LayoutOption, Site } from '../../../siteplan/layouts/layout.ts'
import { formatShort } from '../../../text/russian-format.ts'
import { type Drawing, type Point, roundMm, type Shape, type VerdictInk } from '../../drawing.ts'
import { checkValue, dayText } from '../../norm-words.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'
import { createLabelSpace } from '../label-space.ts'
import { northArrow, scaleBar, scaleText } from '../north-and-scale.ts'
import { blockRings } from './block-rings.ts'
import { buildingName, nameBeside } from './building-names.ts'
import { buildingShape, regionOfBuilding } from './building-shapes.ts'
import { facadeStretches } from './facade-stretches.ts'
import { dotShape, type LegendEntry, legend } from './legend.ts'
import { type LabelledSheet, type Sheet, sheetOf, standardScale } from './site-sheet.ts'

const MARGIN_MM = 5
const MAX_HEIGHT_MM = 96
const MIN_HEIGHT_MM = 60
/** Legend and scale stand beside the map. */
const LEGEND_MM = 52
const LEGEND_GAP_MM = 4
/** Where the legend's entries begin, below its title, from the top. */
const LEGEND_TOP_MM = 16
const DOT_MM = { least: 0.45, most: 1.2 }
/** Between the dots of a house and its name beside it. */
const BESIDE_MM = 0.3
/** About as wide as the strokes that names keep off. */
const STROKE_MM = 0.3
const STRETCH_PT = { below: 0.8, kept: 2.4 }

interface SunClass {
  readonly ink: VerdictInk
  readonly text: string
  /** Hours from this on, up to the next class. */
  readonly fromH: number
}

/** Four classes around the hours that the norm asks. */
function sunClasses(requiredH: number): SunClass[] {
  const hours = (count: number) => checkValue({ unit: 'h' }, count)
  const [first, second] = [requiredH + 1, requiredH + 3]
  return [
    { ink: 'bad', fromH: 0, text: `меньше нормы (${hours(requiredH)})` },
    { ink: 'warn', fromH: requiredH, text: `от ${hours(requiredH)} до ${hours(first)}` },
    { ink: 'fair', fromH: first, text: `от ${hours(first)} до ${hours(second)}` },
    { ink: 'good', fromH: second, text: `${hours(second)} и больше` },
  ]
}

/** @param requiredH hours without a break that the norm asks at this latitude */
export function drawInsolationMap(
  site: Site,
  option: Pick<LayoutOption, 'buildings' | 'insolation'>,
  requiredH: number,
): Drawing {
  const box = boxOf(site.boundary)
  const mapWidth = PAGE_WIDTH_MM - LEGEND_MM
  const scale = standardScale(box, mapWidth - 2 * MARGIN_MM, MAX_HEIGHT_MM - 2 * MARGIN_MM)
  const siteHeight = ((box.maxY - box.minY) * 1000) / scale + 2 * MARGIN_MM
  const height = roundMm(Math.max(MIN_HEIGHT_MM, siteHeight))
  const sheet = {
    ...sheetOf(box, { x: 0, y: 0, width: mapWidth, height }, scale),
    space: createLabelSpace(mapWidth, height),
  }
  const spots = option.insolation.points.map(({ point }) => sheet.toPaper(point))
  const dots = { spots, radius: dotRadius(spots) }
  for (const [x, y] of spots) {
    sheet.space.block({ x, y, width: 2 * dots.radius, height: 2 * dots.radius, angleDeg: 0 })
  }
  const names = namesOf(site, option.buildings, sheet, dots.radius)
  const classes = sunClasses(requiredH)
  return {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: height,
    shapes: [
      {
        shape: 'area',
        rings: sheet.ringsOf(site.boundary),
        fill: 'wash',
        ink: 'boundary',
        widthPt: 0.8,
      },
      ...option.buildings.map((building) =>
        buildingShape(building, sheet, { fill: 'paper', widthPt: 0.6 }),
      ),
      ...facadePoints(option, sheet, classes, dots),
      ...names,
      ...sunLegend(option.insolation, classes, mapWidth + LEGEND_GAP_MM),
      ...northAndScale(sheet, mapWidth + LEGEND_GAP_MM, height),
    ],
    alt: sunInWords(option.insolation, classes),
  }
}

/** Inside the houses where the dots leave room, then beside those that have none. */
function namesOf(
  site: Site,
  buildings: readonly Building[],
  sheet: LabelledSheet,
  dotMm: number,
): Shape[] {
  const inside = buildings.map((building) => buildingName(building, sheet))
  const outlines = [site.boundary, ...buildings.map(regionOfBuilding)].flatMap(sheet.ringsOf)
  blockRings(outlines, STROKE_MM, sheet.space)
  return buildings.flatMap((building, index) => {
    const name = inside[index] ?? []
    if (name.length > 0) return name
    const others = buildings.filter((other) => other !== building)
    return nameBeside(building, others, sheet, dotMm + BESIDE_MM)
  })
}

function classOf(hours: number, classes: readonly SunClass[]): SunClass | undefined {
  return classes.findLast(({ fromH }) => hours >= fromH) ?? classes[0]
}

function dotOf(ink: VerdictInk) {
  return { dot: ink, hollow: ink === 'bad' }
}

/** A dot at each point, and its stretch of facade, in the colour of its class. */
function facadePoints(
  option: Pick<LayoutOption, 'buildings' | 'insolation'>,
  sheet: Sheet,
  classes: readonly SunClass[],
  { spots, radius }: { readonly spots: readonly Point[]; readonly radius: number },
): Shape[] {
  const { points } = option.insolation
  const stretches = facadeStretches(option.buildings, points)
  return points.flatMap(({ hours }, index): Shape[] => {
    const ink = classOf(hours, classes)?.ink ?? 'bad'
    const widthPt = ink === 'bad' ? STRETCH_PT.below : STRETCH_PT.kept
    const [x, y] = spots[index] ?? [0, 0]
    const stretch = stretches[index]
    return [
      ...(stretch
        ? [{ shape: 'line', points: stretch.map(sheet.toPaper), ink, widthPt } as const]
        : []),
      dotShape(x, y, radius, dotOf(ink)),
    ]
  })
}

/** Each class with the number of points in it. */
function sunLegend(
  insolation: LayoutOption['insolation'],
  classes: readonly SunClass[],
  left: number,
): readonly Shape[] {
  const entries = classes.map(
    ({ ink, text }): LegendEntry => ({
      text: `${text}: ${pointCount(ink, insolation, classes)}`,
      swatch: dotOf(ink),
    }),
  )
  const key = legend(entries, left, LEGEND_TOP_MM, LEGEND_MM - LEGEND_GAP_MM)
  return [...legendTitle(left, insolation), ...key.shapes]
}

function pointCount(
  ink: VerdictInk,
  { points }: LayoutOption['insolation'],
  classes: readonly SunClass[],
): number {
  return points.filter(({ hours }) => classOf(hours, classes)?.ink === ink).length
}

function sunInWords(insolation: LayoutOption['insolation'], classes: readonly SunClass[]): string {
  const counts = classes.map(({ ink, text }) => `${text} — ${pointCount(ink, insolation, classes)}`)
  return `Точки фасадов по часам солнца без перерыва: ${counts.join('; ')}.`
}

function northAndScale({ scale, mmPerM }: Sheet, left: number, height: number): readonly Shape[] {
  return [
    ...northArrow(left + 5.5, roundMm(height - 9)),
    {
      shape: 'label',
      x: left + 14,
      y: roundMm(height - 10.5),
      text: scaleText(scale),
      anchor: 'start',
      sizePt: 9,
      ink: 'text',
      strong: true,
    },
    ...scaleBar(mmPerM, left + 15, roundMm(height - 4), 28),
  ]
}

function legendTitle(x: number, { day, latitude }: LayoutOption['insolation']): Shape[] {
  const lines = [
    'Часов солнца без перерыва',
    `${dayText(day)}, широта ${formatShort(latitude, 1)}°`,
    'Точек фасада:',
  ]
  return lines.map((text, index) => ({
    shape: 'label',
    x,
    y: 3 + index * 4.4,
    text,
    anchor: 'start',
    sizePt: index === 0 ? 8 : 7,
    ink: index === 0 ? 'text' : 'quiet',
    strong: index === 0,
  }))
}

/** The radius at which neighbours on a facade just touch, within visible limits. */
function dotRadius(spots: readonly Point[]): number {
  const steps = spots.flatMap((spot, index) => {
    const next = spots[index + 1]
    return next ? [pointDistance(spot, next)] : []
  })
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? DOT_MM.most
  return roundMm(clamp(usual / 2, DOT_MM.least, DOT_MM.most))
}
