// One option against the rules and against itself. Works from the drawing alone: each part says
// what it found, and the option's table of checks is held against that.
import type { BestLayouts, LayoutOption } from '../layout.ts'
import { checkBuildings } from './check-buildings.ts'
import { checkDrives } from './check-drives.ts'
import { checkFlats } from './check-flats.ts'
import { checkGround } from './check-ground.ts'
import { checkMoney } from './check-money.ts'
import { checkScore } from './check-score.ts'
import { checkSun } from './check-sun.ts'
import { checkTable, type Truth } from './check-table.ts'
import { checkGreen, checkUses } from './check-uses.ts'
import { type Finding, openFindings } from './violation.ts'

export function checkOption(layouts: BestLayouts, option: LayoutOption): readonly Finding[] {
  const findings = openFindings()
  if (option.buildings.length === 0) {
    findings.add('building', 'an option without a building')
    return findings.list
  }
  const bulk = checkBuildings(layouts, option, findings)
  const ground = checkGround(layouts, option, findings)
  const sun = checkSun(layouts, option, findings)
  const { usedM2 } = checkUses(layouts, option, findings)
  const { units, ...needs } = checkFlats(layouts, option, findings)
  const green = checkGreen(layouts, option, usedM2, findings)
  checkMoney(layouts, option, units, findings)
  const truth: Truth = { ...bulk, ...ground, ...sun, ...needs, ...green }
  const lanes = ground.lanes.flatMap(({ found }) => found ?? [])
  checkDrives(layouts, option, lanes, findings)
  checkScore(layouts, option, truth.sunH, findings)
  checkTable(layouts, option, truth, findings)
  return findings.list
}
