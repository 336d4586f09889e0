// The thread in which intricate parcels are worked out, so that nobody else waits. Which of them
// are intricate is site-constraints.ts's and simpler-shapes.ts's.
import type { Constraint } from '../../norms/constraint-schema.ts'
import type { Rules } from '../../norms/rule-set.ts'
import { createNamedTaskPool } from '../../threads/task-pool.ts'
import type { Parcel } from '../table/parcel.ts'
import type { IndexedShapes } from './simpler-shape.ts'

export interface ConstraintsTask {
  readonly parcel: Pick<Parcel, 'centroid' | 'geometry'>
  readonly rules: Rules
  readonly floorM2PerFlat: number
}

export interface SimplerTask {
  readonly shapes: IndexedShapes
  /** Positions in the index. */
  readonly parcels: readonly number[]
  readonly simplifyM: number
}

/** Each throws TaskRefused if it takes too long, or too many such wait. */
export interface ShapeThread {
  constraints(task: ConstraintsTask): Promise<readonly Constraint[]>
  /** GeoJSON texts in the order of `parcels`. */
  simpler(task: SimplerTask): Promise<readonly string[]>
  close(): Promise<void>
}

/**
 * Most take a second. On a busy machine the first also waits for the thread's code, for seconds:
 * one that is cut off then would begin with that again.
 */
const TIME_LIMIT_MS = 15_000
const MAX_QUEUE = 20
const KEEP_THREAD_S = 60

export function createShapeThread(): ShapeThread {
  const pool = createNamedTaskPool<typeof import('./shape-task.ts')>(
    new URL('./shape-task.ts', import.meta.url),
    {
      threads: 1,
      idleS: KEEP_THREAD_S,
      maxQueue: MAX_QUEUE,
      timeLimitMs: TIME_LIMIT_MS,
    },
  )
  return {
    constraints: (task) => pool.run('constraints', task),
    simpler: (task) => pool.run('simpler', task),
    close: () => pool.close(),
  }
}
