// A site in each of the directions that its buildings may follow, with what searches ask of it
// worked out once. What a frame is stands in frame.ts.
import { memoized, once } from '../../../made-once.ts'
import { type Envelope, insetOf } from '../../../norms/envelope.ts'
import type { Typology } from '../../../norms/house-sizes.ts'
import { type Frame, frameAt, mainAxes, regionToFrame } from './frame/frame.ts'
import { type Strips, stripsOf } from './frame/strips.ts'
import { type Cells, cellsOf } from './ground/cells.ts'
import { type RowSetsFor, rowSetsOf } from './massing/rows.ts'
import { type Ray, raysIn } from './rules/insolation.ts'
import type { SiteRules } from './solver-input.ts'
import { withTowerAxis } from './tower-axis.ts'
import { type SiteEdge, siteEdgeOf, withWayOut } from './ways/site-edge.ts'

export interface FramedSite {
  readonly frame: Frame
  readonly site: Strips
  readonly edge: SiteEdge
  readonly cells: () => Cells
  readonly buildable: Strips
  readonly rowSetsFor: RowSetsFor
  /** Where buildings stand at least this far from the edge of the site, m. */
  readonly rowSetsInside: (distanceM: number) => RowSetsFor
  readonly rays: readonly Ray[]
}

/** The solver keeps this much more to the boundary than is demanded, for rounding, m. */
const SETBACK_SPARE_M = 0.01

/** Empty where nothing may stand. */
export function framedSites(
  { ground, buildable }: Envelope,
  typologies: readonly Typology[],
  siteRules: SiteRules,
): FramedSite[] {
  const { rules, sunPath } = siteRules
  const setbackM = rules.setback_m.value
  // No engine reaches a house from which no way leads off the site.
  const reached = { ...ground, region: withWayOut(ground.region) }
  const spared = insetOf(reached, setbackM + SETBACK_SPARE_M)
  if (buildable.length === 0 || spared.length === 0) return []
  const insetBy = memoized((distanceM: number) => insetOf(reached, distanceM))
  return withTowerAxis(mainAxes(ground.region), typologies, siteRules).flatMap((angle) =>
    [angle, angle + Math.PI / 2].map((turn) => {
      const frame = frameAt(turn)
      const strips = stripsOf(regionToFrame(frame, spared))
      const edge = siteEdgeOf(regionToFrame(frame, ground.region))
      const rowSetsFor = rowSetsOf(strips)
      const rowSetsInset = memoized((distanceM: number) =>
        rowSetsOf(stripsOf(regionToFrame(frame, insetBy(distanceM)))),
      )
      return {
        frame,
        site: edge.alongX,
        edge,
        cells: once(() => cellsOf(edge.alongX)),
        buildable: strips,
        rowSetsFor,
        rowSetsInside: (distanceM: number) =>
          distanceM <= setbackM ? rowSetsFor : rowSetsInset(distanceM),
        rays: raysIn(frame, sunPath),
      }
    }),
  )
}
