// Draws valid massings, the most promising first, until there are enough options or the budget
// is spent. How one is drawn is draw-option.ts's; which of the options are shown is
// choose-options.ts's.
import type { Region } from '../../../../geometry/plane.ts'
import type { Rules } from '../../../../norms/rule-set.ts'
import type { LayoutOption } from '../../layout.ts'
import { drawBuildings, footprintsOf } from '../drawing/draw-buildings.ts'
import { drawOption } from '../drawing/draw-option.ts'
import type { FramedSite } from '../framed-sites.ts'
import { type Massing, wingsOf } from '../massing/massing.ts'
import type { RuleTally } from '../rules/rule-tally.ts'
import type { SolverInput } from '../solver-input.ts'
import { isLikeAny } from './choose-options.ts'
import { type DrawingBudget, DrawingQueue } from './drawing-queue.ts'
import type { Stratum } from './strata.ts'

/** What a drawing costs beside its wings, in wings. */
const WINGS_PER_DRAWING = 5

interface PromisingTask {
  readonly input: SolverInput
  /** Options drawn at most. */
  readonly enough: number
  /** Is reduced by what the drawings cost. */
  readonly budget: DrawingBudget
  /** Counts the rules that stop a drawing. */
  readonly broken: RuleTally
}

/**
 * The most promising typology is drawn next; of its strata the most promising, or, after a drawing
 * that found no room, the one with the least ground under its houses.
 */
export function drawPromising(
  strata: readonly Stratum[],
  { input, enough, budget, broken }: PromisingTask,
): LayoutOption[] {
  const queues = [...Map.groupBy(strata, ({ typology }) => typology)].map(
    ([typology, own]) => new DrawingQueue(typology, own, budget),
  )
  const options: LayoutOption[] = []
  while (options.length < enough) {
    const open = queues.filter((queue) => queue.isOpen)
    if (open.length === 0) break
    const queue = open.reduce((a, b) => (b.priority > a.priority ? b : a))
    const next = queue.next()
    if (!next) continue
    const { massing, framed } = next
    const key = keyOf(massing, framed)
    if (budget.failed.has(key) || isLikeAny(footprintsUnder(massing, framed, input.rules), options))
      continue
    const drawn = drawOption(massing, { framed, input, misses: budget.misses })
    queue.recordDrawing({
      isDrawn: drawn.kind === 'drawn',
      wings: massing.flatMap(wingsOf).length + WINGS_PER_DRAWING,
      piecesTried: drawn.piecesTried,
    })
    if (drawn.kind === 'drawn') {
      options.push(drawn.option)
    } else {
      budget.failed.add(key)
      broken.count(drawn.rule)
    }
  }
  for (const queue of queues) queue.settle()
  return options
}

/** The same for massings whose buildings stand in the same places, to a centimetre. */
function keyOf(massing: Massing, { frame }: FramedSite): string {
  const places = massing.map(({ outer, wingM, open, storeys }) => [
    ...[outer.x0, outer.y0, outer.x1, outer.y1].map((at) => Math.round(at * 100)),
    wingM,
    open,
    storeys,
  ])
  return JSON.stringify([frame, places])
}

function footprintsUnder(massing: Massing, { frame }: FramedSite, rules: Rules): Region {
  return footprintsOf(drawBuildings(frame, massing, rules.storey_height_m.value))
}
