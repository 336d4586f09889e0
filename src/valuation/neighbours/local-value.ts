// The value of one flat from its neighbourhood: f + index + local level, with its evidence. All of
// it is ln roubles as a deal. Never here: what is shown of it (evidence/shown-comparables.ts), and
// roubles.
import { sum } from '../../numbers/sum.ts'
import {
  type AttributeModel,
  attributeLnByFold,
  ofFold,
  UNSEEN,
} from '../attributes/attribute-model.ts'
import { hedonicLn, marketIndexOf } from '../attributes/hedonic.ts'
import { lnPriceAs } from '../attributes/price-basis.ts'
import { indexLevel } from '../attributes/time-index.ts'
import { type UnstatedVariances, unstatedSd } from '../attributes/unstated.ts'
import { MARKETS } from '../comparables/comparable.ts'
import { FLAT, flatOf } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import type { SpatialGrid } from '../market/spatial-grid.ts'
import type { NeighbourShape } from './expected-error.ts'
import { type LocalLevel, LocalRegression, reachOf } from './local-ridge.ts'
import { type Neighbours, nearest, OLDEST_DAYS } from './neighbours.ts'
import { kernel, NEIGHBOURS, type TunedScales } from './scales.ts'
import { SLOPE_COUNT, slopeDifferences } from './slope-differences.ts'

/** What a fitted market gives to value flats with. */
export interface LocalMarket {
  readonly table: MarketTable
  readonly grid: SpatialGrid
  readonly attribute: AttributeModel
  /** f of each row by trees that did not see it, ln. */
  readonly outOfFold: Float64Array
  /** The fold whose trees did not see a row; UNSEEN for a row that no trees saw. */
  readonly foldOfRow: Uint8Array
  readonly scales: TunedScales
  readonly unstatedVariances: UnstatedVariances
}

const NEW = MARKETS.indexOf('new')

interface Question {
  readonly flat: Float64Array
  /** Positions of the attributes that nobody states of it. */
  readonly unstated: readonly number[]
  /** Position among the market's buildings, or −1 for one it does not know. */
  readonly building: number
  /** The fold whose trees value it, or UNSEEN for all of them. */
  readonly fold: number
  /** Day of the value. */
  readonly day: number
  /** Last day of evidence, and last month the index may know. */
  readonly knownDay: number
  readonly knownMonth: number
  readonly radiusKm: number
  readonly isLeftOut?: (row: number) => boolean
}

export interface LocalValue {
  /** ln roubles of a deal on the day. */
  readonly ln: number
  /** f on the last known day. */
  readonly f: number
  readonly knownDay: number
  /** f by each fold's trees. */
  readonly byFold: Float64Array
  readonly index: number
  readonly local: LocalLevel
  /** Largest difference up to which each slope is carried. */
  readonly reach: Float64Array
  readonly neighbours: Neighbours
  readonly shape: NeighbourShape
}

/** ln price as a deal, less the index, less out-of-fold f, of one row. */
export function residualOf(
  market: Pick<LocalMarket, 'table' | 'attribute' | 'outOfFold'>,
  row: number,
  knownMonth: number,
): number {
  const { table, attribute, outOfFold } = market
  const index = marketIndexOf(attribute.hedonic, flatOf(table, row))
  return (
    lnPriceAs(market, row, 'deal') -
    indexLevel(index, table.day[row] as number, knownMonth) -
    (outOfFold[row] as number)
  )
}

/** Values a flat. Without neighbours the level is f; the caller decides what that is worth. */
export function valueLocally(market: LocalMarket, question: Question): LocalValue {
  const { table, grid, attribute } = market
  const { flat, building, day } = question
  const known = building >= 0
  const scales = known ? market.scales.known : market.scales.unknown
  const neighbours = nearest(table, grid, scales.weights, {
    flat,
    day: question.knownDay,
    building,
    oldestDay: day - OLDEST_DAYS,
    radiusKm: question.radiusKm,
    k: NEIGHBOURS,
    ageFrom: day,
    isLeftOut: question.isLeftOut,
  })
  const { weights, residuals, z, mass, squares } = weighed(
    neighbours,
    scales.power,
    market,
    question,
  )
  const regression = new LocalRegression(neighbours.count)
  const local = regression.fit(weights, residuals, z, scales.ridge)
  const byFold = attributeLnByFold(attribute, flat, question.knownDay)
  const f = ofFold(byFold, question.fold)
  const index = indexLevel(marketIndexOf(attribute.hedonic, flat), day, question.knownMonth)
  return {
    ln: f + index + local.level,
    f,
    knownDay: question.knownDay,
    byFold,
    index,
    local,
    reach: reachOf(regression.weights(), z),
    neighbours,
    shape: {
      spread: local.spread,
      nEffective: squares === 0 ? 0 : (mass * mass) / squares,
      tenthDistance: tenthDistanceOf(neighbours),
      mass,
      known,
      isNew: flat[FLAT.market] === NEW,
      lnArea: flat[FLAT.lnArea] as number,
      excess: f + local.level - hedonicLn(attribute.hedonic, flat),
      lnPerM2: f + local.level - (flat[FLAT.lnArea] as number),
      unstatedSd: unstatedSd(market.unstatedVariances, flat, question.unstated),
      treesApart: known && question.fold === UNSEEN ? spreadOf(byFold) : Number.NaN,
      city: flat[FLAT.city] as number,
    },
  }
}

/** Standard deviation of several values; NaN of one. */
function spreadOf(values: Float64Array): number {
  const mean = sum(values) / values.length
  const squares = values.map((value) => (value - mean) ** 2)
  return Math.sqrt(sum(squares) / (values.length - 1))
}

/**
 * Stands for the distance of no neighbour at all: at four scales a kernel leaves hardly any weight.
 */
const DISTANCE_OF_NONE = 4

/** Distance to the tenth neighbour; of fewer to the last. */
function tenthDistanceOf({ squaredDistances, count }: Neighbours): number {
  const tenth = squaredDistances[Math.min(10, count) - 1]
  return tenth === undefined ? DISTANCE_OF_NONE : Math.sqrt(tenth)
}

/** What the neighbours say, each with its weight, and how they differ from the flat. */
function weighed(
  { count, rows, squaredDistances }: Neighbours,
  power: number,
  market: LocalMarket,
  question: Question,
) {
  const weights = new Float64Array(count)
  const residuals = new Float64Array(count)
  const z = new Float64Array(count * SLOPE_COUNT)
  let mass = 0
  let squares = 0
  for (let i = 0; i < count; i += 1) {
    const row = rows[i] as number
    const w = kernel(squaredDistances[i] as number, power)
    weights[i] = w
    mass += w
    squares += w * w
    residuals[i] = residualOf(market, row, question.knownMonth)
    slopeDifferences(question, market.table, row, z, i * SLOPE_COUNT)
  }
  return { weights, residuals, z, mass, squares }
}
