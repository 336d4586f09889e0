// What the settings make of a programme: the project as planned, its factors in a scenario and the
// draws around it. What works these out (absorption.ts, project.ts, cash-flow.ts, uncertainty.ts)
// knows no settings.
import { hashText } from '../../numbers/random.ts'
import { sumOf } from '../../numbers/sum.ts'
import { rubPerM2Of } from '../unit-prices.ts'
import type { Absorption, SaleConditions } from './absorption.ts'
import { AS_PLANNED, commissioningMonth, type Factors } from './cash-flow.ts'
import { netPresentValue } from './discounting.ts'
import type { Scenario } from './forecast.ts'
import { type ForecastInputs, USUAL_HORIZON_MONTHS } from './forecast-inputs.ts'
import { phaseCounts, phasesOf } from './phases.ts'
import type { Programme } from './programme.ts'
import { type Phase, type Project, runProject } from './project.ts'
import type { ForecastSettings } from './settings.ts'
import type { Simulation } from './uncertainty.ts'

interface PlannedProject {
  readonly project: Project
  /** All phases sell alike. */
  readonly absorption: Absorption
}

/**
 * The project in the number of phases at which it would be worth most at a usual price: one house
 * of all flats sells too slowly where the market is small, and one of few earns less. What the
 * market takes cuts a project, not what it pays: dearer flats in the same market make the same
 * project, which then brings more. Judged as planned within one horizon, so that no other scenario
 * or horizon makes another project either.
 */
export function bestProjectOf(inputs: ForecastInputs, programme: Programme): PlannedProject {
  const judged = atUsualPrice(inputs, programme)
  let best: { count: number; worthRub: number } | undefined
  for (const count of phaseCounts(programme.units)) {
    const { project } = projectOf(judged, programme, count)
    const worthRub = judgedWorth(project, inputs.settings.siteplanDiscountRate)
    if (!best || worthRub > best.worthRub) best = { count, worthRub }
  }
  return projectOf(inputs, programme, best?.count ?? 1)
}

/** What a usual project keeps before interest, of what its flats would sell for today. Arbitrary. */
export const USUAL_MARGIN = 0.2

/** Of each rouble of revenue as much at least pays for the house, whatever land and sales take. */
const LEAST_FOR_HOUSE = 0.05

/**
 * What a usual project is worth at least, of the same, where the market takes all its flats at once.
 * One that were worth nothing even there would be cut as small as can be in every market. Arbitrary.
 */
const USUAL_WORTH = 0.02

/** The price rises in such steps, sevenfold at most, to `USUAL_WORTH`. */
const RISE = 1.05
const MOST_RISES = 40

/**
 * The inputs with one price of all flats, at which they pay for the house and `USUAL_MARGIN`; and
 * more where loans, time and discounting leave less than `USUAL_WORTH` of that.
 */
function atUsualPrice(inputs: ForecastInputs, programme: Programme): ForecastInputs {
  const { siteplanPreparationShare, siteplanLandShare, siteplanSalesCostShare, ...settings } =
    inputs.settings
  const perGfaM2 = settings.siteplanConstructionRubPerM2 * (1 + siteplanPreparationShare)
  const forHouse = 1 - siteplanLandShare - siteplanSalesCostShare - USUAL_MARGIN
  let rubPerM2 =
    (perGfaM2 * programme.gfa_m2) / programme.saleable_m2 / Math.max(LEAST_FOR_HOUSE, forHouse)
  const worthInLargeMarket = () => {
    const inLargeMarket = atPrice(inputs, rubPerM2, Number.POSITIVE_INFINITY)
    const { project } = projectOf(inLargeMarket, programme, 1)
    return judgedWorth(project, settings.siteplanDiscountRate)
  }
  for (let rises = 0; rises < MOST_RISES; rises += 1) {
    if (worthInLargeMarket() >= USUAL_WORTH * programme.saleable_m2 * rubPerM2) break
    rubPerM2 *= RISE
  }
  return atPrice(inputs, rubPerM2)
}

function atPrice(
  { prices, ...inputs }: ForecastInputs,
  rubPerM2: number,
  perYear = prices.localTurnover.perYear,
): ForecastInputs {
  const rounded = prices.prices.map((price) => ({ ...price, rub_per_m2: Math.round(rubPerM2) }))
  const localTurnover = { ...prices.localTurnover, perYear }
  return { ...inputs, prices: { ...prices, prices: rounded, localTurnover } }
}

function judgedWorth(project: Project, discountRate: number): number {
  const horizonMonths = judgedMonths(project)
  return netPresentValue(runProject({ ...project, horizonMonths }, AS_PLANNED).cash, discountRate)
}

/** A year of sales in a finished house belongs to any judgement of it. */
const MONTHS_AFTER_COMMISSIONING = 12

/** The horizon within which the number of phases is judged: the usual one, of most houses. */
export function judgedMonths(
  project: Pick<Project, 'preparationMonths' | 'constructionMonths'>,
): number {
  return Math.max(USUAL_HORIZON_MONTHS, commissioningMonth(project) + MONTHS_AFTER_COMMISSIONING)
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
