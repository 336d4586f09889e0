// The local level: a weighted ridge regression of neighbours' residuals on how they differ from the
// subject. Never here: where the residuals and weights come from.
import { radians } from '../geometry/angles.ts'
import { degreesEast, KM_PER_DEGREE } from '../geometry/earth.ts'
import { FLAT } from './flat-vector.ts'
import { solveSpd } from './linear.ts'
import type { MarketTable } from './market-table.ts'

/**
 * Slopes of the local regression. Their units: 0.2 in ln m², ln storey, decade, half-year, half a
 * km east and north.
 */
export const SLOPES = ['area', 'floor', 'building', 'date', 'location', 'location'] as const
export const SLOPE_COUNT = SLOPES.length
const DATE = SLOPES.indexOf('date')
const SIZE = SLOPE_COUNT + 1
const HUBER_K = 1.5

export interface RidgeSettings {
  /** Penalty on slopes, in summed weight, for differences in the units of SLOPES. */
  readonly slopePenalty: number
  /** Penalty on the intercept: this much weight for a correction of 0. */
  readonly levelPenalty: number
  /** Reweighting passes against outlying neighbours: 0, 1 or 2. */
  readonly huberPasses: number
}

export interface LocalLevel {
  /** ln correction to f at the subject. */
  readonly level: number
  readonly slopes: Float64Array
  /** Weighted robust spread of neighbours around the fit, ln. */
  readonly spread: number
  /** Weights after reweighting, aligned with the neighbours. */
  readonly weights: Float64Array
}

const storey = (floor: number): number => Math.log(Math.max(1, floor))

/**
 * Writes how a row differs from the subject on a day to out[at…], in the units of SLOPES. An
 * unknown difference counts as none.
 */
export function slopeDifferences(
  subject: { readonly flat: Float64Array; readonly day: number },
  table: Pick<MarketTable, 'flats' | 'day'>,
  row: number,
  out: Float64Array | Float32Array,
  at: number,
): void {
  const { flat } = subject
  const { flats } = table
  const from = row * FLAT.size
  const lat = flat[FLAT.lat] as number
  const cos = Math.cos(radians(lat))
  out[at] = ((flats[from + FLAT.lnArea] as number) - (flat[FLAT.lnArea] as number)) / 0.2
  out[at + 1] = storey(flats[from + FLAT.floor] as number) - storey(flat[FLAT.floor] as number)
  out[at + 2] = ((flats[from + FLAT.year] as number) - (flat[FLAT.year] as number)) / 10
  out[at + 3] = ((table.day[row] as number) - subject.day) / 183
  out[at + 4] =
    degreesEast(flat[FLAT.lon] as number, flats[from + FLAT.lon] as number) *
    KM_PER_DEGREE *
    cos *
    2
  out[at + 5] = ((flats[from + FLAT.lat] as number) - lat) * KM_PER_DEGREE * 2
  for (let k = 0; k < SLOPE_COUNT; k += 1) {
    const value = out[at + k] as number
    if (Number.isNaN(value)) out[at + k] = 0
  }
}

/**
 * Solves (ZᵀWZ + Λ)·β = ZᵀWe for the intercept and slopes.
 * Hoerl & Kennard 1970; the local form after Cleveland 1979.
 * Days count from the neighbours' mean day, and the slope then leads from there to the subject's.
 * Neighbours of one day so have no slope: counted from the subject's day, all of them would differ
 * by the same, and the penalties would pass part of their level off as a change over time.
 * @param kernel weight of each neighbour; entries beyond the last residual are not read
 * @param residuals one per neighbour
 * @param z SLOPE_COUNT differences from the subject per neighbour
 */
