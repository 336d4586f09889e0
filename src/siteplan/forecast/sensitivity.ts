// How much one input matters: the project's worth with that input a tenth lower and a tenth higher.
import type { Factors } from './cash-flow.ts'
import { netPresentValue } from './discounting.ts'
import type { Sensitivity } from './forecast.ts'
import type { ForecastInputs } from './forecast-inputs.ts'
import { projectOf } from './planned-project.ts'
import { programmeOf } from './programme.ts'
import { type Project, type ProjectRun, runProject } from './project.ts'

const SENSITIVITY_CHANGE = 0.1

/** The highest saleable share that sensitivity assumes. */
const MAX_SALEABLE_SHARE = 0.95

/**
 * The widest swing first. Each range includes the plan: with few flats, all whole, a change either
 * way may come out a little worse.
 * @param planned the project's run around which the inputs change
 */
export function sensitivityOf(
  inputs: ForecastInputs,
  project: Project,
  centre: Factors,
  planned: ProjectRun,
): Sensitivity[] {
  const { limits, settings, ruleSet } = inputs
  const worthOf = (ofCash: ProjectRun['cash']) =>
    Math.round(netPresentValue(ofCash, settings.siteplanDiscountRate))
  const plannedRub = worthOf(planned.cash)
  const changed = (name: keyof Factors, factor: number) =>
    worthOf(runProject(project, { ...centre, [name]: centre[name] * factor }).cash)
  const withSaleableShare = (factor: number) => {
    const programme = programmeOf(
      { storeys: limits.programme.storeys, maxGfaM2: limits.programme.gfa_m2 },
      {
        saleableShare: Math.min(MAX_SALEABLE_SHARE, settings.siteplanSaleableShare * factor),
        unitMix: settings.siteplanUnitMix,
        parkingPerUnit: ruleSet.rules.parking_per_unit.value,
      },
    )
    // Neither the price of the land nor the phases that are built change with the input.
    const other = projectOf(inputs, programme, project.phases.length).project
    return worthOf(
      runProject({ ...other, landRub: project.landRub }, centre, planned.phasesBegun).cash,
    )
  }
  const [less, more] = [1 - SENSITIVITY_CHANGE, 1 + SENSITIVITY_CHANGE]
  const pairs: readonly (readonly [Sensitivity['input'], number, number])[] = [
    ['price', changed('price', less), changed('price', more)],
    ['pace', changed('pace', less), changed('pace', more)],
    ['cost', changed('cost', less), changed('cost', more)],
    ['finance', changed('finance', less), changed('finance', more)],
    ['saleable_share', withSaleableShare(less), withSaleableShare(more)],
  ]
  return pairs
    .map(([input, a, b]) => ({
      input,
      change: SENSITIVITY_CHANGE,
      npv_low_rub: Math.min(a, b, plannedRub),
      npv_high_rub: Math.max(a, b, plannedRub),
    }))
    .toSorted((a, b) => b.npv_high_rub - b.npv_low_rub - (a.npv_high_rub - a.npv_low_rub))
}
