// In how many phases a project is built: as many as it is worth most in at a usual price. What a
// number of phases makes of it is planned-project.ts's.
import { AS_PLANNED, commissioningMonth } from './cash-flow.ts'
import { netPresentValue } from './discounting.ts'
import { type ForecastInputs, USUAL_HORIZON_MONTHS } from './forecast-inputs.ts'
import { phaseCounts } from './phases.ts'
import { type PlannedProject, projectOf } from './planned-project.ts'
import type { Programme } from './programme.ts'
import { type Project, runProject } from './project.ts'

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

/** Share of its flats' price that a usual project keeps before interest. Arbitrary. */
export const USUAL_MARGIN = 0.2

/** As much of that price at least pays for the house, whatever land and sales take. */
const LEAST_FOR_HOUSE = 0.05

/**
 * As much of that price at least is the NPV of a usual project where the market takes all its flats
 * at once. One that were worth nothing even there would be cut as small as can be in every market.
 * Arbitrary.
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
