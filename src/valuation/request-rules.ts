// Rules of an estimate's request that bind several fields, or one of them to today. What each field
// alone may be is wire/estimate-request.ts's.
import { dayOfIso } from '../calendar.ts'
import { COORDINATES_RULE, missingCoordinate } from '../http/coordinates.ts'
import { EARLIEST_DATE } from './comparables/comparable.ts'
import { type EstimateRequest, MAX_YEARS_AHEAD } from './wire/estimate-request.ts'

/**
 * m², far below the precision of areas: the sum of two parts may be off in its last binary digit.
 */
const SAME_AREA_M2 = 1e-6

/** A rule and the field that breaks it, as the answer names them. */
export interface BrokenRule {
  readonly field: string
  readonly rule: string
}

/** The first rule that the request breaks; undefined if it keeps all. Dates are ISO. */
export function brokenRule(
  request: EstimateRequest,
  valuationDate: string,
  today: string,
): BrokenRule | undefined {
  const broken = (field: string, rule: string) => ({ field, rule })
  const missing = missingCoordinate(request)
  if (missing) return broken(missing, COORDINATES_RULE)
  if (request.lat === undefined && request.address === undefined) {
    return broken('address', 'нужно указать, если нет lat и lon')
  }
  if (request.floor > request.floors_total) return broken('floor', 'не больше floors_total')
  for (const part of ['kitchen_area_m2', 'living_area_m2'] as const) {
    if ((request[part] ?? 0) > request.area_m2) return broken(part, 'не больше area_m2')
  }
  const { kitchen_area_m2: kitchen = 0, living_area_m2: living = 0 } = request
  if (kitchen + living > request.area_m2 + SAME_AREA_M2) {
    return broken('kitchen_area_m2', 'вместе с living_area_m2 не больше area_m2')
  }
  if (dayOfIso(valuationDate) === null)
    return broken('valuation_date', 'такого дня нет в календаре')
  if (valuationDate < EARLIEST_DATE) {
    return broken('valuation_date', `не раньше ${EARLIEST_DATE}`)
  }
  if (valuationDate > today) {
    return broken('valuation_date', 'не позже сегодняшнего дня (по UTC)')
  }
  const lastYear = Number(valuationDate.slice(0, 4)) + MAX_YEARS_AHEAD
  if (request.year_built !== undefined && request.year_built > lastYear) {
    return broken('year_built', `не позже чем через ${MAX_YEARS_AHEAD} года после даты оценки`)
  }
  return undefined
}
