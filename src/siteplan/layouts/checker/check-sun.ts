// Hours of sun that an option claims, and the facades that it names, against the checker's own rays
// (sunlight.ts): every section is named, and gets what is demanded.
import { pointDistance } from '../../../geometry/plane.ts'
import { requiredHours, stepAt } from '../../../norms/rule-look-ups.ts'
import { clamp } from '../../../numbers/clamp.ts'
import type { BestLayouts, LayoutOption } from '../layout.ts'
import type { Truth } from './check-table.ts'
import { sunlightOf } from './sunlight.ts'
import { LATITUDE_SLACK_DEG, SUN_DEMANDED_SLACK_H, SUN_SLACK_H } from './tolerances.ts'
import type { Findings } from './violation.ts'

/** A facade point that the option lists is the one looked for within this distance, m. */
const SAME_PLACE_M = 0.5

/** What the option says of the sun, and the hours demanded, against the checker's own rays. */
export function checkSun(
  { rule_set: { rules }, site }: BestLayouts,
  { buildings, checks, insolation }: LayoutOption,
  findings: Findings,
): Pick<Truth, 'sunH' | 'demandedH'> {
  const latitude = site.origin[1]
  const day = stepAt(rules.insolation_day.value, latitude)
  const demandedH = requiredHours(rules, latitude)
  if (insolation.day !== day) findings.add('insolation', `the day is ${insolation.day}, not ${day}`)
  findings.same('insolation', 'latitude', insolation.latitude, latitude, LATITUDE_SLACK_DEG)
  const light = sunlightOf(buildings, latitude, day)
  for (const { building, facades } of light.sections) {
    for (const at of facades) {
      const isListed = insolation.points.some(
        ({ building: name, point }) => name === building && pointDistance(point, at) < SAME_PLACE_M,
      )
      if (!isListed)
        findings.add('insolation', `${building}: nothing is said of the facade at ${at}`)
    }
  }
  for (const { building, hours } of light.sections) {
    if (!(hours >= demandedH - SUN_DEMANDED_SLACK_H)) {
      findings.add(
        'insolation_h',
        `${building}: a section with ${hours} h, ${demandedH} h demanded`,
      )
    }
  }
  for (const { building, point, hours } of insolation.points) {
    const found = light.hoursAt(building, point)
    if (found === null) findings.add('insolation', `${building}: a point on none of its walls`)
    else {
      const nearest = clamp(hours, found.least, found.most)
      findings.same('insolation', `${building}: hours at ${point}`, hours, nearest, SUN_SLACK_H)
    }
  }
  const claimedH = checks.find(({ rule }) => rule === 'insolation_h')?.actual ?? Infinity
  const leastH = Math.min(...light.sections.map(({ least }) => least))
  const mostH = Math.min(...light.sections.map(({ most }) => most))
  return { sunH: clamp(claimedH, leastH, mostH), demandedH }
}
