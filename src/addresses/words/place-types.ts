// The words for kinds of place, улица to промзона, with their short forms. Never knows how a kind
// is found in a name. No index is stored, so the codes in it may change: what is kept or handed out
// names a kind by its word.

/**
 * What kind of place a street name says it is. The position in this list is its code; 0 is "none
 * said".
 */
export const PLACE_TYPES: readonly (readonly string[])[] = [
  [],
  ['улица', 'ул', 'улиц', 'улицы', 'улице', 'у'],
  ['проспект', 'проспекте', 'пр-т', 'пр-кт', 'прт', 'пркт', 'прспкт', 'просп', 'пр'],
  ['переулок', 'переулке', 'пер', 'пер-к', 'переул'],
  ['проезд', 'проезде', 'пр-д', 'пр-зд', 'пр'],
  ['шоссе', 'ш', 'ш-се'],
  ['бульвар', 'бульваре', 'б-р', 'бул', 'бульв', 'бул-р', 'бр'],
  ['набережная', 'набережной', 'наб', 'наб-я', 'набереж'],
  ['площадь', 'площади', 'пл', 'площ', 'пл-дь'],
  ['аллея', 'ал', 'алл'],
  ['тупик', 'туп'],
  ['микрорайон', 'мкр', 'мкрн', 'мкр-н', 'м-н', 'мк-н', 'мр-н', 'мкрр'],
  ['квартал', 'кв-л', 'кварт', 'кв'],
  ['жк', 'жилой комплекс'],
  ['линия', 'лин'],
  ['тракт', 'тр-т', 'тр'],
  [
    'поселок',
    'пос',
    'п',
    'пгт',
    'рп',
    'дп',
    'кп',
    'рабочий поселок',
    'дачный поселок',
    'поселок городского типа',
  ],
  ['село', 'с'],
  ['деревня', 'д', 'дер'],
  ['территория', 'тер', 'терр'],
  [
    'снт',
    'днт',
    'ст',
    'сдт',
    'тсн',
    'днп',
    'гск',
    'жск',
    'онт',
    'дск',
    'с/т',
    'садовое товарищество',
    'садоводческое товарищество',
    'садоводческое некоммерческое товарищество',
  ],
  ['поселение', 'посел'],
  ['район', 'р-н'],
  ['метро', 'м'],
  ['километр', 'км'],
  ['хутор', 'хут', 'х'],
  ['просека', 'просек', 'прос'],
  ['проулок'],
  ['спуск'],
  ['съезд'],
  ['станица', 'ст-ца', 'ст'],
  ['станция', 'ст'],
  ['дорога', 'дор'],
  ['слобода', 'сл'],
  ['городок'],
  ['промзона', 'пз'],
  ['аул'],
]

export const NO_TYPE = 0
export const STREET_TYPE = 1
/**
 * Up to this code, the kinds are of streets alone; behind it are those of places that have streets
 * or houses, and rarer kinds of streets, which may all be names beside a kind: "мкр. ДСК".
 */
export const LAST_STREET_TYPE = PLACE_TYPES.findIndex(([word]) => word === 'тупик')

export const KILOMETRE_TYPE = PLACE_TYPES.findIndex(([word]) => word === 'километр')

const typeCodesByWord = new Map<string, number[]>()
for (const [code, words] of PLACE_TYPES.entries()) {
  for (const word of words) typeCodesByWord.set(word, [...(typeCodesByWord.get(word) ?? []), code])
}

/** The whole word for a kind of place: the same whatever its code. */
export function placeTypeWord(code: number): string {
  return PLACE_TYPES[code]?.[0] ?? ''
}

/** Codes of the kinds of place a word may stand for; empty for any other word. */
export function placeTypesOf(word: string): readonly number[] {
  return typeCodesByWord.get(word) ?? []
}

/** Codes of the kinds of settlements, whose names stand where a city's does. */
export const SETTLEMENT_TYPES: ReadonlySet<number> = new Set(
  ['поселок', 'село', 'деревня', 'поселение', 'хутор', 'станица', 'аул'].flatMap(placeTypesOf),
)

/** What "г." says: never the kind of a street, so it has no words above. */
export const TOWN_TYPE = PLACE_TYPES.length

/** Codes of the kinds that tell two cities of one name apart. */
export const CITY_KINDS: ReadonlySet<number> = new Set([
  TOWN_TYPE,
  ...SETTLEMENT_TYPES,
  ...placeTypesOf('снт'),
])

/** Codes of the kinds of parts of a city that have streets of their own. */
export const MICRODISTRICT_TYPES: ReadonlySet<number> = new Set(
  ['микрорайон', 'квартал'].flatMap(placeTypesOf),
)

/** Words for kinds of place long enough to be known through a typo. */
export const PLACE_TYPE_WORDS: readonly string[] = PLACE_TYPES.flatMap((words) =>
  words.filter((word, i) => (i === 0 ? word.length >= 4 : /^[а-я]{3,}$/u.test(word))),
)
