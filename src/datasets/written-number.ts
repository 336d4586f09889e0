// A number as people and their programs write it into a file: with a comma, with spaces between
// thousands, with its unit. Never knows what the number is of, or how large it may be.

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)$/u
/** Spaces, those that do not break among them, between groups of three digits. */
const GROUPED = /^[+-]?\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?$/u
/** Twice parted by the same mark: no decimals look so. A point or comma other than that ends it. */
const PARTED_TWICE =
  /^[+-]?[1-9]\d{0,2}(?<mark>[,.'’])\d{3}(?:\k<mark>\d{3})+(?:(?!\k<mark>)[.,]\d+)?$/u
/** A round number as R and others write it: "5e+06". Excel's "1.23E+08" has three digits left. */
const ROUND = /^[+-]?\d(?:\.\d+)?e[+-]\d{1,2}$/u
const WITH_COMMA = /^[+-]?\d+,\d+(?:e[+-]\d{1,2})?$/u
/** 1500 or 1.5: no more digits before the comma than a group of thousands has, three behind it. */
const DOUBTFUL_COMMA = /^[+-]?[1-9]\d{0,2},\d{3}$/u
/** In roubles: kopecks have two digits. */
const DOUBTFUL_POINT = /^[+-]?[1-9]\d{0,2}\.\d{3}$/u

/**
 * Behind a number, and no part of it: "3,02 м", "54 кв. м", "12 500 000 ₽", "2020 г.", "0,25 га".
 */
export const METRES = /\s*(?:кв\.?\s?)?(?:м|m)(?:\s?кв\.?|²|2)?\.?$/iu
export const ROUBLES = /\s*(?:₽|руб|р)\.?$/iu
export const YEARS = /\s*(?:г|год)\.?$/iu
/** "2-комн.", "2 к", "5 и более", "4+". */
export const ROOMS = /\s*(?:\+|и более|-?\s?к(?:омн[а-яё]*)?\.?(?:\s?кв(?:артира|\.)?)?)$/iu
/** "3 этаж", "9 эт.". */
export const STOREYS = /\s*-?й?\s?эт(?:аж(?:а|ей)?|\.)?$/iu
export const HECTARES = /\s*га\.?$/iu

interface WrittenAs {
  /** What may stand behind it; `ROUBLES` for money, which is written with more marks. */
  readonly unit?: RegExp | undefined
  /** Degrees and ceilings have none: their comma is a decimal one, whatever follows it. */
  readonly mayHaveThousands?: boolean
}

/** Without what parts its thousands; of measures only money is written with other marks. */
function withoutMarks(bare: string, isMoney: boolean): string {
  if (GROUPED.test(bare)) return bare.replace(/\s/gu, '')
  const { mark } = (isMoney && PARTED_TWICE.exec(bare)?.groups) || {}
  return mark === undefined ? bare : bare.replaceAll(mark, '')
}

/**
 * "3,02 м" is 3.02, and "7 900 000" is 7900000. No other exponents and no hexadecimals: such a cell
 * is a code that looks like a number, "12E5" or "0x10".
 * @returns the number, or why it is none: a comma before three digits may part thousands as well
 */
export function numberWritten(
  text: string,
  { unit, mayHaveThousands = true }: WrittenAs = {},
): number | string {
  const isMoney = unit === ROUBLES
  const trimmed = text.trim()
  const bare = unit ? trimmed.replace(unit, '') : trimmed
  if (mayHaveThousands && DOUBTFUL_COMMA.test(bare)) {
    return 'the comma may part thousands or decimals, write a point or no comma'
  }
  if (isMoney && DOUBTFUL_POINT.test(bare)) {
    return 'the point may part thousands, write no point'
  }
  const whole = withoutMarks(bare, isMoney)
  const plain = WITH_COMMA.test(whole) ? whole.replace(',', '.') : whole
  return PLAIN.test(plain) || ROUND.test(plain) ? Number(plain) : 'not a number'
}
