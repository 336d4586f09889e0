// Words of a query that may be a kind of place: "ул", "просп", "улца", "prospekt".
// Never knows the streets; a kind of place is its code.
import { buildLexicon, findWords, wordAt } from '../index/lexicon.ts'
import { PLACE_TYPE_WORDS, placeTypesOf } from '../words/place-types.ts'
import { skeleton } from '../words/transliteration.ts'
import { typeCost } from './word-cost.ts'

/** Short forms that are usual in Latin letters as well. */
const SHORT_IN_LATIN = 'ул пр пер наб пл ш мкр просп бул туп кв-л пр-т б-р пр-д жк пос ал'.split(
  ' ',
)

/** Kinds of place as English has them, beside a name in Latin letters. */
const IN_ENGLISH: ReadonlyMap<string, string> = new Map([
  ['street', 'улица'],
  ['st', 'улица'],
  ['prospect', 'проспект'],
  ['avenue', 'проспект'],
  ['ave', 'проспект'],
  ['lane', 'переулок'],
  ['passage', 'проезд'],
  ['highway', 'шоссе'],
  ['boulevard', 'бульвар'],
  ['embankment', 'набережная'],
  ['square', 'площадь'],
  ['line', 'линия'],
])

const typeLexicon = buildLexicon([...new Set(PLACE_TYPE_WORDS)].sort())

/** Codes by what the word comes to in Latin letters; where two come to one, the later counts. */
const typesBySkeleton = new Map<string, readonly number[]>()
for (const word of [...PLACE_TYPE_WORDS, ...SHORT_IN_LATIN]) {
  typesBySkeleton.set(skeleton(word), placeTypesOf(word))
}
for (const [word, kind] of IN_ENGLISH) typesBySkeleton.set(skeleton(word), placeTypesOf(kind))
const skeletonLexicon = buildLexicon([...typesBySkeleton.keys()].sort())

/** Most kinds of place one beginning may stand for. */
const MAX_BEGUN = 20

/** A shorter beginning is taken for a kind of place only where it is still being typed. */
const MIN_BEGINNING = 3

/** A shorter word for a kind, mistyped, may be many another: "лин" the city of Клин. */
const MIN_MISTYPED = 4

/**
 * What the word costs as each kind of place it may be, by code; null when it may be none.
 * `mayBeCity` says that a mistyped short word rather is a city's name.
 */
export function readTypes(
  word: string,
  {
    isLast,
    inLatin,
    mayBeCity,
  }: { readonly isLast: boolean; readonly inLatin: boolean; readonly mayBeCity: boolean },
): ReadonlyMap<number, number> | null {
  const typed = inLatin ? skeleton(word) : word
  const lexicon = inLatin ? skeletonLexicon : typeLexicon
  const codesOf = (whole: string) =>
    inLatin ? (typesBySkeleton.get(whole) ?? []) : placeTypesOf(whole)
  const exact = codesOf(typed)
  if (exact.length > 0) return new Map(exact.map((code) => [code, 0]))
  const maxEdits = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2
  const found = findWords(lexicon, typed, {
    open: isLast || typed.length >= MIN_BEGINNING,
    openEdits: isLast ? maxEdits : 0,
    maxEdits,
    maxBegun: MAX_BEGUN,
  })
  const types = new Map<number, number>()
  for (const { word: met, edits } of found) {
    const whole = wordAt(lexicon, met)
    if (mayBeCity && edits > 0 && whole.length < MIN_MISTYPED) continue
    const cost = typeCost(edits)
    for (const code of codesOf(whole)) {
      types.set(code, Math.min(cost, types.get(code) ?? cost))
    }
  }
  return types.size > 0 ? types : null
}
