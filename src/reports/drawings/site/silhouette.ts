// What a building covers: of the paper, seen at a slant; of what it is moved over. Never which
// building is in front.
import { counterClockwise, type Region, type Ring } from '../../../geometry/plane.ts'
import { joined } from '../../../geometry/region.ts'
import type { Building } from '../../../siteplan/layouts/layout.ts'
import type { SlantedView } from './slanted-view.ts'

/** Its roof, its walls and what it stands on; a court counts as covered. */
export function silhouetteOf(
  { footprint, height_m }: Building,
  view: Pick<SlantedView, 'toPaper'>,
): Region {
  const onPaper = (z: number): Ring => footprint.map(([x, y]) => view.toPaper([x, y, z]))
  return joined(sweptOver(onPaper(0), onPaper(height_m)))
}

/** Rings whose union is all that a ring covers on its way to where it is moved. */
export function sweptOver(ring: Ring, moved: Ring): Ring[] {
  const sides = ring.map((from, index): Ring => {
    const next = (index + 1) % ring.length
    return [from, ring[next] ?? from, moved[next] ?? from, moved[index] ?? from]
  })
  // A ring that turns the other way would be taken off what others cover.
  return [ring, moved, ...sides].map(counterClockwise)
}
