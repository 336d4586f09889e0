// Phone numbers in the one form in which they are kept: E.164, `+79161234567`.

/** Longest text that can be a phone, its brackets and spaces included. */
export const PHONE_MAX_LENGTH = 40

/** The rule, as errors word it. */
export const PHONE_RULE = 'ожидается российский номер или международный, который начинается с +'

/** What people put between digits: spaces of all kinds, brackets, dots, dashes. */
const BETWEEN = String.raw`[\s().\-\u2010-\u2015\u2212]`
const PUNCTUATION = new RegExp(BETWEEN, 'gu')

/** What nobody sees: an address book puts marks of writing direction around a number it copies. */
const INVISIBLE = /\p{Cf}/gu

/**
 * The zero that is dialled only within a country: +44 (0)20 … In Italy it belongs to the number.
 */
const TRUNK_ZERO = new RegExp(
  String.raw`^(${BETWEEN}*(?:\+|00)${BETWEEN}*(?!39)\d{1,3}${BETWEEN}*)\(0\)`,
  'u',
)

/** Ten digits without the leading 8. None begins 79, 88 or 89: that is an 8 or 7, a digit short. */
const TEN_DIGITS = /^(?!79|8[89])[3-9]\d{9}$/

/** ITU-T E.164: at most 15 digits, the first not 0. Fewer than 8 reach nobody abroad. */
const E164 = /^\+[1-9]\d{7,14}$/

/** +7 takes ten digits, never more or fewer. */
const RUSSIAN = /^\+7\d{10}$/

/**
 * Russian forms (`8 (916) 123-45-67`, `7916…`, `916…`, `+8 916…`) become `+7…`. Numbers of other
 * countries need their `+` or `00`.
 * @returns undefined for a text that is neither
 */
export function normalisePhone(text: string): string | undefined {
  const seen = text.replace(INVISIBLE, '').replace(TRUNK_ZERO, '$1')
  if (!/^[\s(]*(?:\+|\d)/u.test(seen)) return undefined
  const number = withPlus(seen.replace(PUNCTUATION, ''))
  if (number === undefined || !E164.test(number)) return undefined
  return number.startsWith('+7') && !RUSSIAN.test(number) ? undefined : number
}

function withPlus(compact: string): string | undefined {
  if (!/^\+?\d+$/.test(compact)) return undefined
  const abroad = compact.replace(/^00/, '+')
  // No country has the code 89: a Russian 8 with a plus that does not belong there.
  if (/^\+89\d{9}$/.test(abroad)) return `+7${abroad.slice(2)}`
  if (abroad.startsWith('+')) return abroad
  if (/^[78]\d{10}$/.test(compact)) return `+7${compact.slice(1)}`
  if (TEN_DIGITS.test(compact)) return `+7${compact}`
  return undefined
}
