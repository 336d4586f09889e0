// Other ways to write an address, for a text that leads to no house as it stands. Never looks at
// the index.

const FLAT_AFTER_HOUSE = /(\d\p{L}?)\s?[-\u2010-\u2015]\s?\d{1,4}\s*$/u
const FLAT_AFTER_COMMA = /([\s.]\d[^\s,]*(?:\s\p{L})?),\s*\d{1,4}\s*$/u
const WORD_TWICE = /(?<!\p{L})(\p{L}{3,})\s+\1(?!\p{L})/giu
/** A complex of houses, which is a place of its own only where no street is named beside it. */
const COMPLEX = /^(?:жк|жилой комплекс)\s/iu

/**
 * The main building of a plot, in registers of cities whose houses have letters: "д. 31, литера А".
 */
const MAIN_BUILDING = /,?\s*(?<!\p{L})лит(?:ера|ер)?\.?\s*["«]?[аa](?![\p{L}\d])["»]?/iu

/** Without the letter of the main building, which most tables and people leave out. */
export function withoutMainBuilding(text: string): string {
  return text.replace(MAIN_BUILDING, '')
}

/**
 * Without a flat after a hyphen or a comma, without a word's repetition, and without the complex
 * named beside a street. Each is to be believed only where it leads to a house.
 */
export function rewritings(text: string): string[] {
  const parts = text.split(',')
  const rewritten = [
    text.replace(FLAT_AFTER_HOUSE, '$1'),
    text.replace(FLAT_AFTER_COMMA, '$1'),
    text.replace(WORD_TWICE, '$1'),
    parts.filter((part) => !COMPLEX.test(part.trim())).join(','),
  ]
  return rewritten.filter((one) => one !== text)
}
