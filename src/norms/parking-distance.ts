// How far open parking should lie from houses by the sanitary rules: kept where there is room, and
// told to a reader beside what was drawn. Not a rule of any set: no layout is held to it.
import { type Steps, stepAt } from './rule-look-ups.ts'

/** Spaces of one parking → m. */
const TO_WINDOWS_M: Steps<number> = [
  { up_to: 10, value: 10 },
  { up_to: 50, value: 15 },
  { up_to: 100, value: 25 },
  { up_to: 300, value: 35 },
  { up_to: null, value: 50 },
]

/**
 * From an open parking of so many spaces to facades of dwellings and to ends with windows, m.
 * СанПиН 2.2.1/2.1.1.1200-03, table 7.1.1.
 */
export function parkingToWindowsM(spaces: number): number {
  return stepAt(TO_WINDOWS_M, spaces)
}
