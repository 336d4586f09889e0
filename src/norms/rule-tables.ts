// Whether a table of steps, as people write one, can be looked up in at all: what no schema says.
// The words for a fault are those of whoever is told of it.
import type { Steps } from './rule-look-ups.ts'

/**
 * `steps`: they are out of order, or end before the quantity does, so that part of it has no value.
 * `span`: its least is greater than its most.
 */
type TableFault = 'steps' | 'span'

/** @param value of a rule, by its schema; one that is no table has no faults */
export function tableFaults(value: unknown): readonly TableFault[] {
  if (!Array.isArray(value)) return []
  const steps = value as Steps<unknown>
  return [
    ...(areWhole(steps) ? [] : (['steps'] as const)),
    ...(steps.some(isInvertedSpan) ? (['span'] as const) : []),
  ]
}

/** Whether steps reach everything once: bounds grow, and the last one has none. */
function areWhole(steps: Steps<unknown>): boolean {
  return steps.every(({ up_to }, index) => {
    const before = steps[index - 1]?.up_to ?? -1
    const isLast = index === steps.length - 1
    return up_to === null ? isLast : !isLast && up_to > before
  })
}

function isInvertedSpan({ value }: { readonly value: unknown }): boolean {
  const { least, most } = (value ?? {}) as { least?: number; most?: number }
  return least !== undefined && most !== undefined && least > most
}
