// The independent checker: takes best layouts as the wire has them and works out again, from the
// drawing and the rules in it, all that they claim. Shares nothing with the solver's placing.
import { checkBinding, checkBound } from './checker/check-bound.ts'
import { checkChoice } from './checker/check-choice.ts'
import { checkOption } from './checker/check-option.ts'
import { checkSite } from './checker/check-site.ts'
import { openFindings, type Violation } from './checker/violation.ts'
import type { BestLayouts } from './layout.ts'

export type { Violation } from './checker/violation.ts'

/** Empty where every rule holds in every option and every figure is true. */
export function checkLayouts(layouts: BestLayouts): readonly Violation[] {
  const whole = openFindings()
  checkSite(layouts, whole)
  checkBound(layouts, whole)
  checkChoice(layouts, whole)
  checkBinding(layouts, whole)
  return [
    ...whole.list.map((finding) => ({ option: null, ...finding })),
    ...layouts.options.flatMap((option) =>
      checkOption(layouts, option).map((finding) => ({ option: option.rank, ...finding })),
    ),
  ]
}
