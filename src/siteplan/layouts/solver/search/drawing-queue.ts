// Which massing of a typology a search draws next, and when it gives the typology up: a budget of
// drawings, counted so that the answer is the same on any machine. Never draws (draw-promising.ts).
import type { Typology } from '../../../../norms/house-sizes.ts'
import { PlanMisses } from '../ground/plan-misses.ts'
import { VARIETY } from './choose-options.ts'
import type { Stratum, ValidMassing } from './strata.ts'

/**
 * Drawing costs more on large sites, so all searches for one site share a budget, in wings of
 * buildings, for each typology: what one of them fails at takes nothing from the others. Each
 * search may spend a third of the remaining budget, but always draws each typology once.
 */
export interface DrawingBudget {
  readonly size: BudgetSize
  readonly wingsLeft: Map<Typology, number>
  /** Massings that found no room: other aims may lead to them again. */
  readonly failed: Set<string>
  readonly misses: PlanMisses
}

interface BudgetSize {
  /** What the drawings of one typology may cost together, in wings drawn. */
  readonly wings: number
  /** What each piece of parking that a drawing tries costs. */
  readonly wingsPerPiece: number
  /** Drawings without room after which a search gives a typology up. */
  readonly mostFailed: number
  /** Drawings without room after which it gives up one number of storeys of it. */
  readonly mostFailedAlike: number
}

export const DRAWING_BUDGET: BudgetSize = {
  wings: 180,
  wingsPerPiece: 0,
  mostFailed: 10,
  mostFailedAlike: 4,
}

/**
 * For a site of few houses: of all places that a house can have there, the one that leaves parking
 * its ground may be the last. So many drawings are only made where each tries few pieces of
 * parking: dozens of them take a hundredth of a second.
 */
export const SMALL_SITE_BUDGET: BudgetSize = {
  wings: 4000,
  wingsPerPiece: 2,
  mostFailed: 480,
  mostFailedAlike: 160,
}

/** For a search that shows whether one rule limits. */
export const PROOF_BUDGET: BudgetSize = {
  wings: 60,
  wingsPerPiece: 0,
  mostFailed: 3,
  mostFailedAlike: 3,
}

export function openBudget(size: BudgetSize): DrawingBudget {
  return { size, wingsLeft: new Map(), failed: new Set(), misses: new PlanMisses() }
}

/** A search may spend the remaining budget divided by this. */
const BUDGET_PARTS = 3

/** Of the wings of a drawing that succeeds this share counts: few plans for parking were tried. */
const SUCCESS_COSTS = 0.2

/** A typology loses VARIETY for each of its massings drawn, this many times at most. */
const MAX_PENALTIES = 3

interface EndedDrawing {
  readonly isDrawn: boolean
  /** What it cost beside the pieces of parking that it tried. */
  readonly wings: number
  readonly piecesTried: number
}

/** What a queue asks of a stratum. */
type Massings = Pick<Stratum, 'footprintM2' | 'priority' | 'next'>

/**
 * The massings of one typology in the order in which a search draws them. After a drawing that
 * found no room the stratum of the least footprint is next: it leaves the most for
 * the same floor area.
 */
export class DrawingQueue {
  readonly #budget: DrawingBudget
  readonly #typology: Typology
  readonly #wingsLeft: number
  #strata: readonly Massings[]
  #failedIn = new Map<Massings, number>()
  #current: Massings | undefined
  #lastFailed = false
  #drawings = 0
  #failed = 0
  #spent = 0

  constructor(typology: Typology, strata: readonly Massings[], budget: DrawingBudget) {
    this.#typology = typology
    this.#strata = strata
    this.#budget = budget
    this.#wingsLeft = budget.wingsLeft.get(typology) ?? budget.size.wings
  }

  get isOpen(): boolean {
    if (this.#strata.length === 0 || this.#failed >= this.#budget.size.mostFailed) return false
    return this.#drawings === 0 || this.#spent < this.#wingsLeft / BUDGET_PARTS
  }

  get priority(): number {
    const most = Math.max(...this.#strata.map(({ priority }) => priority))
    return most - VARIETY * Math.min(MAX_PENALTIES, this.#drawings)
  }

  next(): ValidMassing | undefined {
    const stratum = this.#strata.reduce((a, b) => {
      if (this.#lastFailed) return b.footprintM2 < a.footprintM2 ? b : a
      return b.priority > a.priority ? b : a
    })
    const massing = stratum.next()
    this.#current = stratum
    if (!massing) this.#close(stratum)
    return massing
  }

  /** How the drawing of the last massing ended. */
  recordDrawing({ isDrawn, wings, piecesTried }: EndedDrawing): void {
    this.#drawings += 1
    this.#lastFailed = !isDrawn
    this.#spent += isDrawn ? wings * SUCCESS_COSTS : wings
    this.#spent += piecesTried * this.#budget.size.wingsPerPiece
    if (isDrawn || !this.#current) return
    this.#failed += 1
    const alike = (this.#failedIn.get(this.#current) ?? 0) + 1
    this.#failedIn.set(this.#current, alike)
    if (alike >= this.#budget.size.mostFailedAlike) this.#close(this.#current)
  }

  /** Takes what was spent from the budget. */
  settle(): void {
    this.#budget.wingsLeft.set(this.#typology, Math.max(0, this.#wingsLeft - this.#spent))
  }

  #close(stratum: Massings): void {
    this.#strata = this.#strata.filter((each) => each !== stratum)
  }
}
