// The task of working out an intricate parcel's constraints.
import type { Constraint } from '../norms/constraints.ts'
import { type ConstraintsTask, constraintsAt } from './site-constraints.ts'

export default function constraints(task: ConstraintsTask): readonly Constraint[] {
  return constraintsAt(task)
}
