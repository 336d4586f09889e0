// A forecast from a parcel, its limits and today's prices: programme → pace → months → worth →
// how sure. The same inputs give the same forecast. Blocks its thread for tens of milliseconds.
import { round } from '../../numbers/rounding.ts'
import { sumOf } from '../../numbers/sum.ts'
import type { Parcel } from '../../parcels/table/parcel.ts'
import { reportIdOf } from '../report-id.ts'
import { soldBy } from './absorption.ts'
import { forecastAssumptions } from './assumptions.ts'
import { bestProjectOf } from './best-project.ts'
import { commissioningMonth, type Factors } from './cash-flow.ts'
import { internalRate, netPresentValue, paybackMonth } from './discounting.ts'
import type { Forecast, UnitPrice } from './forecast.ts'
import type { ForecastInputs } from './forecast-inputs.ts'
import { factorsOf, simulationOf } from './planned-project.ts'
import type { Programme } from './programme.ts'
import {
  flatsIn,
  type Phase,
  type Project,
  type ProjectRun,
  runProject,
  scheduleOf,
} from './project.ts'
import { sensitivityOf } from './sensitivity.ts'
import { bandByDistance, bandByRatio, drawOutcomes, type Outcomes } from './uncertainty.ts'
import { warningsOf } from './warnings.ts'

/** Changes when the method gives other figures or texts for the same inputs. */
const METHOD_VERSION = 'forecast-19'

const DISCLAIMER =
  'Прогноз построен автоматически по рыночным данным и принятым нормам, до налога на прибыль. ' +
  'Цены в нём растут только по стадиям стройки, а ставки номинальные, поэтому NPV скорее занижена. ' +
  'Он не заменяет градостроительного плана (ГПЗУ), проекта и независимой оценки.'

export function makeForecast(inputs: ForecastInputs): Forecast {
  const { parcel, ruleSet, limits, prices, settings, scenario } = inputs
  const { programme } = limits
  const { project, absorption } = bestProjectOf(inputs, programme)
  const centre = factorsOf(scenario, settings)
  const run = runProject(project, centre)
  const priceFsd = meanFsd(project, prices.prices)
  const simulation = simulationOf(inputs, priceFsd)
  const npvRub = netPresentValue(run.cash, simulation.discountRate)
  const outcomes = drawOutcomes(project, centre, simulation)
  const soldAtCommissioning = soldShareBy(
    project.constructionMonths,
    project.phases.slice(0, run.phasesBegun),
    centre,
  )
  return {
    report_id: idOf(inputs),
    generated_at: `${inputs.valuationDate}T00:00:00.000Z`,
    is_demo: inputs.isDemo,
    scenario,
    horizon_months: inputs.horizonMonths,
    parcel: shownParcel(parcel),
    rule_set: { id: ruleSet.id, title: ruleSet.title },
    constraints: limits.constraints,
    envelope: limits.envelope,
    programme: {
      phases: phasesShown(project, run, programme),
      ...programme,
    },
    price: prices.prices.map((price) => inScenario(price, centre)),
    schedule: scheduleOf(run),
    costs: costsShown(run),
    metrics: {
      ...moneyOf(project, run, npvRub, outcomes),
      sold_at_commissioning: round(soldAtCommissioning, 4),
      draws: simulation.draws,
    },
    sensitivity: sensitivityOf(inputs, project, centre, run),
    comparables: prices.comparables,
    assumptions: forecastAssumptions({
      settings,
      programme,
      project,
      absorption,
      turnoverPerYear: prices.localTurnover.perYear,
      priceFsd,
      spread: simulation.spread,
      seed: simulation.seed,
      centre,
    }),
    warnings: warningsOf({
      ...inputs,
      ...limits,
      project,
      absorption,
      run,
      npvRub,
      priceFactor: centre.price,
      soldAtCommissioning,
    }),
    method: {
      version: METHOD_VERSION,
      model_version: prices.modelVersion,
      data_until: prices.dataUntil,
      disclaimer: DISCLAIMER,
    },
  }
}

