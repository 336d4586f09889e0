// The tasks of intricate parcels that need a thread: their constraints, and simpler shapes.
import type { ShapeResult, ShapeTask } from './shape-thread.ts'
import { simplerShapeText } from './simpler-shape.ts'
import { constraintsAt } from './site-constraints.ts'

export default function workOut(task: ShapeTask): ShapeResult {
  switch (task.kind) {
    case 'constraints':
      return { kind: 'constraints', constraints: constraintsAt(task.of) }
    case 'simpler': {
      const { shapes, parcels, simplifyM } = task.of
      const texts = parcels.map((parcel) => simplerShapeText(shapes, parcel, simplifyM))
      return { kind: 'simpler', texts }
    }
  }
}
