// Numbers, money, shares and dates as a Russian reader expects them on paper. Intl rounds and
// groups them in English; words and marks are written out here, since its Russian ones change with
// its data and a report must print the same.
import { HOUR_MS } from '../iso-time.ts'
import { memoized } from '../made-once.ts'

export const NO_BREAK_SPACE = '\u00a0'
const MINUS = '\u2212'
export const UNKNOWN = '—'

export type Maybe<T> = T | null | undefined

/** `1234567.5` → `1 234 567,5` (no-break spaces); unknown or not finite → `—`. */
export function formatNumber(value: Maybe<number>, decimals = 0): string {
  return formatDigits(value, 'decimal', decimals)
}

/** The error of a double lies beyond this many decimals: 1 − 0.9775 is 0.022499999999999964. */
const TRUE_DECIMALS = 10

// Each format takes milliseconds to make, and a process needs but a few.
const trueDigits = memoized(
  (style: 'decimal' | 'percent') =>
    new Intl.NumberFormat('en', {
      style,
      maximumFractionDigits: TRUE_DECIMALS,
      useGrouping: false,
    }),
)

/**
 * By number of decimals: rounds half up the digits as written; toFixed rounds the nearest double.
 */
const rounding = memoized((decimals: number) => {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat('en', { ...digits, signDisplay: 'negative' })
})

/** As formatNumber, of the value or of its percentage without the sign. */
function formatDigits(
  value: Maybe<number>,
  style: 'decimal' | 'percent',
  decimals: number,
): string {
  // No price, area or distance comes near it.
  if (value === null || value === undefined || !(Math.abs(value) < 1e15)) return UNKNOWN
  const digits = trueDigits(style).format(value).replace('%', '') as `${number}`
  const rounded = rounding(decimals).format(digits)
  return rounded.replaceAll(',', NO_BREAK_SPACE).replace('.', ',').replace('-', MINUS)
}

/** As formatNumber, without zeros at the end of the decimal part: `54,30` → `54,3`. */
export function formatShort(value: Maybe<number>, maxDecimals: number): string {
  return withoutLastZeros(formatNumber(value, maxDecimals))
}

function withoutLastZeros(text: string): string {
  return text.includes(',') ? text.replace(/,?0+$/, '') : text
}

export function formatRub(rub: Maybe<number>): string {
  return withUnit(formatNumber(rub), '₽')
}

export function formatRubPerM2(rub: Maybe<number>): string {
  return withUnit(formatNumber(rub), '₽/м²')
}

export function formatAreaM2(areaM2: Maybe<number>): string {
  return withUnit(formatShort(areaM2, 2), 'м²')
}

/** `1234.5` → `1 235 м²`. */
export function formatWholeM2(areaM2: Maybe<number>): string {
  return withUnit(formatNumber(areaM2), 'м²')
}

/** Below a kilometre in metres, above it in kilometres with one digit. */
export function formatDistanceM(distanceM: Maybe<number>): string {
  const isFar = typeof distanceM === 'number' && Math.round(distanceM) >= 1000
  return isFar
    ? withUnit(formatShort(distanceM / 1000, 1), 'км')
    : withUnit(formatNumber(distanceM), 'м')
}

/** Degrees to a metre or so: `61,04260; 31,58473`. */
export function formatPlace({ lat, lon }: { readonly lat: number; readonly lon: number }): string {
  return `${formatNumber(lat, 5)}; ${formatNumber(lon, 5)}`
}

/** A fraction as percent: `0.045` → `4,5 %`. */
export function formatPercent(fraction: Maybe<number>, decimals = 1): string {
  return withUnit(formatDigits(fraction, 'percent', decimals), '%')
}

/** As formatPercent, without zeros at the end of the decimal part: `0.25` → `25 %`. */
export function formatShortPercent(fraction: Maybe<number>, maxDecimals: number): string {
  return withUnit(withoutLastZeros(formatDigits(fraction, 'percent', maxDecimals)), '%')
}

/** In running text, with a plain space: `0.5` → `50 %`. */
export function percentInText(fraction: number, maxDecimals = 0): string {
  return `${withoutLastZeros(formatDigits(fraction, 'percent', maxDecimals))} %`
}

/** A change as percent with its sign: `+1,2`, `−4,5`, `0,0`; the unit stands in the heading. */
export function formatSignedPercent(fraction: Maybe<number>): string {
  const text = formatDigits(fraction, 'percent', 1)
  const isPositive = typeof fraction === 'number' && fraction > 0 && /[1-9]/.test(text)
  return isPositive ? `+${text}` : text
}

/** `2024-05-20`, with or without a time after it → `20.05.2024`; anything else → `—`. */
export function formatDate(iso: Maybe<string>): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(iso ?? '')
  return match ? `${match[3]}.${match[2]}.${match[1]}` : UNKNOWN
}

/** Ahead of UTC all year since 2014. */
const MOSCOW_AHEAD_MS = 3 * HOUR_MS

/** By the clock of Moscow: `2024-05-20T09:14:03Z` → `20.05.2024 12:14 МСК`; anything else → `—`. */
export function formatInstant(iso: Maybe<string>): string {
  const ms = /^\d{4}-\d{2}-\d{2}T/.test(iso ?? '') ? Date.parse(iso ?? '') : Number.NaN
  if (Number.isNaN(ms)) return UNKNOWN
  const inMoscow = new Date(ms + MOSCOW_AHEAD_MS).toISOString()
  return `${formatDate(inMoscow)} ${inMoscow.slice(11, 16)}${NO_BREAK_SPACE}МСК`
}

const MONTHS = ['янв', 'фев', 'мар', 'апр', 'май', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек']

/** `2024-05` → `май 2024`; anything else → `—`. */
export function formatMonth(month: Maybe<string>): string {
  const match = /^(\d{4})-(\d{2})$/.exec(month ?? '')
  const name = MONTHS[Number(match?.[2]) - 1]
  return match && name ? `${name}${NO_BREAK_SPACE}${match[1]}` : UNKNOWN
}

/** The form of a noun after a whole number: `квартира`, `квартиры`, `квартир` for 1, 2, 5. */
export function nounAfter(count: number, one: string, few: string, many: string): string {
  const [tens, units] = [Math.trunc(count / 10) % 10, count % 10]
  if (tens === 1 || units === 0 || units > 4) return many
  return units === 1 ? one : few
}

/** The sentence with its first letter a capital. */
export function capitalise(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** A heading in the middle of a sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The text with a full stop, unless a mark ends it already. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** `12`, `дн.` → `12 дн.` with a no-break space; what is unknown has no unit. */
export function withUnit(text: string, unit: string): string {
  return text === UNKNOWN ? text : `${text}${NO_BREAK_SPACE}${unit}`
}
