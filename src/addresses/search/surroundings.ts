// What a whole address says beside city, street and house: the country, the region and district
// around it, a station near it, the flat within it. Few tables have these, so the search does
// without them at first. Never looks at the index.
import { HOUSE_WORDS } from '../words/house-marks.ts'
import { fold, POSTAL_CODE } from '../words/normalise.ts'
import { isKindWord } from '../words/place-names.ts'

const word = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d-])(?:${words})(?![\\p{L}\\d-])`, 'iu')

const COUNTRY = /^(?:россия|рф|российская федерация)$/iu
/** A region, a district of it or of a city: its kind stands before or after its name. */
const REGION = word(
  'обл|область|[а-яё]+обл(?:асть)?|край|респ|республика|р-н|район|округ|г ?о|м ?о|ао|[а-яё]{1,4}ао(?:-югра)?|' +
    '(?:сельское|городское) поселение|[сг][ /]?п|сельсовет|с/с',
)
const DISTRICT = /^(?:р-н|район)\s+\p{L}/iu
/**
 * A part that says it is a street is one, whatever else it says: "улица Рабочий Край". Only a
 * station or a district may be called after a street beside another part that is one.
 */
const STREET = word(
  'улица|ул|проспект|пр-т|пр-кт|просп|переулок|пер|проезд|пр-д|шоссе|ш|бульвар|б-р|бул|набережная|наб|площадь|пл|аллея|тупик|туп',
)
const STREET_AT_END = new RegExp(`${STREET.source}$`, 'iu')
const STATION = /^(?:м|метро|ст м|станция метро)\s+\p{L}/iu
const COMPLEX = word('жк|жилой комплекс|мкр|микрорайон|квартал|кв-л')
const HOUSE = new RegExp(`^(?:${[...HOUSE_WORDS].join('|')})?\\s?№?\\s?\\d`, 'iu')
const ORDINAL = /^\d+-?[йя](?!\p{L})/iu
const FLOOR = /^\d{1,3}(?:-?[йя])?\s+(?:этаж|эт|подъезд|под)$/iu
const ROOMS = /^\d{1,2}-?\s?(?:комнатная|комн|к)\s+(?:квартира|кв)$/iu
const FLAT = /^(?:кв|квартира)\s?№?\s?\d+$/iu
const CITY_KINDS =
  'г|гор|город|п|пос|пос[её]лок|пгт|рп|с|село|д|дер|деревня|х|хутор|ст-ца|станица|аул'
/** Words of a region before the city that the same part goes on with: "обл. Тверская г. Клин". */
const REGION_BEFORE_CITY = new RegExp(
  String.raw`(?<![\p{L}\d-])(?:[а-яё-]+(?:\.\s?|\s+))?` +
    String.raw`(?:обл(?:асть)?|край|респ(?:ублика)?|р-н|район|округ|ао|[гм]\.?\s?о)(?![\p{L}\d-])\.?` +
    String.raw`(?:\s+[а-яё-]+){0,4}?(?=\s+(?:${CITY_KINDS})[.\s]\s*[а-яё]{2})`,
  'giu',
)
/** "Кемеровская область — Кузбасс", with whatever dash. */
const DASH = '[-–—]'
/** A region or district by its kind and an adjective, whatever stands around it in its part. */
const NAMED_REGION = new RegExp(
  `(?<![\\p{L}\\d-])(?:${[
    String.raw`[а-яё-]+[сц]кая\s+(?:автономная\s+)?обл(?:асть)?(?:\.?\s*${DASH}\s*[а-яё]+)?`,
    String.raw`обл(?:асть|\.)?\s+[а-яё-]+[сц]кая`,
    String.raw`[а-яё-]+[сц]кий\s+(?:край|ао|автономный\s+округ(?:\s*${DASH}\s*[а-яё]+)?)`,
    String.raw`[а-яё-]+[сц]кая\s+респ(?:ублика(?:\s*${DASH}\s*[а-яё]+)?)?`,
    String.raw`респ(?:ублика|\.)?\s+(?:северная\s+)?[а-яё-]+(?:\s+${DASH}\s+[а-яё]+(?=\s*,))?`,
    String.raw`(?:муниципальный\s+|м\.?\s?)?р(?:-н|айон)\s+[а-яё-]+(?:[сц]к|н)(?:ий|ый|ой)`,
    String.raw`[а-яё-]+(?:[сц]к|н)(?:ий|ый|ой)\s+(?:муниципальный\s+|м\.?\s?)?р(?:-н|айон)`,
  ].join('|')})(?![\\p{L}\\d-])\\.?`,
  'giu',
)
/** Registers write the Республика Саха /Якутия/. */
const IN_BRACKETS = /\([^()]*\p{L}[^()]*\)|\s\/[^/\d]*\p{L}{3}[^/\d]*\/(?=[,\s])/gu

export interface Surroundings {
  /** The text without them; the text itself where nothing else is left. */
  readonly bare: string
  /** The parts left out that stood between commas or in brackets. */
  readonly around: readonly string[]
}

/**
 * The parts of a text between its commas, and what stands in brackets, that only say where around
 * the house one is. A part with a digit is kept unless it is a flat, a floor, a postcode or a
 * station: it may be a street and its house.
 */
export function surroundingsOf(text: string): Surroundings {
  const bracketed = text.match(IN_BRACKETS) ?? []
  const open = withRegionsApart(text.replace(IN_BRACKETS, ' '))
  const parts = open.split(',')
  const plainParts = parts.map(plain)
  const isKept = parts.map((_, i) => !isSurrounding(plainParts, i))
  const bare = parts.filter((_, i) => isKept[i]).join(',')
  if (!/[\p{L}\d]/u.test(bare)) return { bare: text, around: [] }
  return { bare, around: [...parts.filter((_, i) => !isKept[i]), ...bracketed] }
}

/**
 * Without regions that no comma parts from the city behind them: the part that says the city must
 * stay. A street may be called after a region; its kind stands beside it.
 */
function withRegionsApart(text: string): string {
  const apart = (found: string, at: number, whole: string) =>
    STREET.test(plain(found)) || STREET_AT_END.test(plain(whole.slice(0, at))) ? found : ','
  const bare = text
    .replace(REGION_BEFORE_CITY, (found, at: number, whole: string) =>
      isDistrictOfTown(found, whole.slice(at + found.length)) ? found : apart(found, at, whole),
    )
    .replace(NAMED_REGION, apart)
  return bare === text ? text : bare.replace(/(?:\s*,)+/gu, ',').replace(/^[\s,]+|,\s*$/gu, '')
}

/** "г.о. город Бор," whose part names no city but the district's own. */
function isDistrictOfTown(found: string, behind: string): boolean {
  return /(?:округ|[гм]\.?\s?о)\.?$/iu.test(found) && ONLY_TOWN.test(behind)
}

const ONLY_TOWN = /^\s+(?:г|гор|город)[.\s]\s*[а-яё-]+(?:\s[а-яё-]+)?\s*(?:,|$)/iu

function plain(part: string): string {
  return part.replaceAll('.', ' ').replace(/\s+/gu, ' ').trim()
}

function isSurrounding(parts: readonly string[], i: number): boolean {
  const [before = '', part = '', next = ''] = [parts[i - 1], parts[i], parts[i + 1]]
  if (POSTAL_CODE.test(part) || FLOOR.test(part) || ROOMS.test(part)) return true
  // "кв 15" may be a quarter of a town, but hardly beside a street that says it is one.
  if (FLAT.test(part)) return hasKind(before) || (before === '' && hasKind(next))
  // "М. Пироговская 8" is a street with its house; "м. Улица 1905 года" ends in a word.
  if (/\d/u.test(part) && !(STATION.test(part) && !/\d\S*$/u.test(part))) return false
  const others = parts.toSpliced(i, 1)
  const isStreetElsewhere = others.some((other) => STREET.test(other) || COMPLEX.test(other))
  if (STATION.test(part)) return isStation(part, next, isStreetElsewhere)
  if (DISTRICT.test(part) && isStreetElsewhere) return true
  return !STREET.test(part) && (COUNTRY.test(part) || REGION.test(part))
}

/**
 * "М. Пироговская улица, 8" and "М. Пироговская, 8" are no stations; the "Проспект Мира" is one
 * where another part says that it is the street.
 */
function isStation(part: string, next: string, isStreetElsewhere: boolean): boolean {
  const isBeforeHouse = HOUSE.test(next) && !ORDINAL.test(next) && !hasKind(next)
  return !isBeforeHouse && (isStreetElsewhere || !hasKind(part.replace(/^\S+\s/u, '')))
}

function hasKind(part: string): boolean {
  return part.split(' ').some((one) => isKindWord(fold(one)))
}
