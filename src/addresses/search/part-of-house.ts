// Whether a word that is nothing to a street belongs to the house behind it. What the house is
// called then is house-form.ts's.
import { beginsHouseWord } from '../words/house-marks.ts'
import { isNumberOfItsCity, type QueryOnStreet } from './cheapest-use.ts'
import type { ReadQuery } from './read-query.ts'

/**
 * A mark or a letter counts as part of the house only beside a number, "68 к 2", "68 лит а", or the
 * two beside each other, "корпус Б"; the "с." of "с. 8 Марта" stands beside the village's.
 */
export function belongsToHouse(on: QueryOnStreet, i: number): boolean {
  const { read } = on
  const word = read.words[i]
  if (!word) return false
  const isHouseWordBegun = word.isLast && i > 0 && beginsHouseWord(word.token.text)
  if (!word.isOfHouse && !isHouseWordBegun) return false
  if (word.isHouseLetter || read.words[i + 1]?.isHouseLetter) return true
  const isBeforeNumber = read.words[i + 1]?.token.kind === 'number'
  return isBehindNumber(read, i) || (isBeforeNumber && !isNumberOfItsCity(on, i + 1))
}

function isBehindNumber(read: ReadQuery, i: number): boolean {
  for (let before = i - 1; before >= 0; before -= 1) {
    const word = read.words[before]
    if (word?.token.kind === 'number') return true
    if (!word?.isOfHouse) break
  }
  return false
}
