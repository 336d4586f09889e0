// Perimeter blocks in rows: closed round a court, or open to one side. Never whether the rules hold
// there (assess.ts).
import { SIZES } from '../../../norms/house-sizes.ts'
import type { Interval } from './frame.ts'
import { type Mass, type Side, type Sketch, sketchOf } from './massing.ts'
import type { RowSets } from './rows.ts'

/** Outer depths of blocks tried, m. */
const DEPTHS = [44, 52, 60, 70, 80, 95]
const WINGS = [SIZES.wing.usual, SIZES.wing.least, SIZES.wing.most]
const OPENINGS: readonly (Side | null)[] = ['s', 'n', null, 'e', 'w']
const MAX_ROWS = 4

/** Parameters as in `slabMassings`. */
export function* blockMassings(
  rowsAt: RowSets,
  storeys: number,
  gapM: number,
  targetM2: number,
): Generator<Sketch> {
  for (const depthM of DEPTHS) {
    for (const rows of rowsAt(depthM, SIZES.courtLeast + 2 * SIZES.wing.least, gapM, MAX_ROWS)) {
      const spans = rows.flatMap((row) =>
        row.free.flatMap((span) => split(span, gapM).map((part) => ({ row, span: part }))),
      )
      if (spans.length === 0) continue
      for (const wingM of WINGS) {
        for (const open of OPENINGS) {
          for (const count of new Set([spans.length, rows.length, 1])) {
            const block = { depthM, wingM, open, storeys }
            const buildings = blocks(spans.slice(0, count), block, targetM2)
            if (buildings) yield sketchOf('perimeter', buildings)
          }
        }
      }
    }
  }
}

function split([from, to]: Interval, gapM: number): Interval[] {
  const most = SIZES.blockSideMost
  const count = Math.ceil((to - from + gapM) / (most + gapM))
  const length = (to - from - (count - 1) * gapM) / count
  return Array.from({ length: count }, (_, i) => {
    const start = from + i * (length + gapM)
    return [start, start + length] as const
  })
}

/** What all blocks of one massing have in common. */
interface Block {
  readonly depthM: number
  readonly wingM: number
  readonly open: Side | null
  readonly storeys: number
}

/** One in the middle of each stretch; null where one of them has no room. */
function blocks(
  spans: readonly { readonly row: { readonly y0: number }; readonly span: Interval }[],
  block: Block,
  targetM2: number,
): Mass[] | null {
  const { depthM, wingM, open, storeys } = block
  const widthM = widthFor(targetM2 / spans.length, block)
  const courtX = widthM - (open === 'e' || open === 'w' ? 1 : 2) * wingM
  const courtY = depthM - (open === 'n' || open === 's' ? 1 : 2) * wingM
  if (Math.min(courtX, courtY) < SIZES.courtLeast || widthM > SIZES.blockSideMost) return null
  if (spans.some(({ span: [from, to] }) => to - from < widthM)) return null
  return spans.map(({ row, span: [from, to] }) => {
    const x0 = (from + to - widthM) / 2
    return {
      typology: 'perimeter' as const,
      outer: { x0, x1: x0 + widthM, y0: row.y0, y1: row.y0 + depthM },
      wingM,
      open,
      storeys,
    }
  })
}

/** The width at which the wings cover the ground asked for. */
function widthFor(areaM2: number, { depthM, wingM, open }: Block): number {
  if (open === null) return areaM2 / (2 * wingM) + 2 * wingM - depthM
  if (open === 'n' || open === 's') return areaM2 / wingM - 2 * (depthM - wingM)
  return (areaM2 / wingM - depthM) / 2 + wingM
}
