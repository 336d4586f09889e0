// The ground between buildings as the wire has it: ways, drives, parking and playgrounds on the
// plane. Never where they lie (ways/lane-network.ts, ground/outdoor-areas.ts).
import { distanceBetween } from '../../../../geometry/distance.ts'
import { type Region, signedArea } from '../../../../geometry/plane.ts'
import { difference, grow, intersection, joined, union } from '../../../../geometry/region.ts'
import type { LayoutOption } from '../../layout.ts'
import { type Frame, toPlane } from '../frame/frame.ts'
import { type Rect, rectRing } from '../frame/rect.ts'
import type { OutdoorAreas } from '../ground/outdoor-areas.ts'
import type { DrawnGround } from '../solver-input.ts'

export type UsedGround = Pick<LayoutOption, 'fire_lanes' | 'drives' | 'parking' | 'playgrounds'>

/** What takes the ground; ways and areas still lie in the frame. */
interface Uses {
  readonly footprints: Region
  readonly ways: readonly Rect[]
  readonly areas: OutdoorAreas
}

/** The ground between the buildings, each use on what those before it leave. */
export function drawGround(
  frame: Frame,
  { footprints, ways, areas }: Uses,
  ground: DrawnGround,
): UsedGround {
  const parking = regionOnPlane(frame, areas.parking)
  // After rounding to millimetres, ways and parking overlap by up to a square metre along hundreds
  // of metres.
  const fireLanes = difference(
    continuedToEdge(regionOnPlane(frame, ways), ground),
    union(parking, footprints),
  )
  const drives = difference(
    continuedToEdge(regionOnPlane(frame, areas.drives), ground),
    union(union(fireLanes, parking), footprints),
  )
  return {
    fire_lanes: fireLanes,
    drives,
    parking,
    playgrounds: regionOnPlane(frame, areas.playgrounds),
  }
}

/** Joined before they are turned: turned and rounded edges no longer meet to the millimetre. */
function regionOnPlane(frame: Frame, rects: readonly Rect[]): Region {
  // All rings turn the same way, so overlaps join and do not cancel out.
  return joined(rects.map(rectRing)).map((ring) => ring.map((point) => toPlane(frame, point)))
}

/** A way that leads over the ground's edge ends at most this far from it, m. */
const TOUCHING_M = 0.07

/** Ways inside the ground, continued through its rim to the true edge of the site. */
function continuedToEdge(ways: Region, { region, rim, rimM }: DrawnGround): Region {
  const inside = intersection(ways, region)
  if (rim.length === 0) return inside
  // Parts of the rim beside a way that ends before them do not belong to it.
  const beyond = intersection(grow(ways, rimM), rim)
  const stray = beyond.filter(
    (ring) => signedArea(ring) > 0 && distanceBetween([ring], inside) > TOUCHING_M,
  )
  return union(inside, difference(beyond, stray))
}
