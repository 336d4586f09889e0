// A text typed with the keyboard on the wrong layout, Russian or Latin, as the other gives it.
// Whether it was meant so is not decided here.
import { fold } from './normalise.ts'

const QWERTY = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./"
const JCUKEN = 'ёйцукенгшщзхъфывапролджэячсмитьбю.'
const QWERTY_SHIFTED = '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?|'
const JCUKEN_SHIFTED = 'ёйцукенгшщзхъфывапролджэячсмитьбю,/'

const toCyrillicKey = new Map<string, string>()
const toLatinKey = new Map<string, string>()
for (const [latin, cyrillic] of [
  [QWERTY, JCUKEN],
  [QWERTY_SHIFTED, JCUKEN_SHIFTED],
] as const) {
  for (let i = 0; i < latin.length; i += 1) {
    toCyrillicKey.set(latin.charAt(i), cyrillic.charAt(i))
    if (latin === QWERTY) toLatinKey.set(cyrillic.charAt(i), latin.charAt(i))
  }
}

/**
 * The text as the same keys give it on a Russian layout. A stroke between digits stays a stroke.
 */
export function cyrillicKeys(text: string): string {
  return mapKeys(text, toCyrillicKey)
}

/**
 * The same, but with a comma or full stop at the end of a word taken for punctuation rather than
 * for the letters б and ю that share its key.
 */
export function cyrillicKeysPunctuated(text: string): string {
  return mapKeys(text.replace(/[,.]+(?=\s|$)/gu, ' '), toCyrillicKey)
}

/** The text as the same keys give it on a Latin layout. */
export function latinKeys(text: string): string {
  return mapKeys(fold(text), toLatinKey)
}

function mapKeys(text: string, keys: ReadonlyMap<string, string>): string {
  let mapped = ''
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charAt(i)
    const strokeInNumber =
      unit === '/' && /\d/u.test(text.charAt(i - 1)) && /[\d]/u.test(text.charAt(i + 1))
    mapped += strokeInNumber ? unit : (keys.get(unit) ?? unit)
  }
  return mapped
}

/** True when a text holds keys that are letters on the Russian layout. */
export function hasCyrillicKeys(text: string): boolean {
  return /[a-z`[\]{};:'"<>~]/iu.test(text)
}
