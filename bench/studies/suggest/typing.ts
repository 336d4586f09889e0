// How people type: slips of a finger, the wrong keyboard layout, Russian in Latin letters.
// Never shares a table with the search it measures.
import type { Draws } from './draws.ts'

const LETTERS = 'абвгдежзийклмнопрстуфхцчшщыьэюя'.split('')

/** The text with so many slips: a letter left out, put in, replaced, or swapped with the next. */
export function withTypos(text: string, count: number, draws: Draws): string {
  let typed = text
  for (let i = 0; i < count; i++) {
    const letters = [...typed.matchAll(/\p{L}/gu)].map((match) => match.index)
    if (letters.length < 3) return typed
    const at = draws.pick(letters)
    const next = typed.charAt(at + 1)
    const slip = draws.below(4)
    if (slip === 0) typed = typed.slice(0, at) + typed.slice(at + 1)
    else if (slip === 1) typed = typed.slice(0, at) + draws.pick(LETTERS) + typed.slice(at)
    else if (slip === 2 && /\p{L}/u.test(next)) {
      typed = typed.slice(0, at) + next + typed.charAt(at) + typed.slice(at + 2)
    } else typed = typed.slice(0, at) + draws.pick(LETTERS) + typed.slice(at + 1)
  }
  return typed
}

const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё'
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"

/** The same keys on a Latin layout. A comma is left as it is, or typed where Russian has it. */
export function keyedLatin(text: string, draws: Draws): string {
  const comma = draws.pick([',', '?'])
  const stroke = draws.pick(['/', '|'])
  let typed = ''
  for (const letter of text) {
    const key = RUSSIAN_KEYS.indexOf(letter.toLowerCase())
    if (key >= 0) {
      const latin = LATIN_KEYS.charAt(key)
      typed += letter === letter.toLowerCase() ? latin : latin.toUpperCase()
    } else typed += letter === ',' ? comma : letter === '/' ? stroke : letter === '.' ? '/' : letter
  }
  return typed
}

const RUSSIAN = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'
const SCHEMES: readonly (readonly string[])[] = [
  'a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya'.split(' '),
  'a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch ie y _ e iu ia'.split(' '),
  'a b v g d e jo zh z i j k l m n o p r s t u f h c ch sh sch _ y _ e ju ja'.split(' '),
]

/** The text in Latin letters by one of three usual schemes, lower case. */
export function romanised(text: string, draws: Draws): string {
  const scheme = draws.pick(SCHEMES)
  let typed = ''
  for (const letter of text.toLowerCase()) {
    const place = RUSSIAN.indexOf(letter)
    typed += place < 0 ? letter : (scheme[place] ?? '').replace('_', '')
  }
  return typed
}
