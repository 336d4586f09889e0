// What a building seen at a slant covers of the paper. Never which building is in front.
import { counterClockwise, type Region, type Ring } from '../../../geometry/plane.ts'
import { union } from '../../../geometry/region.ts'
import type { Building } from '../../../siteplan/layouts/layout.ts'
import type { SlantedView } from './slanted-view.ts'

/** Its roof, its walls and what it stands on; a court counts as covered. */
export function silhouetteOf(
  { footprint, height_m }: Building,
  view: Pick<SlantedView, 'toPaper'>,
): Region {
  const [ground, roof] = [0, height_m].map(
    (z): Ring => footprint.map(([x, y]) => view.toPaper([x, y, z])),
  )
  if (!ground || !roof) return []
  const walls = ground.map((from, index): Ring => {
    const next = (index + 1) % ground.length
    return [from, ground[next] ?? from, roof[next] ?? from, roof[index] ?? from]
  })
  // A ring that turns the other way would be taken off what others cover.
  return union([ground, roof, ...walls].map(counterClockwise), [])
}
