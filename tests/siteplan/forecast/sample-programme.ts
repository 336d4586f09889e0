// The programme of a made-up project, and the conditions of its sale, by which pace and phases are
// tested.
import type { SaleConditions } from '../../../src/siteplan/forecast/absorption.ts'
import type { ProgrammeUnit } from '../../../src/siteplan/forecast/forecast.ts'

/** Of construction. */
export const MONTHS = 20

export const saleAt = (turnoverPerYear: number): SaleConditions => ({
  constructionMonths: MONTHS,
  turnoverPerYear,
  soldAtCommissioning: 0.6,
  paceByType: { studio: 1.15, '1': 1.05, '2': 0.95, '3': 0.85 },
  marketShare: 0.25,
})

/** Of 184 flats by default. */
export const unitsOf = (scale = 1): ProgrammeUnit[] =>
  (
    [
      ['studio', 46],
      ['1', 64],
      ['2', 52],
      ['3', 22],
    ] as const
  ).map(([type, count]) => ({ type, share: count / 184, area_m2: 40, count: count * scale }))
