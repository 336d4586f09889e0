// The number in a street's own name, such as "1-я Парковая", against the one typed.
import { listAt } from '../../numbers/packed-lists.ts'
import type { WordUse } from './assign-words.ts'
import { type NamedRow, typeOfStreet, untakenWords } from './named-row.ts'

/**
 * Whether the street's own number was typed and is another: "9 Парковая, 12" is neither the
 * Парковая nor the 1-я Парковая. A bare number right before the name is the house's where no other
 * follows the name, or only one that ends it: "5 улица 40 лет Октября", "3к1 Испанские Кварталы 2".
 */
export function isOfOtherNumber(named: NamedRow): boolean {
  const { data, row, uses } = named
  const number = uses.findIndex((_, i) => isNumberBeforeName(named, i))
  if (number < 0) return false
  if (untakenWords(named).some((word) => /^\d/u.test(word))) return true
  const slots = listAt(data.streetWords, row.street)
  const name = uses.findIndex((use, i) => i > number && use.as === 'name' && !isBareNumber(use))
  const nameSlot = name < 0 ? slots.length : slots.indexOf(uses[name]?.word ?? -1)
  const endsName = (use: WordUse) => use.as === 'name' && slots.indexOf(use.word) > nameSlot
  return uses.slice(Math.max(number, name) + 1).some((use) => isBareNumber(use) && !endsName(use))
}

/**
 * Whether the street took a bare number typed behind its name for the own one that stands before
 * it: "Парковая 9" for the 9-я Парковая, whose 9 may as well be a house. In "Парковая 9 улица" it
 * may not.
 */
export function hasOwnNumberBehind({ data, row, uses }: NamedRow): boolean {
  const slots = listAt(data.streetWords, row.street)
  const name = uses.find((use) => use.as === 'name' && !isBareNumber(use))
  if (!name) return false
  const nameSlot = slots.indexOf(name.word)
  const number = uses.findIndex(
    (use, i) =>
      i > uses.indexOf(name) &&
      use.as === 'name' &&
      isBareNumber(use) &&
      slots.indexOf(use.word) < nameSlot,
  )
  return number >= 0 && !uses.slice(number).some(({ as }) => as === 'type')
}

/** "9 Парковая" and "9 линия", where the row has no use for the 9 in its name. */
function isNumberBeforeName(named: NamedRow, i: number): boolean {
  const { words, uses } = named
  const [use, next] = [uses[i], uses[i + 1]]
  if (!use || !next || use.as !== 'house' || !isBareNumber(use)) return false
  const type = typeOfStreet(named)
  const isOfName =
    (next.as === 'name' && next.token.kind === 'word') ||
    (next.as === 'type' && words[i + 1]?.types?.has(type) === true)
  return isOfName && next.token.start - use.token.end === 1
}

function isBareNumber({ token }: WordUse): boolean {
  return token.kind === 'number'
}
