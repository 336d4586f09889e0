// The error to expect of an estimate, from the shape of its evidence, as trials have shown it.
// Never here: how often an error exceeds it (interval.ts).
import { clamp } from '../../numbers/clamp.ts'
import { median } from '../../numbers/order-statistics.ts'
import { solveSpd } from '../attributes/solve-spd.ts'

/** What a value's neighbourhood says of its error. */
export interface NeighbourShape {
  /** Spread of the neighbours around the local fit, ln. */
  readonly spread: number
  readonly nEffective: number
  /** Distance to the tenth neighbour in units of similarity. */
  readonly tenthDistance: number
  /** Sum of kernel weights. */
  readonly mass: number
  /** Whether the market knows the subject's building. */
  readonly known: boolean
  /** Whether the subject is a new build: a developer's list prices its flats alike. */
  readonly isNew: boolean
  readonly lnArea: number
  /** The estimated level less the hedonic prediction, ln. */
  readonly excess: number
  /** The estimated level of the price per m², ln roubles, without the index. */
  readonly lnPerM2: number
  /** Standard deviation that attributes add which nobody states of the flat, ln. */
  readonly unstatedSd: number
  /**
   * Standard deviation of what the trees of all folds say of the flat, ln; NaN where only one
   * fold's may be asked. In an unknown building too: no trial there has trees of several folds.
   */
  readonly treesApart: number
  /** Code of the city, NaN for an unknown one. Not a regressor: see city-scales.ts. */
  readonly city: number
}

/** The shape of an estimate's evidence: all that its interval depends on. */
export interface EvidenceShape extends NeighbourShape {
  /** Whether hardly any comparable fits: the neighbours are of another kind than the flat. */
  readonly fitsFew: boolean
}

/**
 * A trial of the whole method: the shape of its evidence, and its error (ln estimate − ln price).
 */
export interface TrialError {
  readonly shape: EvidenceShape
  readonly error: number
  /** A number of its building. Errors within a building are correlated. */
  readonly building: number
}

/** What trials have taught of errors. */
export interface Expectation {
  /** One for each regressor. */
  readonly coefficients: Float64Array
  readonly tried: Tried
  readonly usual: Usual
}

/** The least and the most that trials had of each regressor. */
interface Tried {
  readonly least: Float64Array
  readonly most: Float64Array
}

/** What is usual of the trials that an expectation was fitted to. */
interface Usual {
  /** Median `lnPerM2` by code of the city, where there are enough of its trials. */
  readonly lnPerM2: ReadonlyMap<number, number>
  /** Median `treesApart`; NaN where no trial has one. */
  readonly treesApart: number
}

/** Added to each |error|, ln: how much smaller than this an error is does not matter. */
const FLOOR_ERROR = 0.003
/** Weight of an effect of 0, in trials. */
const RIDGE = 5
/** How many regressors there are. */
const SIZE = 15

/**
 * Added before a logarithm, so that the nearly perfect evidence of twin adverts, with no spread and
 * at no distance, counts as very good and not as infinitely so: a per cent of spread, a fifth of a
 * scale, a twentieth of a flat alike in all, half a per cent between the trees.
 */
const SPREAD_OF_TWINS = 0.01
const DISTANCE_OF_TWINS = 0.2
const LEAST_MASS = 0.05
const APART_OF_TWINS = 0.005
/**
 * m², of a usual flat. Areas count from it: few trials then tell their effect from the square's.
 */
const USUAL_AREA_M2 = 55
/**
 * ln: beyond a factor of e, a larger difference from the regression, or from the city's usual
 * price, says no more of the error.
 */
const MOST_EXCESS = 1
/**
 * ln of the least and the largest expected error, 0.25 % and a factor of e: they only bound exp.
 */
const LEAST_LN_ERROR = -6
const MOST_LN_ERROR = 1

/**
 * exp E ln |z| of a standard normal z: an expected error is the geometric mean of |error|, which is
 * this share of a standard deviation.
 */
export const USUAL_OF_SD = 0.53

/** Where some of the regressors are. */
const [KNOWN, AREA, AREA_SQUARED, EXCESS_SIZE, EXCESS] = [5, 8, 9, 10, 11] as const

function regressors(shape: EvidenceShape, usual: Usual): number[] {
  const excess = clamp(shape.excess, -MOST_EXCESS, MOST_EXCESS)
  const area = shape.lnArea - Math.log(USUAL_AREA_M2)
  return [
    1,
    Math.log(shape.spread + SPREAD_OF_TWINS),
    Math.log(Math.max(1, shape.nEffective)),
    Math.log(shape.tenthDistance + DISTANCE_OF_TWINS),
    Math.log(shape.mass + LEAST_MASS),
    shape.known ? 1 : 0,
    shape.isNew ? 1 : 0,
    shape.isNew && shape.known ? 1 : 0,
    area,
    area * area,
    Math.abs(excess),
    excess,
    dearness(shape, usual.lnPerM2),
    disagreement(shape, usual.treesApart),
    shape.fitsFew ? 1 : 0,
  ]
}

