// Forms of a word that people type for the one in a street's name: "Обводный канал" for the
// набережная Обводного канала, "50-летия" for "50 лет". Never knows which words there are.

/** Endings of adjectives, those typed short in Latin letters among them, and of their genitives. */
const GENITIVES: readonly (readonly [nominative: RegExp, genitives: readonly string[]])[] = [
  [/(?:[ыи]й?|ой|ое|ее)$/u, ['ого', 'его']],
  [/(?:ая|яя)$/u, ['ой', 'ей']],
  [/(?:ые|ие)$/u, ['ых', 'их']],
]

/** A shorter rest says nothing of the word. */
const MIN_STEM = 3

const ANNIVERSARY = /^лети[ея]$/u

/** What a street may be called where this was typed. Most of what comes is no word at all. */
export function otherForms(word: string): string[] {
  if (ANNIVERSARY.test(word)) return ['лет']
  return GENITIVES.flatMap(([nominative, genitives]) => {
    const stem = word.replace(nominative, '')
    return stem === word || stem.length < MIN_STEM ? [] : genitives.map((ending) => stem + ending)
  })
}
