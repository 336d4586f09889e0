// Slabs in parallel rows: whole sections, cut so that their floor area meets what is allowed. Never
// whether the rules hold there (rules/broken-rule.ts).
import { SIZES_M } from '../../../../norms/house-sizes.ts'
import { wholeDown } from '../../../../numbers/rounding.ts'
import { FOR_ROUNDING } from '../tolerances.ts'
import { ALIGNS, type Align, alignedStarts, startIn } from './align.ts'
import { type Mass, type MassingTask, type Sketch, solidMass } from './massing.ts'
import type { RowSetsFor, Stretch } from './rows.ts'

/** Between ends of slabs in one row, m: room for a way and for light. */
const END_GAP_M = 14

const MAX_ROWS = 8

/** Longest slabs tried, m: the fewest houses first. */
const LONGEST = [SIZES_M.slabLengthMost, 90, 60, SIZES_M.section.most]

export function slabMassings(
  rowSetsFor: RowSetsFor,
  { storeys, gapM, targetFootprintM2, leastFootprintM2 }: MassingTask,
): Sketch[] {
  const { slabDepth, section } = SIZES_M
  if (targetFootprintM2 < slabDepth.least * section.least) return []
  const sketches: Sketch[] = []
  for (const depthM of [slabDepth.most, slabDepth.least]) {
    for (const set of rowSetsFor(depthM, section.least, gapM, MAX_ROWS)) {
      // Slabs as long as all that is free would not cover enough.
      if (set.freeM * depthM * FOR_ROUNDING <= leastFootprintM2) continue
      for (const longestM of LONGEST) {
        const stretches = set.partsOf(longestM, END_GAP_M, section.least)
        const cut = cutTo(stretches, longestM, depthM, targetFootprintM2)
        if (!cut) continue
        for (const align of ALIGNS) {
          sketches.push({
            count: stretches.length,
            footprintM2: cut.sumM * cut.depthM,
            layOut: () => slabsOf(cut, align, storeys),
          })
        }
      }
    }
  }
  return sketches
}

/** The longest length of whole sections within `mostM`, or 0. */
export function wholeSections(mostM: number): number {
  const { least, most } = SIZES_M.section
  const cap = Math.min(mostM, SIZES_M.slabLengthMost)
  const count = wholeDown(cap / least)
  return count === 0 ? 0 : Math.min(cap, count * most)
}

interface Cut {
  readonly stretches: readonly Stretch[]
  readonly limitM: number
  readonly depthM: number
  /** All lengths together. */
  readonly sumM: number
}

/** Lengths are tried in steps of this, m; depth makes up for the rest. */
const LIMIT_STEP_M = 0.5

/**
 * One common limit on lengths, as long as the ground allows at the least depth; then as deep as it
 * allows. Longer limits never give shorter slabs, so that the longest is found by halving.
 */
function cutTo(
  stretches: readonly Stretch[],
  longestM: number,
  depthM: number,
  targetFootprintM2: number,
): Cut | null {
  const mostM = targetFootprintM2 / SIZES_M.slabDepth.least
  const lengthsM = stretches.map(({ span: [from, to] }) => wholeSections(to - from))
  const sumAt = (limitM: number) => {
    const cappedM = wholeSections(limitM)
    let sum = 0
    for (const lengthM of lengthsM) sum += Math.min(lengthM, cappedM)
    return sum
  }
  let low = 0
  let high = Math.round((longestM - SIZES_M.section.least) / LIMIT_STEP_M)
  const limitAt = (step: number) => SIZES_M.section.least + step * LIMIT_STEP_M
  if (sumAt(limitAt(low)) > mostM) return null
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sumAt(limitAt(middle)) > mostM) high = middle - 1
    else low = middle
  }
  const sum = sumAt(limitAt(low))
  if (sum === 0) return null
  return {
    stretches,
    limitM: limitAt(low),
    depthM: Math.min(depthM, targetFootprintM2 / sum),
    sumM: sum,
  }
}

function slabsOf({ stretches, limitM, depthM }: Cut, align: Align, storeys: number): Mass[] {
  const used = stretches.flatMap((stretch) => {
    const [from, to] = stretch.span
    const length = wholeSections(Math.min(to - from, limitM))
    return length > 0 ? [{ stretch, length }] : []
  })
  const areAlone = new Set(used.map(({ stretch }) => stretch.row)).size === used.length
  const starts = areAlone
    ? alignedStarts(
        used.map(({ stretch }) => stretch.span),
        used.map(({ length }) => length),
        align,
      )
    : used.map(({ stretch: { span }, length }) => startIn(span, length, align))
  return used.map(({ stretch: { row }, length }, i) => {
    const x0 = starts[i] ?? 0
    return solidMass('slab', { x0, x1: x0 + length, y0: row.y0, y1: row.y0 + depthM }, storeys)
  })
}
