// Towers at even steps in rows. Never whether the rules hold there (rules/broken-rule.ts).
import { SIZES_M } from '../../../../norms/house-sizes.ts'
import { wholeDown, wholeUp } from '../../../../numbers/rounding.ts'
import { sumOf } from '../../../../numbers/sum.ts'
import type { Interval } from '../frame/strips.ts'
import { ALIGNS, type Align, startIn } from './align.ts'
import { type Mass, type MassingTask, type Sketch, solidMass } from './massing.ts'
import type { Row, RowSetsFor } from './rows.ts'

const MAX_ROWS = 7

/** The sun and the ways of more take seconds. So many fill a square kilometre at nine storeys. */
const MAX_TOWERS = 160

const DEPTH_STEP_M = 1

/** A tower keeps the gap on all four sides. */
export function towerMassings(
  rowSetsFor: RowSetsFor,
  { storeys, gapM, targetFootprintM2 }: Omit<MassingTask, 'leastFootprintM2'>,
): Sketch[] {
  const sketches: Sketch[] = []
  const { least, most } = SIZES_M.towerSide
  const counts = new Set([
    wholeUp(targetFootprintM2 / most ** 2),
    wholeDown(targetFootprintM2 / least ** 2),
    wholeDown(targetFootprintM2 / least ** 2) - 1,
  ])
  for (const count of counts) {
    const aimedSideM = Math.min(most, Math.sqrt(targetFootprintM2 / count))
    if (count < 1 || count > MAX_TOWERS || aimedSideM < least) continue
    const { sideM, rowSets } = widestWithRows(aimedSideM, rowSetsFor, gapM)
    for (const { rows } of rowSets) {
      if (rows.length > count) continue
      const places = placesIn(rows, sideM, gapM)
      if (sumOf(places, ({ room }) => room) < count) continue
      for (const align of ALIGNS) {
        sketches.push({
          count,
          footprintM2: count * sideM ** 2,
          layOut: () => spread(places, count, { sideM, align, storeys }),
        })
      }
    }
  }
  return sketches
}

/**
 * The side aimed at and the rows for it. Rows may be a little deeper than the tower: with few
 * depths each is worked out once. Where there are none so deep, as on a narrow site, the side is
 * cut step by step.
 */
function widestWithRows(aimedSideM: number, rowSetsFor: RowSetsFor, gapM: number) {
  let sideM = aimedSideM
  while (sideM >= SIZES_M.towerSide.least) {
    const steps = sideM / DEPTH_STEP_M
    const depthM = wholeUp(steps) * DEPTH_STEP_M
    const rowSets = rowSetsFor(depthM, depthM, gapM, MAX_ROWS)
    if (rowSets.length > 0) return { sideM, rowSets }
    sideM = (wholeUp(steps) - 1) * DEPTH_STEP_M
  }
  return { sideM: aimedSideM, rowSets: [] }
}

/** A free stretch of a row, and how many towers have room there. */
interface Place {
  readonly row: Row
  readonly span: Interval
  readonly room: number
}

function placesIn(rows: readonly Row[], sideM: number, gapM: number): Place[] {
  return rows.flatMap((row) =>
    row.free.map((span) => ({
      row,
      span,
      room: wholeDown((span[1] - span[0] + gapM) / (sideM + gapM)),
    })),
  )
}

/** What all towers of one massing have in common. */
interface Tower {
  readonly sideM: number
  readonly align: Align
  readonly storeys: number
}

/** So many towers over places that have room for them. */
function spread(places: readonly Place[], count: number, { sideM, align, storeys }: Tower): Mass[] {
  return fillEvenly(places, count).flatMap(({ row, span, taken }) =>
    starts(span, taken, sideM, align).map((x0) =>
      solidMass('tower', { x0, x1: x0 + sideM, y0: row.y0, y1: row.y0 + sideM }, storeys),
    ),
  )
}

/** Each tower goes where the most room is left. */
function fillEvenly(places: readonly Place[], count: number) {
  const filled = places.map((place) => ({ ...place, taken: 0 }))
  for (let placed = 0; placed < count; placed += 1) {
    const next = filled.reduce<(typeof filled)[number] | null>((best, place) => {
      if (place.taken >= place.room) return best
      return !best || place.taken / place.room < best.taken / best.room ? place : best
    }, null)
    if (next) next.taken += 1
  }
  return filled
}

function starts([from, to]: Interval, count: number, sideM: number, align: Align): number[] {
  if (count === 0) return []
  if (count === 1) return [startIn([from, to], sideM, align)]
  const gap = (to - from - count * sideM) / (count - 1 + 2 * MARGIN_IN_GAPS[align])
  const margin = MARGIN_IN_GAPS[align] * gap
  return Array.from({ length: count }, (_, i) => from + margin + i * (sideM + gap))
}

/** How far the outer ones of several towers stand from the ends of their stretch. */
const MARGIN_IN_GAPS: Readonly<Record<Align, number>> = { start: 0, middle: 1, end: 0.5 }
