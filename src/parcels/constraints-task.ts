// The task of working out an intricate parcel's constraints.
import type { Constraint } from '../siteplan/forecast.ts'
import { type ConstraintsTask, constraintsAt } from './site-constraints.ts'

export default function constraints(task: ConstraintsTask): readonly Constraint[] {
  return constraintsAt(task)
}
