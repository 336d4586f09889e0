// Keeps labels off the outlines that a drawing has.
import type { Point } from '../../drawing.ts'
import type { LabelSpace } from '../label-space.ts'
import { sidesOf } from './ring-sides.ts'

/** @param rings on paper, mm */
export function blockRings(
  rings: readonly (readonly Point[])[],
  strokeMm: number,
  space: LabelSpace,
): void {
  for (const { from, to } of rings.flatMap(sidesOf)) space.blockStroke(from, to, strokeMm)
}
