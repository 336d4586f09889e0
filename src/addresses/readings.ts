// The other ways a query may have been meant: typed on the wrong keyboard layout, or in Latin
// letters. Never decides which one was meant: the search tries them all and keeps the best.
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

export function hasLatin(text: string): boolean {
  return /[a-z]/iu.test(text)
}

/** True when a text holds keys that are letters on the Russian layout. */
export function hasCyrillicKeys(text: string): boolean {
  return /[a-z`[\]{};:'"<>~]/iu.test(text)
}

export function hasCyrillic(text: string): boolean {
  return /[а-яё]/iu.test(text)
}

const LATIN_OF: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

const CYRILLIC_OF: readonly (readonly [RegExp, string])[] = [
  [/shch|sch/gu, 'щ'],
  [/zh/gu, 'ж'],
  [/kh/gu, 'х'],
  [/ts|tz/gu, 'ц'],
  [/ch/gu, 'ч'],
  [/sh/gu, 'ш'],
  [/yo|jo/gu, 'е'],
  [/yu|ju|iu/gu, 'ю'],
  [/ya|ja|ia/gu, 'я'],
  [/ye/gu, 'е'],
  [/(?:iy|yy|ij|yj)(?![a-z])/gu, 'ий'],
  [/(?<=[aeiou])[yj]/gu, 'й'],
]

const CYRILLIC_LETTER: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'б',
  c: 'ц',
  d: 'д',
  e: 'е',
  f: 'ф',
  g: 'г',
  h: 'х',
  i: 'и',
  j: 'й',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  q: 'к',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'в',
  x: 'х',
  y: 'ы',
  z: 'з',
}

/** A plain back-transliteration, for house marks and for showing what was read. */
export function toCyrillic(folded: string): string {
  let text = folded
  for (const [pattern, letter] of CYRILLIC_OF) text = text.replace(pattern, letter)
  return text.replace(/[a-z]/gu, (letter) => CYRILLIC_LETTER[letter] ?? letter)
}

/**
 * A skeleton that every usual romanisation of a Russian word comes to: "Rublyovskoye", "Rublevskoe"
 * and "рублевское" give one skeleton. Takes folded text in either alphabet.
 */
export function skeleton(folded: string): string {
  let latin = ''
  for (let i = 0; i < folded.length; i += 1) {
    const unit = folded.charAt(i)
    latin += LATIN_OF[unit] ?? unit
  }
  return latin
    .replace(/['’`"ʹʺ]/gu, '')
    .replace(/shch|sch|shh/gu, 'sh')
    .replace(/kh|x/gu, 'h')
    .replace(/cz|ts|tz/gu, 'c')
    .replace(/w/gu, 'v')
    .replace(/q/gu, 'k')
    .replace(/j/gu, 'y')
    .replace(/[iy]+[oe]/gu, 'e')
    .replace(/[iy]+/gu, 'i')
    .replace(/(.)\1+/gu, '$1')
}
