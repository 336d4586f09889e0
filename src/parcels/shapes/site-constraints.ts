// The norms of a parcel with the one that binds. Simple shapes are worked out at once, intricate
// ones in a thread, so that nobody else waits.
import { cornerCount } from '../../geometry/plane.ts'
import type { Constraint } from '../../norms/constraint-schema.ts'
import { constraintsOf } from '../../norms/constraints.ts'
import { plannedEnvelopeOf } from '../../norms/planned-envelope.ts'
import { polygonsOf, siteOf } from '../table/parcel-place.ts'
import type { ConstraintsTask, ShapeThread } from './shape-thread.ts'

type ConstraintsQuestion = Omit<ConstraintsTask, 'floorM2PerFlat'>

export interface SiteConstraints {
  /** @throws TaskRefused if the shape is so intricate that it takes too long, or many such wait */
  of(question: ConstraintsQuestion): Promise<readonly Constraint[]>
}

/**
 * Points of the rings, the closing ones included. Up to twelve corners it takes a millisecond or a
 * few, whatever the outline; a star or a comb of twenty takes ten times as long.
 */
const MAX_AT_ONCE = 13

/** @param floorM2PerFlat as in forecasts, so that both show norms at the same storeys */
export function createSiteConstraints(
  floorM2PerFlat: number,
  thread: Pick<ShapeThread, 'constraints'>,
): SiteConstraints {
  return {
    async of(question) {
      const task = { ...question, floorM2PerFlat }
      const points = cornerCount(polygonsOf(task.parcel.geometry).flat())
      return points <= MAX_AT_ONCE ? constraintsAt(task) : thread.constraints(task)
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