export function localLevel(
  kernel: Float64Array,
  residuals: Float64Array,
  z: Float64Array | Float32Array,
  settings: RidgeSettings,
): LocalLevel {
  const count = residuals.length
  const weights = kernel.slice(0, count)
  let heaviest = 0
  for (let i = 0; i < count; i += 1) heaviest = Math.max(heaviest, weights[i] as number)
  const negligible = 1e-4 * heaviest
  for (let i = 0; i < count; i += 1) if ((weights[i] as number) < negligible) weights[i] = 0
  const meanDate = meanOf(DATE, weights, z)
  const centred = z.slice(0, count * SLOPE_COUNT)
  for (let at = DATE; at < centred.length; at += SLOPE_COUNT) {
    centred[at] = (centred[at] as number) - meanDate
  }
  const a = new Float64Array(SIZE * SIZE)
  const b = new Float64Array(SIZE)
  const deviations = new Float64Array(count)
  let spread = 0
  for (let pass = 0; ; pass += 1) {
    a.fill(0)
    b.fill(0)
    for (let i = 0; i < count; i += 1) {
      const w = weights[i] as number
      if (w === 0) continue
      const at = i * SLOPE_COUNT
      const we = w * (residuals[i] as number)
      a[0] = (a[0] as number) + w
      b[0] = (b[0] as number) + we
      for (let p = 0; p < SLOPE_COUNT; p += 1) {
        const zp = centred[at + p] as number
        const wz = w * zp
        const row = (p + 1) * SIZE
        a[row] = (a[row] as number) + wz
        b[p + 1] = (b[p + 1] as number) + we * zp
        for (let q = 0; q <= p; q += 1) {
          a[row + q + 1] = (a[row + q + 1] as number) + wz * (centred[at + q] as number)
        }
      }
    }
    a[0] = (a[0] as number) + settings.levelPenalty + 1e-9
    for (let p = 1; p < SIZE; p += 1) {
      a[p * SIZE + p] = (a[p * SIZE + p] as number) + settings.slopePenalty + 1e-9
    }
    solveSpd(a, b, SIZE)
    let sum = 0
    let total = 0
    for (let i = 0; i < count; i += 1) {
      if (weights[i] === 0) continue
      let fitted = b[0] as number
      const at = i * SLOPE_COUNT
      for (let p = 0; p < SLOPE_COUNT; p += 1)
        fitted += (b[p + 1] as number) * (centred[at + p] as number)
      const deviation = Math.abs((residuals[i] as number) - fitted)
      deviations[i] = deviation
      sum += (weights[i] as number) * deviation
      total += weights[i] as number
    }
    // 1.2533 turns a mean absolute deviation into a standard deviation under normality.
    spread = total === 0 ? 0 : (1.2533 * sum) / total
    if (pass >= settings.huberPasses) break
    const cut = HUBER_K * spread + 1e-6
    for (let i = 0; i < count; i += 1) {
      if (weights[i] === 0) continue
      const deviation = deviations[i] as number
      weights[i] = (kernel[i] as number) * (deviation <= cut ? 1 : cut / deviation)
    }
  }
  const level = (b[0] as number) - (b[DATE + 1] as number) * meanDate
  return { level, slopes: b.slice(1), spread, weights }
}

/** Weighted mean of one of the differences. */
function meanOf(slope: number, weights: Float64Array, z: Float64Array | Float32Array): number {
  let sum = 0
  let total = 0
  weights.forEach((weight, i) => {
    sum += weight * (z[i * SLOPE_COUNT + slope] as number)
    total += weight
  })
  return total === 0 ? 0 : sum / total
}

/**
 * Largest difference of each slope among neighbours with weight. A slope is not carried beyond it.
 */
export function reachOf(weights: Float64Array, z: Float64Array): Float64Array {
  const reach = new Float64Array(SLOPE_COUNT)
  weights.forEach((weight, i) => {
    if (weight === 0) return
    for (let k = 0; k < SLOPE_COUNT; k += 1) {
      reach[k] = Math.max(reach[k] as number, Math.abs(z[i * SLOPE_COUNT + k] as number))
    }
  })
  return reach
}
