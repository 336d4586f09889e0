// The tasks of intricate parcels that need a thread: their constraints, and simpler shapes.
import type { SimplerTask } from './shape-thread.ts'
import { simplerShapeText } from './simpler-shape.ts'

export { constraintsAt as constraints } from './site-constraints.ts'

export function simpler({ shapes, parcels, simplifyM }: SimplerTask): readonly string[] {
  return parcels.map((parcel) => simplerShapeText(shapes, parcel, simplifyM))
}
