// One key for all ways in which people and tables write a house's address. Never knows what the
// index holds: two keys tell whether two texts may name one house, not where it stands.
import { canonicalHouse } from './house-form.ts'
import { HOUSE_WORDS, WITHIN_HOUSE_WORDS } from './house-marks.ts'
import { composed, fold, POSTAL_CODE, tokenise } from './normalise.ts'
import { canonicalStreet } from './place-names.ts'
import { placeTypeWord, STREET_TYPE } from './place-types.ts'

/** From such a word on an address says where within the house. */
const WITHIN_HOUSE = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...WITHIN_HOUSE_WORDS].join('|')})(?!\\p{L}).*$`,
  'su',
)

/**
 * Street and house of an address. What stands before the street (city, postal code) and behind the
 * house (flat) is left out, and so is the word "улица". Without a house, the words in their order.
 */
export function houseKey(address: string): string {
  const parts = fold(composed(address))
    .replace(WITHIN_HOUSE, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !POSTAL_CODE.test(part))
  const at = parts.findIndex((part, i) => i > 0 && isHousePart(part))
  if (at > 0) {
    const end = parts.findIndex((part, i) => i > at && !goesOn(part))
    return keyOf(parts[at - 1] as string, parts.slice(at, end < 0 ? undefined : end).join(' '))
  }
  const last = parts.at(-1) ?? ''
  const tokens = tokenise(last)
  const behindStreet = tokens.findLastIndex(({ text, kind }) => !isOfHouse(text, kind)) + 1
  const house = tokens[behindStreet]
  if (behindStreet > 0 && house) {
    return keyOf(last.slice(0, house.start), last.slice(house.start))
  }
  return tokenise(parts.join(' '))
    .map(({ text }) => text)
    .join(' ')
}

/** Whether a key has a house, not a street or a city alone. */
export function namesHouse(key: string): boolean {
  return key.includes(HOUSE_MARK)
}

const HOUSE_MARK = ', '

const STREET_KIND = new RegExp(`:${placeTypeWord(STREET_TYPE)}$`)

function keyOf(street: string, house: string): string {
  const name = canonicalStreet(street).replace(STREET_KIND, '')
  return `${name}${HOUSE_MARK}${canonicalHouse(house)}`
}

/** True for "80", "д 80", "корпус 2" and "12 а", never for a street with a number in its name. */
export function isHousePart(part: string): boolean {
  const tokens = tokenise(fold(part))
  return (
    tokens.some(({ kind }) => kind === 'number') &&
    tokens.every(({ text, kind }) => isOfHouse(text, kind))
  )
}

/** True for what a house goes on with, "корпус 2"; a number alone is a flat. */
function goesOn(part: string): boolean {
  return isHousePart(part) && !/^\d+$/.test(part)
}

function isOfHouse(word: string, kind: 'word' | 'number' | 'ordinal'): boolean {
  return kind === 'number' || (kind === 'word' && (HOUSE_WORDS.has(word) || word.length === 1))
}
