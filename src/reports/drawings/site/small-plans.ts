// The options of one site beside each other, small and at one scale: for comparing, not measuring.
import { boxOf } from '../../../geometry/plane.ts'
import type { LayoutOption, Site } from '../../../siteplan/layouts/layout.ts'
import { type Drawing, roundMm, type Shape } from '../../drawing.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'
import { buildingShape } from './building-shapes.ts'
import { ground } from './site-ground.ts'
import { sheetOf } from './site-sheet.ts'

const GAP_MM = 4
const WIDEST_MM = 74
/** Low enough that what was asked for has room on the same page. */
const MAX_HEIGHT_MM = 37
const TITLE_MM = 6

export function drawSmallPlans(site: Site, options: readonly LayoutOption[]): Drawing {
  const box = boxOf(site.boundary)
  const count = Math.max(1, options.length)
  const cell = Math.min(WIDEST_MM, (PAGE_WIDTH_MM - GAP_MM * (count - 1)) / count)
  const mmPerM = Math.min((cell - 2) / (box.maxX - box.minX), MAX_HEIGHT_MM / (box.maxY - box.minY))
  const height = (box.maxY - box.minY) * mmPerM + 2
  return {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: roundMm(TITLE_MM + height),
    shapes: options.flatMap((option, index): Shape[] => {
      const x = index * (cell + GAP_MM)
      const sheet = sheetOf(box, { x, y: TITLE_MM, width: cell, height }, 1000 / mmPerM)
      return [
        {
          shape: 'label',
          x: roundMm(x + cell / 2),
          y: 2,
          text: `Вариант ${option.rank}`,
          anchor: 'middle',
          sizePt: 8.5,
          ink: 'text',
          strong: true,
        },
        ...ground(site, sheet, option),
        { shape: 'area', rings: sheet.ringsOf(site.boundary), ink: 'boundary', widthPt: 0.7 },
        ...option.buildings.map((building) => buildingShape(building, sheet, { widthPt: 0.5 })),
      ]
    }),
    alt: `Планы в одном масштабе: ${options.map(optionInWords).join('; ')}.`,
  }
}

function optionInWords({ rank, buildings }: LayoutOption): string {
  return `вариант ${rank} — зданий ${buildings.length}`
}
