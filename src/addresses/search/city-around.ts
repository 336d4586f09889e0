// The city that only the surroundings of a place name: the "Химки" of "г.о. Химки, ул. Ленина, 5".
// Never decides what a surrounding is; that is surroundings.ts's.
import { listAt } from '../../numbers/packed-lists.ts'
import type { AddressIndex } from '../index/address-index.ts'
import { exactWord, wordAt } from '../index/lexicon.ts'
import { fold, tokenise } from '../words/normalise.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Its words, in the order of its name; '' where the bare text names a city itself, or nothing does.
 * Without it, a house of that number in any other city would fit the rest.
 */
export function cityAround(index: AddressIndex, { bare, around }: Surroundings): string {
  if (around.length === 0 || longestCityIn(index, bare).length > 0) return ''
  const names = around.map((part) => longestCityIn(index, part))
  const words = names.find((name) => name.length > 0) ?? []
  return words.map((word) => wordAt(index.data.lexicon, word)).join(' ')
}

/** The words of the city whose whole name is in the text; of several, of the longest name. */
function longestCityIn({ data }: AddressIndex, text: string): readonly number[] {
  const words = new Set(tokenise(fold(text)).map((token) => exactWord(data.lexicon, token.text)))
  words.delete(-1)
  let longest: readonly number[] = []
  for (const word of words) {
    for (const city of listAt(data.wordCities, word)) {
      const own = [...listAt(data.cityWords, city)]
      if (own.length > longest.length && own.every((one) => words.has(one))) longest = own
    }
  }
  return longest
}
