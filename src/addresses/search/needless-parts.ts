// Parts between the commas of an address that a house can be found without: the microdistrict
// before its street, and what stands behind the house. Never looks at the index.
import { isHousePart } from '../words/house-key.ts'
import { HOUSE_WORDS } from '../words/house-marks.ts'
import { fold, POSTAL_CODE, tokenise } from '../words/normalise.ts'
import { isKindWord } from '../words/place-names.ts'
import { MICRODISTRICT_TYPES, placeTypesOf } from '../words/place-types.ts'

/** Stands for a microdistrict or, more often, for a flat. */
const FLAT_OR_QUARTER = 'кв'

/**
 * True for "микрорайон имени Победы" and "мкр. 15" before a street: part of a city, unlike a
 * settlement, and so not needed to tell its streets apart. Before a house it is what the house
 * stands in.
 */
export function isMicrodistrictBeforeStreet(parts: readonly string[], i: number): boolean {
  return isMicrodistrict(parts[i] ?? '') && i + 1 < parts.length && !isHousePart(parts[i + 1] ?? '')
}

function isMicrodistrict(part: string): boolean {
  const words = tokenise(fold(part)).map(({ text }) => text)
  return [words[0], words.at(-1)].some(
    (word = '') =>
      word !== FLAT_OR_QUARTER && placeTypesOf(word).some((type) => MICRODISTRICT_TYPES.has(type)),
  )
}

/**
 * Positions of the parts behind the house that neither add to it ("корпус 2", "корпус А") nor say
 * their kind of place ("г. Тверь") nor are a bare number, which may be the house's.
 */
export function partsBehindHouse(parts: readonly string[]): number[] {
  const house = parts.findIndex((part) => isHousePart(part) || endsInHouse(part))
  return [...parts.keys()].filter((i) => {
    const part = parts[i] ?? ''
    return house >= 0 && i > house && !isHousePart(part) && !isLettered(part) && !saysKind(part)
  })
}

/** "Лесная улица 5", but neither "мкр. 15" nor a postcode. */
function endsInHouse(part: string): boolean {
  const tokens = tokenise(fold(part))
  const isNumber = tokens.length > 1 && tokens.at(-1)?.kind === 'number'
  return isNumber && !isMicrodistrict(part) && !POSTAL_CODE.test(part.trim())
}

/** "корпус А", "литера Б". */
function isLettered(part: string): boolean {
  const [mark, letter, ...others] = tokenise(fold(part)).map(({ text }) => text)
  return HOUSE_WORDS.has(mark ?? '') && letter?.length === 1 && others.length === 0
}

function saysKind(part: string): boolean {
  return tokenise(fold(part)).some(({ text }) => isKindWord(text))
}
