// Draws massings that hold, the most promising first, until there are enough options or the budget
// is spent. How one is drawn is draw-option.ts's; which of the options are shown is
// choose-options.ts's.
import type { Region } from '../../../geometry/plane.ts'
import type { Typology } from '../../../norms/house-sizes.ts'
import type { LayoutOption } from '../layout.ts'
import { isLikeAny, VARIETY } from './choose-options.ts'
import { type DrawingInput, drawOption } from './draw-option.ts'
import { rectRing, toPlane } from './frame.ts'
import type { FramedSite } from './framed-sites.ts'
import { courtOf, type Massing, outlineOf, wingsOf } from './massing.ts'
import type { RuleTally } from './rule-tally.ts'

/** A massing that breaks no rule of where buildings stand. */
export interface HoldingMassing {
  readonly massing: Massing
  readonly framed: FramedSite
  /** Higher is drawn earlier; about 1 at the upper bound. */
  readonly promise: number
}

/**
 * Drawing costs more on large sites, so all searches for one site share a budget, in wings of
 * buildings. Each search may spend a third of the remaining budget, but always draws once.
 */
export interface DrawingBudget {
  wingsLeft: number
  /** A search gives up after so many drawings without room. */
  readonly mostFailed: number
  /** Massings that found no room: aims that differ lead to them again. */
  readonly failed: Set<string>
}

export type BudgetSize = Pick<DrawingBudget, 'wingsLeft' | 'mostFailed'>

export const DRAWING_BUDGET: BudgetSize = { wingsLeft: 280, mostFailed: 20 }

/** For a site of few houses: it takes more searches, and few places are the right ones. */
export const SMALL_SITE_BUDGET: BudgetSize = { wingsLeft: 1200, mostFailed: 20 }

/** For a search that shows whether one rule limits. */
export const PROOF_BUDGET: BudgetSize = { wingsLeft: 60, mostFailed: 5 }

export function openBudget(size: BudgetSize): DrawingBudget {
  return { ...size, failed: new Set() }
}

/** A search may spend the remaining budget divided by this. */
const BUDGET_PARTS = 3

/** What a drawing costs beside its wings, in wings. */
const WINGS_PER_DRAWING = 5

/** A drawing that succeeds costs this share: its first plan for parking had room. */
const SUCCESS_COSTS = 0.2

/** Options drawn for each one asked for, so that the score has a choice. */
const DRAWN_AN_OPTION = 2

/**
 * @param budget is reduced by what the drawings cost
 * @param broken counts the rules that stop a drawing
 */
export function drawPromising(
  holding: readonly HoldingMassing[],
  drawing: DrawingInput,
  budget: DrawingBudget,
  broken: RuleTally,
): LayoutOption[] {
  const allowed = budget.wingsLeft / BUDGET_PARTS
  const options: LayoutOption[] = []
  let failed = 0
  let spent = 0
  for (const { massing, framed } of inDrawingOrder(holding)) {
    const isEnough = options.length >= DRAWN_AN_OPTION * drawing.request.options
    if (failed >= budget.mostFailed || isEnough) break
    const key = keyOf(massing, framed)
    if (budget.failed.has(key)) continue
    if (isLikeAny(groundUnder(massing, framed), options)) continue
    const isFirst = failed + options.length === 0
    if (!isFirst && spent >= allowed) break
    const drawn = drawOption(massing, framed, drawing)
    const wings = massing.buildings.flatMap(wingsOf).length + WINGS_PER_DRAWING
    if (drawn.kind === 'drawn') {
      options.push(drawn.option)
      spent += wings * SUCCESS_COSTS
    } else {
      failed += 1
      budget.failed.add(key)
      broken.count(drawn.rule)
      spent += wings
    }
  }
  budget.wingsLeft -= Math.min(spent, budget.wingsLeft)
  return options
}

/** The same for massings whose buildings stand in the same places, to a centimetre. */
function keyOf({ buildings }: Massing, { frame }: FramedSite): string {
  const places = buildings.map(({ outer, wingM, open, storeys }) => [
    ...[outer.x0, outer.y0, outer.x1, outer.y1].map((at) => Math.round(at * 100)),
    wingM,
    open,
    storeys,
  ])
  return JSON.stringify([frame, places])
}

/** A massing loses VARIETY this many times at most. */
const MAX_PENALTIES = 3

/** Sorted by promise; later massings of one typology lose VARIETY each. */
function inDrawingOrder(holding: readonly HoldingMassing[]): HoldingMassing[] {
  const seen = new Map<Typology, number>()
  return [...holding]
    .sort((a, b) => b.promise - a.promise)
    .map((each) => {
      const { typology } = each.massing
      const before = seen.get(typology) ?? 0
      seen.set(typology, before + 1)
      return { ...each, promise: each.promise - VARIETY * Math.min(MAX_PENALTIES, before) }
    })
    .sort((a, b) => b.promise - a.promise)
}

function groundUnder(massing: Massing, { frame }: FramedSite): Region {
  return massing.buildings.flatMap((mass) => {
    const court = mass.open === null ? courtOf(mass) : null
    const rings = [outlineOf(mass), ...(court ? [[...rectRing(court)].reverse()] : [])]
    return rings.map((ring) => ring.map((point) => toPlane(frame, point)))
  })
}
