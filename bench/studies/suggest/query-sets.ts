// The sets of queries: each makes one query of an address, and has a goal to be found among the
// first five. Never here: how a query is typed wrongly (typing.ts), an answer judged (judging.ts).
import type { Address } from '../../../src/addresses/table/address.ts'
import { fold } from '../../../src/addresses/words/normalise.ts'
import { streetWords } from '../../../src/addresses/words/place-names.ts'
import type { Draws } from './draws.ts'
import { keyedLatin, romanised, withTypos } from './typing.ts'

interface QuerySet {
  readonly name: string
  /** Least share found among the first five; null: none is set. */
  readonly goal: number | null
  make(address: Address, draws: Draws): string
}

export const QUERY_SETS: readonly QuerySet[] = [
  { name: 'exact', goal: 0.99, make: (a) => `${a.street}, ${a.house}` },
  { name: 'house first', goal: 0.99, make: (a) => `${a.house} ${a.street}` },
  { name: 'one typo', goal: 0.99, make: (a, d) => `${withTypos(a.street, 1, d)} ${a.house}` },
  { name: 'two typos', goal: 0.98, make: (a, d) => `${withTypos(a.street, 2, d)} ${a.house}` },
  { name: 'wrong layout', goal: 0.98, make: (a, d) => keyedLatin(joined(a, d), d) },
  { name: 'prefix + house', goal: 0.98, make: (a) => `${fiveLetters(a.street)} ${a.house}` },
  {
    name: 'layout + typo',
    goal: 0.93,
    make: (a, d) => keyedLatin(`${withTypos(a.street, 1, d)} ${a.house}`, d),
  },
  { name: 'transliteration', goal: 0.9, make: (a, d) => romanised(joined(a, d), d) },
  { name: 'no type word', goal: null, make: (a) => `${nameOnly(a.street)} ${a.house}` },
  { name: 'house spelled out', goal: null, make: (a) => `${a.street} дом ${spelledOut(a.house)}` },
  { name: 'lower, no ё', goal: null, make: (a) => fold(`${a.street} ${a.house}`) },
]

/** The city as a query of the set names it, before the address. */
export function cityOf(set: QuerySet, target: Address, draws: Draws): string {
  const named = `${target.city}, `
  if (set.name.includes('layout')) return keyedLatin(named, draws)
  return set.name === 'transliteration' ? romanised(named, draws) : named
}

function joined(address: Address, draws: Draws): string {
  return `${address.street}${draws.pick([', ', ' '])}${address.house}`
}

function nameOnly(street: string): string {
  return streetWords(street)
    .tokens.map(({ start, end }) => street.slice(start, end))
    .join(' ')
}

/** The first five letters of the street's longest own word; a shorter name as it is. */
function fiveLetters(street: string): string {
  const { tokens } = streetWords(street)
  const longest = tokens.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a))
  const word = street.slice(longest.start, longest.end)
  return word.length < 5 ? nameOnly(street) : word.slice(0, 5)
}

function spelledOut(house: string): string {
  return house
    .replace(/(?<=\d)[кК](?=\d)/gu, ' корп. ')
    .replace(/(?<=\d)[сС](?=\d)/gu, ' строение ')
    .replace(/\//gu, ' дробь ')
}
