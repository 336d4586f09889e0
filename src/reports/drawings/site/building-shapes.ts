// A building on the drawings of a site: its outline, its storeys in words. Each drawing chooses
// among them; names are building-names.ts's, measures and scale site-sheet.ts's.
import type { Region } from '../../../geometry/plane.ts'
import type { Building } from '../../../siteplan/layouts/layout.ts'
import { withUnit } from '../../../text/russian-format.ts'
import { type Ink, MM_PER_PT, type Shape } from '../../drawing.ts'
import { blockRings } from './block-rings.ts'
import type { LabelledSheet, Sheet } from './site-sheet.ts'

export function regionOfBuilding({ footprint, courts }: Building): Region {
  return [footprint, ...courts]
}

const OUTLINE_PT = 1

/** Keeps labels off the outlines: a figure half over one would read as another figure. */
export function blockOutlines(buildings: readonly Building[], sheet: LabelledSheet): void {
  const outlines = sheet.ringsOf(buildings.flatMap(regionOfBuilding))
  blockRings(outlines, OUTLINE_PT * MM_PER_PT, sheet.space)
}

export function buildingShape(
  building: Building,
  sheet: Sheet,
  {
    fill = 'building',
    widthPt = OUTLINE_PT,
  }: { readonly fill?: Ink; readonly widthPt?: number } = {},
): Shape {
  const rings = sheet.ringsOf(regionOfBuilding(building))
  return { shape: 'area', rings, fill, ink: 'building-edge', widthPt }
}

/** `А — 5 эт., Б — 9 эт.`, for readers who do not see the drawing. */
export function buildingsInWords(buildings: readonly Building[]): string {
  return buildings
    .map(({ name, storeys }) => `${name} — ${withUnit(String(storeys), 'эт.')}`)
    .join(', ')
}
