// Where along their stretches buildings of several rows stand, so that they line up.
import { clamp } from '../../../../numbers/clamp.ts'
import { sumOf } from '../../../../numbers/sum.ts'
import type { Interval } from '../frame/strips.ts'

/** To which end of its stretch a building stands. */
export const ALIGNS = ['start', 'middle', 'end'] as const
export type Align = (typeof ALIGNS)[number]

/** Where a building of `lengthM` starts that stands alone in its stretch. */
export function startIn([from, to]: Interval, lengthM: number, align: Align): number {
  switch (align) {
    case 'start':
      return from
    case 'end':
      return to - lengthM
    case 'middle':
      return (from + to - lengthM) / 2
  }
}

/** Starts that align buildings across rows as far as each stretch allows. */
export function alignedStarts(
  stretches: readonly Interval[],
  lengths: readonly number[],
  align: Align,
): number[] {
  const line = lineAlong(stretches, align)
  return stretches.map(([from, to], i) => {
    const length = lengths[i] ?? 0
    const wanted = line - length * BEFORE_LINE[align]
    return clamp(wanted, from, to - length)
  })
}

/** How much of a building lies before the line that it is aligned to, as a share of its length. */
const BEFORE_LINE: Record<Align, number> = { start: 0, middle: 0.5, end: 1 }

function lineAlong(stretches: readonly Interval[], align: Align): number {
  switch (align) {
    case 'start':
      return Math.max(...stretches.map(([from]) => from))
    case 'end':
      return Math.min(...stretches.map(([, to]) => to))
    case 'middle':
      return sumOf(stretches, ([from, to]) => (from + to) / 2) / stretches.length
  }
}
