// The thread in which intricate parcels are worked out, so that nobody else waits. Which of them
// are intricate is site-constraints.ts's and simpler-shapes.ts's.
import type { Constraint } from '../../norms/constraints.ts'
import type { Rules } from '../../norms/rule-set.ts'
import { createTaskPool } from '../../threads/task-pool.ts'
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

export type ShapeTask =
  | { readonly kind: 'constraints'; readonly of: ConstraintsTask }
  | { readonly kind: 'simpler'; readonly of: SimplerTask }

export type ShapeResult =
  | { readonly kind: 'constraints'; readonly constraints: readonly Constraint[] }
  | { readonly kind: 'simpler'; readonly texts: readonly string[] }

/** Each throws TaskRefused if it takes too long, or too many such wait. */
export interface ShapeThread {
  constraints(task: ConstraintsTask): Promise<readonly Constraint[]>
  /** GeoJSON texts in the order of `parcels`. */
  simpler(task: SimplerTask): Promise<readonly string[]>
  close(): Promise<void>
}

const TIME_LIMIT_MS = 5_000
const MAX_QUEUE = 20
const KEEP_THREAD_S = 60

export function createShapeThread(): ShapeThread {
  const pool = createTaskPool<ShapeTask, ShapeResult>(new URL('./shape-task.ts', import.meta.url), {
    threads: 1,
    idleS: KEEP_THREAD_S,
    maxQueue: MAX_QUEUE,
    timeLimitMs: TIME_LIMIT_MS,
  })
  return {
    async constraints(task) {
      const result = await pool.run({ kind: 'constraints', of: task })
      if (result.kind !== 'constraints') throw unexpected(result)
      return result.constraints
    },
    async simpler(task) {
      const result = await pool.run({ kind: 'simpler', of: task })
      if (result.kind !== 'simpler') throw unexpected(result)
      return result.texts
    },
    close: () => pool.close(),
  }
}

function unexpected({ kind }: ShapeResult): TypeError {
  return new TypeError(`the thread of shapes gave ${kind}, which was not asked for`)
}
