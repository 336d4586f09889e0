// An assumption of a forecast in words: its name, and its value with its unit.
import { round } from '../../numbers/rounding.ts'
import type { Assumption } from '../../siteplan/forecast/forecast.ts'
import { formatNumber, formatShort, NO_BREAK_SPACE, withUnit } from '../../text/russian-format.ts'
import { outsideText } from '../plain-text.ts'
import { MAX_VALUE_LENGTH } from './forecast-limits.ts'
import { ASSUMPTION, ASSUMPTION_UNIT } from './forecast-words.ts'

/** Sums of the whole site, which is more than the costs have where only some phases count. */
const OF_ALL_PHASES: readonly string[] = ['land_rub', 'preparation_rub']
const OF_FIRST_PHASE: readonly string[] = ['sales_start_month', 'commissioning_month']

/** @param phases of the project */
export function assumptionName({ key }: Assumption, phases: number): string {
  const name = ASSUMPTION[key]
  if (phases > 1 && OF_ALL_PHASES.includes(key)) return `${name}, за все очереди`
  return phases > 1 && OF_FIRST_PHASE.includes(key) ? `${name}, 1-я очередь` : name
}

/** A share as per cent; another number with its unit; a text as it is. */
export function assumptionValue({ key, value, unit }: Assumption): string {
  if (typeof value === 'string') return outsideText(value, MAX_VALUE_LENGTH)
  // A seed is a name, a month of the project a place in a row: neither is a quantity.
  if (key === 'seed') return String(value)
  if (unit === 'month') return `${formatNumber(value)}-й${NO_BREAK_SPACE}месяц`
  const word = ASSUMPTION_UNIT[unit]
  const number = formatShort(word.startsWith('%') ? round(value * 100, 8) : value, 3)
  return word === '' ? number : withUnit(number, word)
}
