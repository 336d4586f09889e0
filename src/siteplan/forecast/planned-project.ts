// What the settings make of a programme: the project as planned, its factors in a scenario and the
// draws around it. What works these out (absorption.ts, project.ts, cash-flow.ts, uncertainty.ts)
// knows no settings; in how many phases it is best is best-project.ts's.
import { hashText } from '../../numbers/random.ts'
import { sumOf } from '../../numbers/sum.ts'
import { rubPerM2Of } from '../unit-prices.ts'
import type { Absorption, SaleConditions } from './absorption.ts'
import { AS_PLANNED, type Factors } from './cash-flow.ts'
import type { Scenario } from './forecast.ts'
import type { ForecastInputs } from './forecast-inputs.ts'
import { phasesOf } from './phases.ts'
import type { Programme } from './programme.ts'
import type { Phase, Project } from './project.ts'
import type { ForecastSettings } from './settings.ts'
import type { Simulation } from './uncertainty.ts'

export interface PlannedProject {
  readonly project: Project
  /** All phases sell alike. */
  readonly absorption: Absorption
}

/** The project in so many phases. */
export function projectOf(
  inputs: ForecastInputs,
  programme: Programme,
  phaseCount: number,
): PlannedProject {
  const { prices, settings } = inputs
  const { units } = programme
  const conditions = saleConditions(inputs, programme)
  const { absorption, phases: planned } = phasesOf(units, phaseCount, conditions)
  const phases = planned.map(
    ({ startMonth, counts }): Phase => ({
      startMonth,
      units: units.map(({ type, area_m2 }, at) => ({
        count: counts[at] ?? 0,
        priceRub: Math.round(area_m2 * rubPerM2Of(prices.prices, type)),
        sellOutMonths: absorption.sellOutMonths[type],
      })),
    }),
  )
  const allUnits = phases.flatMap((phase) => phase.units)
  const worthTodayRub = sumOf(allUnits, ({ count, priceRub }) => count * priceRub)
  const constructionRub = Math.round(programme.gfa_m2 * settings.siteplanConstructionRubPerM2)
  const project: Project = {
    phases,
    preparationMonths: settings.siteplanPreparationMonths,
    constructionMonths: conditions.constructionMonths,
    horizonMonths: inputs.horizonMonths,
    stagePriceStep: settings.siteplanStagePriceStep,
    landRub: Math.round(settings.siteplanLandShare * worthTodayRub),
    preparationRub: Math.round(settings.siteplanPreparationShare * constructionRub),
    constructionRub,
    salesCostShare: settings.siteplanSalesCostShare,
    finance: {
      equityShare: settings.siteplanEquityShare,
      coveredRate: settings.siteplanCoveredRate,
      uncoveredRate: settings.siteplanKeyRate + settings.siteplanLoanSpread,
    },
  }
  return { project, absorption }
}

function saleConditions(
  { prices, settings }: ForecastInputs,
  { storeys }: Programme,
): SaleConditions {
  const months =
    settings.siteplanConstructionMonthsBase + settings.siteplanConstructionMonthsPerStorey * storeys
  return {
    constructionMonths: Math.max(1, Math.round(months)),
    turnoverPerYear: prices.localTurnover.perYear,
    soldAtCommissioning: settings.siteplanSoldAtCommissioning,
    paceByType: settings.siteplanPaceByType,
    marketShare: settings.siteplanMarketShare,
  }
}

export function factorsOf(scenario: Scenario, settings: ForecastSettings): Factors {
  if (scenario === 'base') return AS_PLANNED
  const sign = scenario === 'low' ? -1 : 1
  return {
    price: 1 + sign * settings.siteplanScenarioPrice,
    pace: 1 + sign * settings.siteplanScenarioPace,
    cost: 1 - sign * settings.siteplanScenarioCost,
    finance: 1,
  }
}

/** The parcel alone seeds the draws, so all its scenarios and horizons get the same ones. */
export function simulationOf({ parcel, settings }: ForecastInputs, priceFsd: number): Simulation {
  return {
    spread: {
      price: Math.hypot(priceFsd, settings.siteplanPriceDrift),
      pace: settings.siteplanPaceSpread,
      cost: settings.siteplanCostSpread,
    },
    discountRate: settings.siteplanDiscountRate,
    draws: settings.siteplanDraws,
    seed: hashText(parcel.cadastralNumber),
  }
}
