// Where the sun stands through a day: declination, altitude, azimuth. Solar time, geometric
// horizon; never what stands in its way (solver/rules/insolation.ts).
import { clamp } from '../../numbers/clamp.ts'

export interface SunPosition {
  /** Hours of solar time; 12 = the sun in the south (or north). */
  readonly hour: number
  /** Degrees above the horizon. */
  readonly altitudeDeg: number
  /** Towards the sun along the ground: x to the east, y to the north, of length 1. */
  readonly east: number
  readonly north: number
}

/** Between two computed positions of the sun. */
export const SUN_STEP_MIN = 10

/**
 * The sun counts from this long after sunrise until this long before sunset (СанПиН 1.2.3685-21).
 */
const LOW_SUN_H = 1

const RAD = Math.PI / 180
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

/** Day of a year without 29 February, from MM-DD. */
function dayOfYear(day: string): number {
  const month = Number(day.slice(0, 2))
  return (DAYS_BEFORE_MONTH[month - 1] ?? 0) + Number(day.slice(3, 5))
}

/**
 * Degrees; Spencer's series (1971). The calendar has moved on since, and moves every leap year: on
 * a date near an equinox the sun now stands up to half a degree elsewhere, on 22 April 0.4° higher.
 * @param day MM-DD
 */
export function declinationDeg(day: string): number {
  const g = (2 * Math.PI * (dayOfYear(day) - 1)) / 365
  const radians =
    0.006918 -
    0.399912 * Math.cos(g) +
    0.070257 * Math.sin(g) -
    0.006758 * Math.cos(2 * g) +
    0.000907 * Math.sin(2 * g) -
    0.002697 * Math.cos(3 * g) +
    0.00148 * Math.sin(3 * g)
  return radians / RAD
}

/** Hours from sunrise to noon: 0 in polar night, 12 in polar day. */
export function halfDayHours(latitudeDeg: number, day: string): number {
  const cos = -Math.tan(latitudeDeg * RAD) * Math.tan(declinationDeg(day) * RAD)
  return Math.acos(clamp(cos, -1, 1)) / RAD / 15
}

export function sunAt(latitudeDeg: number, day: string, hour: number): SunPosition {
  const latitude = latitudeDeg * RAD
  const declination = declinationDeg(day) * RAD
  const angle = (hour - 12) * 15 * RAD
  const up =
    Math.sin(latitude) * Math.sin(declination) +
    Math.cos(latitude) * Math.cos(declination) * Math.cos(angle)
  const east = -Math.cos(declination) * Math.sin(angle)
  const north =
    Math.cos(latitude) * Math.sin(declination) -
    Math.sin(latitude) * Math.cos(declination) * Math.cos(angle)
  const along = Math.hypot(east, north) || 1
  return {
    hour,
    altitudeDeg: Math.asin(clamp(up, -1, 1)) / RAD,
    east: east / along,
    north: north / along,
  }
}

/** Steps added up miss the last hour by this, h. */
const SAME_H = 1e-9

/** The day in steps of ten minutes, without its low sun. Empty where the day is too short. */
export function sunPath(latitudeDeg: number, day: string): readonly SunPosition[] {
  const half = halfDayHours(latitudeDeg, day) - LOW_SUN_H
  const positions: SunPosition[] = []
  for (let step = 0; half > 0; step += 1) {
    const hour = 12 - half + (step * SUN_STEP_MIN) / 60
    if (hour > 12 + half + SAME_H) break
    positions.push(sunAt(latitudeDeg, day, hour))
  }
  return positions
}
