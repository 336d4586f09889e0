// What the rules ask of any massing on a site. Whether one holds to them is assess.ts's.
import type { Rules } from '../../../../norms/rule-set.ts'
import type { SunPosition } from '../../sun.ts'

export interface SiteRules {
  readonly rules: Rules
  readonly siteM2: number
  readonly sunPath: readonly SunPosition[]
  readonly enoughSunH: number
}
