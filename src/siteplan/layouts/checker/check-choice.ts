// The options of an answer beside each other: as many as were asked for, best first, none like
// another. Whether better ones exist is not checked.
import { areaOf, type Region } from '../../../geometry/plane.ts'
import { intersection, union } from '../../../geometry/region.ts'
import type { BestLayouts } from '../layout.ts'
import type { Findings } from './violation.ts'
import { groundOfAll } from './walls.ts'

/** Ground two options may share: intersection over union. */
const MAX_ALIKE = 0.7

export function checkChoice({ outcome, options, request }: BestLayouts, findings: Findings): void {
  if ((outcome === 'ok') !== options.length > 0) {
    findings.add('options', `outcome ${outcome} with ${options.length} options`)
  }
  if (options.length > request.options) findings.add('options', 'more than were asked for')
  for (const [i, option] of options.entries()) {
    if (option.rank !== i + 1) findings.add('options', `rank ${option.rank} at place ${i + 1}`)
    const next = options[i + 1]
    if (next && !(next.score <= option.score)) findings.add('options', 'not best first')
    for (const other of options.slice(i + 1)) {
      const share = alike(groundOfAll(option.buildings), groundOfAll(other.buildings))
      if (!(share <= MAX_ALIKE)) {
        findings.add('options', `${option.rank} and ${other.rank} are alike: ${share}`)
      }
    }
  }
}

function alike(a: Region, b: Region): number {
  return areaOf(intersection(a, b)) / areaOf(union(a, b))
}
