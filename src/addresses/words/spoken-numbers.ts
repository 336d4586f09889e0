// Numbers in words, as dictation writes them: "дом двадцать пять" is "дом 25". Whether a word was
// meant so is not decided here: a name may hold it, as the Семь Ключей do.
import { fold } from './normalise.ts'

const ONES = 'один|два|три|четыре|пять|шесть|семь|восемь|девять'.split('|')
const TEENS =
  'десять|одиннадцать|двенадцать|тринадцать|четырнадцать|пятнадцать|шестнадцать|семнадцать|восемнадцать|девятнадцать'.split(
    '|',
  )
const TENS = 'двадцать|тридцать|сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто'.split(
  '|',
)
const HUNDREDS = 'сто|двести|триста|четыреста|пятьсот|шестьсот|семьсот|восемьсот|девятьсот'.split(
  '|',
)

/** The beginnings of ordinals, with the ending that all of them share: "двадцать пят-ая". */
const ORDINAL_ONES = 'перв|втор|трет|четверт|пят|шест|седьм|восьм|девят'.split('|')
const ORDINAL_TENS =
  'двадцат|тридцат|сороков|пятидесят|шестидесят|семидесят|восьмидесят|девяност'.split('|')
const ORDINAL_ENDING = '(?:ый|ий|ой|ая|ья|ое|ье|ого|ьего|ей|ьей)'

/** The beginnings of anniversaries: "сорокалетия". */
const YEARS = 'двадцати|тридцати|сорока|пятидесяти|шестидесяти|семидесяти|восьмидесяти'.split('|')

const VALUES: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, i) => [word, i + 1] as const),
  ['одна', 1],
  ['две', 2],
  ...TEENS.map((word, i) => [word, i + 10] as const),
  ...TENS.map((word, i) => [word, 10 * i + 20] as const),
  ...HUNDREDS.map((word, i) => [word, 100 * i + 100] as const),
  ...ORDINAL_ONES.map((word, i) => [word, i + 1] as const),
  ...TEENS.map((word, i) => [word.slice(0, -1), i + 10] as const),
  ...ORDINAL_TENS.map((word, i) => [word, 10 * i + 20] as const),
  ...YEARS.map((word, i) => [word, 10 * i + 20] as const),
])

const anyOf = (words: readonly string[]): string => `(?:${words.join('|')})`
const ONE = anyOf([...ONES, 'одна', 'две'])
const BELOW_HUNDRED = `(?:${anyOf(TENS)}(?:\\s+${ONE})?|${anyOf(TEENS)}|${ONE})`
const CARDINAL = `(?:${anyOf(HUNDREDS)}(?:\\s+${BELOW_HUNDRED})?|${BELOW_HUNDRED})`
const ORDINAL_STEMS = [...TEENS.map((word) => word.slice(0, -1)), ...ORDINAL_TENS]
/** Those below the tenth are read by themselves, in names as well. */
const ORDINAL =
  `(?:${anyOf(HUNDREDS)}\\s+)?(?:${anyOf(TENS)}\\s+${anyOf(ORDINAL_ONES)}|${anyOf(ORDINAL_STEMS)})` +
  `|${anyOf(HUNDREDS)}\\s+${anyOf(ORDINAL_ONES)}`
const SPOKEN = new RegExp(
  `(?<!\\p{L})(?:(?<ordinal>${ORDINAL})${ORDINAL_ENDING}(?!\\p{L})|(?<cardinal>${CARDINAL})(?!\\p{L})` +
    `|(?<years>${anyOf(YEARS)})(?=лети[ея]))`,
  'gu',
)

/** The text, folded, with its numbers in digits, ordinals with an ending. */
export function withNumbersInDigits(text: string): string {
  return fold(text).replace(SPOKEN, (_, ordinal?: string, cardinal?: string, years?: string) => {
    const words = (ordinal ?? cardinal ?? years ?? '').split(/\s+/u)
    const value = words.reduce((sum, word) => sum + (VALUES.get(word) ?? 0), 0)
    return `${value}${ordinal === undefined ? '' : '-й'}${years === undefined ? '' : '-'}`
  })
}
