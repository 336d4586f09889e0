// What a search is given: a site, the rules that hold there, what is asked for, and the most that
// may be built. Shapes only; solve.ts fills them.
import type { Region } from '../../../geometry/plane.ts'
import type { Rules } from '../../../norms/rule-set.ts'
import type { LayoutAssumptions, LayoutsAsked } from '../layout.ts'
import type { SunPosition } from '../sun.ts'

/** What is to be built, and by which rules. */
export interface Asked {
  readonly rules: Rules
  readonly request: LayoutsAsked
}

/** What the rules ask of any massing on a site. */
export interface SiteRules {
  readonly rules: Rules
  readonly siteM2: number
  readonly sunPath: readonly SunPosition[]
  /** Hours of sun without a break that each section needs. */
  readonly demandedSunH: number
}

export interface SolverInput extends SiteRules {
  /** Of the true site. */
  readonly boundary: Region
  readonly ground: DrawnGround
  /** The true site inside the setback. */
  readonly buildable: Region
  readonly request: LayoutsAsked
  readonly assumptions: LayoutAssumptions
  /** The most floor area that the rules allow at any number of storeys. */
  readonly upperBoundM2: number
  /** Storeys at which the upper bound is reached. */
  readonly boundStoreys: number
  /** The most storeys that request and rules allow. */
  readonly highestAllowed: number
  /** Of the sun's path, MM-DD. */
  readonly day: string
  /** Degrees north. */
  readonly latitude: number
}

/** The site with few corners, and the rim of the true site around it. */
export interface DrawnGround {
  readonly region: Region
  /** Between both edges: ways lead on through it. Empty where it is too narrow to matter. */
  readonly rim: Region
  /**
   * How wide the rim is at most, m, except at teeth too narrow to be kept: where these stand close
   * together, ways end in them, and the checker refuses the option.
   */
  readonly rimM: number
}
