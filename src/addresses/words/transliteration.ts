// Russian in Latin letters: back into Russian ones, and a skeleton in which all ways to spell a
// word in Latin letters meet. Whether a text was meant so is not decided here.

export function hasLatin(text: string): boolean {
  return /[a-z]/iu.test(text)
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

const LATIN_OF_MARKED: Readonly<Record<string, string>> = {
  š: 'sh',
  č: 'ch',
  ž: 'zh',
  ŝ: 'shch',
  â: 'ya',
  û: 'yu',
  è: 'e',
  ë: 'e',
  ě: 'e',
}
const MARKED = new RegExp(`[${Object.keys(LATIN_OF_MARKED).join('')}]`, 'gu')

/** 4 for ч and 6 for ш, within a word; beside one, where the digit may be a house's as well. */
const DIGIT_WITHIN = /(?<=[a-z']{2})[46](?=[a-z']{2})(?!korp|str|lit|kv(?![a-z]))/gu
const DIGIT_BESIDE =
  /(?<![\p{L}\d])[46](?=[a-z]{3})|(?<=[a-z]{3})[46](?![\p{L}\d])|(?<=[a-z'])[46](?=[a-z](?!\d))/gu

const digitAsLetters = (digit: string): string => (digit === '4' ? 'ch' : 'sh')

/**
 * What a text in Latin letters may stand for, in plain ones, likeliest first: letters with marks as
 * ISO 9 has them, digits for letters, and j, w and x as many type them for ж, ш and кс.
 */
export function latinSpellings(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(MARKED, (letter) => LATIN_OF_MARKED[letter] ?? letter)
    .replace(DIGIT_WITHIN, digitAsLetters)
  const withoutDigits = plain.replace(DIGIT_BESIDE, digitAsLetters)
  const asTyped = withoutDigits.replace(/j/gu, 'zh').replace(/w/gu, 'sh').replace(/x/gu, 'ks')
  return [...new Set([plain, withoutDigits, asTyped])]
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
  return (
    latin
      .replace(/['’`"ʹʺ]/gu, '')
      .replace(/shch|sch|shh/gu, 'sh')
      .replace(/tch/gu, 'ch')
      .replace(/kh|x/gu, 'h')
      // Not "ts" as "c": a word broken off at its "t" must stay a beginning, "sovet" of
      // "sovetskaya".
      .replace(/cz|tz|t?c(?!h)/gu, 'ts')
      .replace(/(?:ts){2,}/gu, 'ts')
      .replace(/w/gu, 'v')
      .replace(/q/gu, 'k')
      .replace(/j/gu, 'y')
      .replace(/[iy]+[oe]/gu, 'e')
      .replace(/[iy]+/gu, 'i')
      .replace(/(.)\1+/gu, '$1')
  )
}
