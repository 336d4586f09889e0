// What a flat of each type is like: its area and its rooms. Shares of types are the request's or
// the settings'.
import type { UnitType } from './layout.ts'

/** m², without balconies: the middle of what new mass housing offers. */
export const UNIT_AREA_M2: Readonly<Record<UnitType, number>> = {
  studio: 28,
  '1': 40,
  '2': 58,
  '3': 80,
}

/** As the valuation counts rooms: a studio has none. */
export const UNIT_ROOMS: Readonly<Record<UnitType, number>> = {
  studio: 0,
  '1': 1,
  '2': 2,
  '3': 3,
}
