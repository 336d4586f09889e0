// What lies on the ground of a site, for every drawing that shows it from above, in the order it is
// painted.
import { union } from '../../../geometry/region.ts'
import type { LayoutOption, Site } from '../../../siteplan/layouts/layout.ts'
import type { Shape } from '../../drawing.ts'
import { stallLines } from './hatching.ts'
import type { Sheet } from './site-sheet.ts'

export const BUILDABLE_WIDTH_PT = 0.5

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
      widthPt: BUILDABLE_WIDTH_PT,
      dashed: true,
    })
  }
  return shapes
}
