// Which plans for parking found no room in the drawings of a site so far: those that keep missing
// are tried no more, since each searches the whole site. The least demanding plan is always tried.
import type { ParkingPlan } from './parking-plans.ts'

/** A plan that missed this often, and placed nothing since, is given up. */
const MISSES_TO_GIVE_UP = 3

interface Missed {
  readonly times: number
  /** The least parking that it found no room for, m². */
  readonly leastM2: number
}

/** Of all drawings of one site, whatever they draw. */
export class PlanMisses {
  readonly #missed = new Map<ParkingPlan, Missed>()

  /** For less parking than any that it missed a plan is tried again. */
  isGivenUp(plan: ParkingPlan, parkingM2: number): boolean {
    const { times, leastM2 } = this.#missed.get(plan) ?? NEVER
    return times >= MISSES_TO_GIVE_UP && parkingM2 >= leastM2
  }

  /** How a trial of the plan for so much parking ended. */
  record(plan: ParkingPlan, parkingM2: number, isPlaced: boolean): void {
    if (isPlaced) {
      this.#missed.delete(plan)
      return
    }
    const { times, leastM2 } = this.#missed.get(plan) ?? NEVER
    this.#missed.set(plan, { times: times + 1, leastM2: Math.min(leastM2, parkingM2) })
  }
}

const NEVER: Missed = { times: 0, leastM2: Infinity }
