// An assumption of a forecast in words: its name, and its value with its unit.
import { round } from '../../numbers/rounding.ts'
import type { Assumption } from '../../siteplan/forecast/forecast.ts'
import { formatNumber, formatShort, NO_BREAK_SPACE, withUnit } from '../../text/russian-format.ts'
import { outsideText } from '../plain-text.ts'
import { MAX_KEY_LENGTH, MAX_VALUE_LENGTH } from './forecast-limits.ts'
import { ASSUMPTION, ASSUMPTION_UNIT } from './forecast-words.ts'

/** Sums of the whole site, which is more than the costs have where only some phases count. */
const OF_ALL_PHASES: readonly string[] = ['land_rub', 'preparation_rub']
const OF_FIRST_PHASE: readonly string[] = ['sales_start_month', 'commissioning_month']

/**
 * Its words; the key of an assumption that has none yet.
 * @param phases of the project
 */
export function assumptionName({ key }: Assumption, phases = 1): string {
  const name = Object.hasOwn(ASSUMPTION, key)
    ? (ASSUMPTION[key] ?? key)
    : outsideText(key, MAX_KEY_LENGTH)
  if (phases > 1 && OF_ALL_PHASES.includes(key)) return `${name}, за все очереди`
  return phases > 1 && OF_FIRST_PHASE.includes(key) ? `${name}, 1-я очередь` : name
}

/** A share as per cent; another number with its unit; a text as it is. */
export function assumptionValue({ key, value, unit }: Assumption): string {
  const word = Object.hasOwn(ASSUMPTION_UNIT, unit) ? ASSUMPTION_UNIT[unit] : undefined
  const shown = outsideText(word ?? unit, MAX_KEY_LENGTH, '')
  if (typeof value === 'string') {
    return [outsideText(value, MAX_VALUE_LENGTH), shown].filter(Boolean).join(NO_BREAK_SPACE)
  }
  // A seed is a name, a month of the project a place in a row: neither is a quantity.
  if (key === 'seed') return String(value)
  if (unit === 'month') return `${formatNumber(value)}-й${NO_BREAK_SPACE}месяц`
  const isShare = word?.startsWith('%') ?? false
  const number = formatShort(isShare ? round(value * 100, 8) : value, 3)
  return shown === '' ? number : withUnit(number, shown)
}
