// The plan of one layout to a standard scale: boundary, setback, buildings with their dimensions
// and gaps, ways for fire engines, parking, playgrounds, green. Draws what the layout says, judges
// nothing.
import { boxOf, type Ring, signedArea } from '../../../geometry/plane.ts'
import type { LayoutOption, Site } from '../../../siteplan/layouts/layout.ts'
import { formatNumber } from '../../../text/russian-format.ts'
import { boxRing, type Drawing, roundMm, type Shape } from '../../drawing.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'
import { createLabelSpace } from '../label-space.ts'
import { northArrow, scaleBar, scaleText, UPRIGHT_NORTH_ARROW } from '../north-and-scale.ts'
import { capHeightMm, textWidthMm } from '../text-size.ts'
import { buildingName } from './building-names.ts'
import { blockOutlines, buildingShape, buildingsInWords } from './building-shapes.ts'
import { freeCorner } from './free-corner.ts'
import { showsStalls } from './hatching.ts'
import { innermost } from './innermost.ts'
import { type LegendEntry, legend } from './legend.ts'
import {
  blockBoundary,
  blockBuildable,
  boundary,
  cornerNumbers,
  sideLengths,
} from './plan-boundary.ts'
import { buildingDimensions } from './plan-dimensions.ts'
import { ground } from './site-ground.ts'
import {
  type DrawingFrame,
  type LabelledSheet,
  type Sheet,
  sheetOf,
  standardScale,
} from './site-sheet.ts'

/** Around the boundary: side lengths and corner numbers stand there. */
const MARGIN_MM = 9
/** The site's own area, at least and at most. */
const MIN_HEIGHT_MM = 96
const MAX_HEIGHT_MM = 168
/** Of a site alone: what was asked for stands on the same page. */
const MAX_HEIGHT_ALONE_MM = 132
const STRIP_GAP_MM = 3
/** Of the strip's width, at its right end: scale and bar; the legend ends a little before. */
const SCALE_MM = 58
const LEGEND_GAP_MM = 4
/**
 * In the strip, from its top: words and the scale, its bar, the arrow to north; its least height.
 */
const STRIP_MM = { words: 2.4, bar: 9.5, arrow: 7.5, least: 12 }
/** What the arrow to north takes of the strip's width where no corner of the frame is free. */
const ARROW_MM = 12

/** @param option undefined draws the site alone, for a site where nothing may stand */
export function drawSitePlan(
  site: Site,
  option?: Pick<
    LayoutOption,
    'buildings' | 'fire_lanes' | 'drives' | 'parking' | 'playgrounds' | 'indicators'
  >,
): Drawing {
  const box = boxOf(site.boundary)
  const highest = (option ? MAX_HEIGHT_MM : MAX_HEIGHT_ALONE_MM) - 2 * MARGIN_MM
  const scale = standardScale(box, PAGE_WIDTH_MM - 2 * MARGIN_MM, highest)
  const siteHeight = ((box.maxY - box.minY) * 1000) / scale + 2 * MARGIN_MM
  const frame: DrawingFrame = {
    x: 0,
    y: 0,
    width: PAGE_WIDTH_MM,
    height: roundMm(Math.max(MIN_HEIGHT_MM, siteHeight)),
  }
  const space = createLabelSpace(frame.width, frame.height)
  const sheet = { ...sheetOf(box, frame, scale), space }
  const buildings = option?.buildings ?? []
  const corner = freeCorner(frame, sheet.ringsOf(site.boundary))
  if (corner) space.block({ x: corner[0], y: corner[1], ...UPRIGHT_NORTH_ARROW })
  blockBoundary(site, sheet)

  // Placed in this order, since the first find room: names before figures, numbers of corners last.
  const names = buildings.flatMap((building) => buildingName(building, sheet))
  blockOutlines(buildings, sheet)
  const lines = [...buildingDimensions({ buildings, site, sheet }), ...sideLengths(site, sheet)]
  const areas = option ? areaTexts(option, sheet) : []
  // Names and figures may lie on the dashed line; a number is no longer than a dash.
  blockBuildable(site, sheet)
  const numbers = cornerNumbers(site, sheet)
  const strip = stripBelow(frame, sheet, option, corner === undefined)
  return {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: roundMm(frame.height + strip.heightMm),
    shapes: [
      ...ground(site, sheet, option),
      ...buildings.map((building) => buildingShape(building, sheet)),
      ...boundary(site, sheet),
      ...lines,
      ...numbers,
      ...names,
      ...areas,
      ...(corner ? northArrow(...corner) : []),
      frameShape(frame),
      ...strip.shapes,
    ],
    alt:
      `План участка в масштабе 1:${scale}, север вверху.` +
      (option ? ` Здания: ${buildingsInWords(buildings)}` : ''),
  }
}

