// The norms of a parcel with the one that binds. Simple shapes are worked out at once, intricate
// ones in a thread, so that nobody else waits.
import { cornerCount } from '../../geometry/plane.ts'
import { type Constraint, constraintsOf } from '../../norms/constraints.ts'
import { plannedEnvelopeOf } from '../../norms/planned-envelope.ts'
import { polygonsOf, siteOf } from '../table/parcel-place.ts'
import type { ConstraintsTask, ShapeThread } from './shape-thread.ts'

type ConstraintsQuestion = Omit<ConstraintsTask, 'floorM2PerFlat'>

export interface SiteConstraints {
  /** @throws TaskRefused if the shape is so intricate that it takes too long, or many such wait */
  of(question: ConstraintsQuestion): Promise<readonly Constraint[]>
}

/** Up to this many corners it takes about a millisecond. */
const MAX_AT_ONCE = 200

/** @param floorM2PerFlat as in forecasts, so that both show norms at the same storeys */
export function createSiteConstraints(
  floorM2PerFlat: number,
  thread: Pick<ShapeThread, 'constraints'>,
): SiteConstraints {
  return {
    async of(question) {
      const task = { ...question, floorM2PerFlat }
      const corners = cornerCount(polygonsOf(task.parcel.geometry).flat())
      return corners <= MAX_AT_ONCE ? constraintsAt(task) : thread.constraints(task)
    },
  }
}

export function constraintsAt({
  parcel,
  rules,
  floorM2PerFlat,
}: ConstraintsTask): readonly Constraint[] {
  const envelope = plannedEnvelopeOf(siteOf(parcel).boundary, rules, floorM2PerFlat)
  return constraintsOf(rules, envelope, parcel.centroid[1])
}