/**
 * How far above its city's usual price per m² a flat is, ln: dear ones differ by more than
 * attributes tell. 0 for any other, and where too few trials say what is usual.
 */
function dearness({ lnPerM2, city }: EvidenceShape, usual: Usual['lnPerM2']): number {
  return clamp(lnPerM2 - (usual.get(city) ?? lnPerM2), 0, MOST_EXCESS)
}

/** How many times as far apart as usual the trees are, ln; 0 where that is unknown. */
function disagreement({ treesApart }: EvidenceShape, usual: Usual['treesApart']): number {
  const times = Math.log((treesApart + APART_OF_TWINS) / (usual + APART_OF_TWINS))
  return Number.isNaN(times) ? 0 : times
}

/** The same |error|, ln, whatever the evidence: before any trial. */
export function constantExpectation(error: number): Expectation {
  const coefficients = new Float64Array(SIZE)
  coefficients[0] = Math.log(error)
  const tried = {
    least: new Float64Array(SIZE).fill(-Infinity),
    most: new Float64Array(SIZE).fill(Infinity),
  }
  return { coefficients, tried, usual: { lnPerM2: new Map(), treesApart: Number.NaN } }
}

/** The same in known buildings, and `times` as much, 1 or more, in unknown ones. */
export function timesInUnknown(expectation: Expectation, times: number): Expectation {
  const coefficients = expectation.coefficients.slice()
  coefficients[0] = (coefficients[0] as number) + Math.log(times)
  coefficients[KNOWN] = (coefficients[KNOWN] as number) - Math.log(times)
  return { ...expectation, coefficients }
}

/**
 * The |error| to expect, ln. What is beyond all that trials had can only make it larger: neighbours
 * ever further off would else be taken for ever better ones where, of those tried, the further
 * happened to serve well.
 * @param least that is expected where all attributes are stated
 */
export function expectedError(
  { coefficients, tried, usual }: Expectation,
  shape: EvidenceShape,
  least = 0,
): number {
  const values = regressors(shape, usual)
  const nearest = values.map((value, k) =>
    clamp(value, tried.least[k] as number, tried.most[k] as number),
  )
  // By themselves these two may lie within what was tried, though what they are of does not.
  nearest[AREA_SQUARED] = (nearest[AREA] as number) ** 2
  nearest[EXCESS_SIZE] = Math.abs(nearest[EXCESS] as number)
  let sum = 0
  values.forEach((value, k) => {
    const effect = coefficients[k] as number
    sum += Math.max(effect * value, effect * (nearest[k] as number))
  })
  const stated = Math.exp(clamp(sum, LEAST_LN_ERROR, MOST_LN_ERROR))
  return Math.hypot(Math.max(least, stated), USUAL_OF_SD * shape.unstatedSd)
}

/** With fewer trials of a city their median is too much a matter of chance. */
const MIN_OF_CITY = 30

function usualOf(trials: readonly TrialError[]): Usual {
  const byCity = Map.groupBy(trials, ({ shape }) => shape.city)
  const apart = trials.map(({ shape }) => shape.treesApart).filter((one) => !Number.isNaN(one))
  return {
    lnPerM2: new Map(
      [...byCity]
        .filter(([, tried]) => tried.length >= MIN_OF_CITY)
        .map(([city, tried]) => [city, median(tried.map(({ shape }) => shape.lnPerM2))]),
    ),
    treesApart: median(apart),
  }
}

function triedOf(rows: readonly (readonly number[])[]): Tried {
  const least = new Float64Array(SIZE).fill(Infinity)
  const most = new Float64Array(SIZE).fill(-Infinity)
  for (const row of rows) {
    row.forEach((value, k) => {
      least[k] = Math.min(least[k] as number, value)
      most[k] = Math.max(most[k] as number, value)
    })
  }
  return { least, most }
}

/** Fits ln(|error| + floor) to the regressors by ridge regression. */
export function expectationOf(trials: readonly TrialError[]): Expectation {
  const usual = usualOf(trials)
  const rows = trials.map(({ shape }) => regressors(shape, usual))
  const a = new Float64Array(SIZE * SIZE)
  const b = new Float64Array(SIZE)
  trials.forEach(({ error }, at) => {
    const row = rows[at] as readonly number[]
    const y = Math.log(Math.abs(error) + FLOOR_ERROR)
    for (let p = 0; p < SIZE; p += 1) {
      b[p] = (b[p] as number) + (row[p] as number) * y
      for (let q = 0; q <= p; q += 1) {
        a[p * SIZE + q] = (a[p * SIZE + q] as number) + (row[p] as number) * (row[q] as number)
      }
    }
  })
  for (let p = 1; p < SIZE; p += 1) a[p * SIZE + p] = (a[p * SIZE + p] as number) + RIDGE
  solveSpd(a, b, SIZE)
  return { coefficients: b, tried: triedOf(rows), usual }
}