function frameShape({ x, y, width, height }: DrawingFrame): Shape {
  const rings = [boxRing(x, y, x + width, y + height)]
  return { shape: 'area', rings, ink: 'rule', widthPt: 0.5 }
}

function areaTexts(
  option: Pick<LayoutOption, 'parking' | 'playgrounds'>,
  sheet: LabelledSheet,
): Shape[] {
  // Over the hatching of a parking, so on a ground of its own.
  const onStalls = { text: 'P', sizePt: 7, strong: true, halo: 'parking' } as const
  return [
    ...textInWidest(option.parking, onStalls, sheet),
    ...textInWidest(option.playgrounds, { text: 'ДП', sizePt: 6.5 }, sheet),
  ]
}

type Lettering = Pick<Extract<Shape, { shape: 'label' }>, 'text' | 'sizePt' | 'strong' | 'halo'>

/** Around it, left and right together, above and below together. */
const LETTERING_AIR_MM = { across: 0.6, above: 0.8 }

/** In the first ring that has room for it, the roomiest tried first. */
function textInWidest(rings: readonly Ring[], lettering: Lettering, sheet: LabelledSheet): Shape[] {
  const byRoom = rings
    .filter((ring) => signedArea(ring) > 0)
    .toSorted((a, b) => signedArea(b) - signedArea(a))
  for (const ring of byRoom) {
    const label = textInside(ring, lettering, sheet)
    if (label) return [label]
  }
  return []
}

/** At the ring's innermost point, if it fits there. */
function textInside(ring: Ring, lettering: Lettering, sheet: LabelledSheet): Shape | undefined {
  const spot = innermost([ring])
  const [x, y] = sheet.toPaper(spot.point)
  const { text, sizePt } = lettering
  const width = textWidthMm(text, sizePt) + LETTERING_AIR_MM.across
  const height = capHeightMm(sizePt) + LETTERING_AIR_MM.above
  if (2 * spot.distanceM * sheet.mmPerM < height) return undefined
  if (!sheet.space.take({ x, y, width, height, angleDeg: 0 })) return undefined
  return { shape: 'label', x, y, anchor: 'middle', ink: 'text', ...lettering }
}

const LEGEND_OF_SITE: LegendEntry[] = [
  { text: 'Граница участка', swatch: { line: 'boundary', widthPt: 1.3 } },
  {
    text: 'Место допустимого размещения',
    swatch: { line: 'boundary', widthPt: 0.5, dashed: true },
  },
]

/** The number of places is the whole site's: strips of parking have none. */
const legendOfLayout = (places: number, hatched: boolean): LegendEntry[] => [
  { text: 'Жилое здание', swatch: { fill: 'building', ink: 'building-edge' } },
  { text: 'Проезд (пожарный, к стоянке)', swatch: { fill: 'lane', ink: 'quiet' } },
  {
    text: `Стоянка (P), мест: ${formatNumber(places)}`,
    swatch: { fill: 'parking', ink: 'quiet', hatched },
  },
  { text: 'Площадки (ДП)', swatch: { fill: 'playground', ink: 'quiet' } },
  { text: 'Озеленение', swatch: { fill: 'green' } },
]

function stripBelow(
  frame: DrawingFrame,
  sheet: Sheet,
  option: Pick<LayoutOption, 'indicators'> | undefined,
  hasArrow: boolean,
) {
  const top = frame.height + STRIP_GAP_MM
  const entries = [
    ...LEGEND_OF_SITE,
    ...(option ? legendOfLayout(option.indicators.parking_given, showsStalls(sheet.mmPerM)) : []),
  ]
  const key = legend(entries, 0, top, PAGE_WIDTH_MM - SCALE_MM - LEGEND_GAP_MM)
  const left = PAGE_WIDTH_MM - SCALE_MM
  const right = hasArrow ? PAGE_WIDTH_MM - ARROW_MM : PAGE_WIDTH_MM
  const shapes: Shape[] = [
    ...key.shapes,
    {
      shape: 'label',
      x: left,
      y: roundMm(top + STRIP_MM.words),
      text: scaleText(sheet.scale),
      anchor: 'start',
      sizePt: 10,
      ink: 'text',
      strong: true,
    },
    {
      shape: 'label',
      x: right,
      y: roundMm(top + STRIP_MM.words),
      text: 'Размеры в метрах',
      anchor: 'end',
      sizePt: 7,
      ink: 'quiet',
    },
    ...scaleBar(sheet.mmPerM, left + 1, roundMm(top + STRIP_MM.bar), right - left - 10),
    ...(hasArrow ? northArrow(PAGE_WIDTH_MM - 5, roundMm(top + STRIP_MM.arrow)) : []),
  ]
  return { shapes, heightMm: STRIP_GAP_MM + Math.max(key.heightMm, STRIP_MM.least) }
}