function phasesShown(
  { phases }: Project,
  { phasesBegun, unitsBegun }: ProjectRun,
  { gfa_m2, saleable_m2, units_total }: Programme,
): Forecast['programme']['phases'] {
  const counted = (areaM2: number) => round((areaM2 * unitsBegun) / units_total, 1)
  return {
    count: phases.length,
    months_apart: phases[1]?.startMonth ?? 0,
    units_of_first: flatsIn(phases.slice(0, 1)),
    counted: phasesBegun,
    units_counted: unitsBegun,
    gfa_m2_counted: counted(gfa_m2),
    saleable_m2_counted: counted(saleable_m2),
  }
}

function costsShown({ costsRub }: ProjectRun): Forecast['costs'] {
  return {
    land_rub: costsRub.land,
    preparation_rub: costsRub.preparation,
    construction_rub: costsRub.construction,
    sales_rub: costsRub.sales,
    interest_rub: costsRub.interest,
  }
}

/** A price in the scenario: the valuation's, times the scenario's factor. */
function inScenario(valued: UnitPrice, { price }: Factors): UnitPrice {
  const moved = (rub: number) => Math.round(rub * price)
  const { rub_per_m2, low, high } = valued
  return { ...valued, rub_per_m2: moved(rub_per_m2), low: moved(low), high: moved(high) }
}

function shownParcel(parcel: Parcel): Forecast['parcel'] {
  return {
    cadastral_number: parcel.cadastralNumber,
    address: parcel.address,
    area_m2: round(parcel.areaM2, 2),
    centroid: parcel.centroid,
    category: parcel.category,
    permitted_use: parcel.permittedUse,
    cadastral_value_rub: parcel.cadastralValueRub,
  }
}

/** What the project earns, and when. */
function moneyOf(
  project: Project,
  run: ProjectRun,
  npvRub: number,
  outcomes: Outcomes,
): Omit<Forecast['metrics'], 'sold_at_commissioning' | 'draws'> {
  const { revenueRub, costRub, soldOutMonth } = run
  const { preparationMonths, horizonMonths } = project
  // Before a house stands, costs without revenue give neither margin nor return, and what escrow
  // pays out when the accounts are settled is no payback.
  const isUnbuilt = horizonMonths < commissioningMonth(project)
  const irr = isUnbuilt ? null : internalRate(run.cash)
  const hasMargin = revenueRub > 0 && !isUnbuilt
  return {
    revenue_rub: bandByRatio(revenueRub, outcomes.revenue),
    npv_rub: bandByDistance(npvRub, outcomes.npv),
    irr: irr === null ? null : round(irr, 4),
    margin: hasMargin ? round((revenueRub - costRub) / revenueRub, 4) : null,
    sellout_months: soldOutMonth === undefined ? null : soldOutMonth - preparationMonths,
    payback_months: isUnbuilt ? null : paybackMonth(run.cash),
    cost_rub: costRub,
  }
}

/**
 * The mean FSD of the types, by revenue: all flats are in one place, so their errors are taken to
 * be fully correlated.
 */
function meanFsd(project: Project, prices: readonly UnitPrice[]): number {
  let [weighted, weights] = [0, 0]
  for (const { units } of project.phases) {
    for (const [index, { count, priceRub }] of units.entries()) {
      weighted += count * priceRub * (prices[index]?.fsd ?? 0)
      weights += count * priceRub
    }
  }
  return weights === 0 ? 0 : weighted / weights
}

/** Share of a phase's flats sold by a month of its sales; of the phase that sells slowest. */
function soldShareBy(monthOfSales: number, phases: readonly Phase[], { pace }: Factors): number {
  const shares = phases.map((phase) => {
    const sold = sumOf(phase.units, ({ count, sellOutMonths }) =>
      soldBy(monthOfSales, count, sellOutMonths, pace),
    )
    return sold / Math.max(1, flatsIn([phase]))
  })
  return Math.min(...shares)
}

/**
 * The report's id, by all that the figures depend on: not by the time of the parcel's import, nor
 * by `isDemo`, which follows from parcel and prices.
 */
function idOf({ isDemo: _isDemo, ...inputs }: ForecastInputs): string {
  const { updatedAt: _updatedAt, ...parcel } = inputs.parcel
  return reportIdOf(METHOD_VERSION, { ...inputs, parcel })
}
