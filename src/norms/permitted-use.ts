// What the permitted use of land, as registers word it, says of the houses on it. Source:
// classifier of permitted uses, Росреестр, order П/0412 of 10.11.2020, codes 2.1–2.7. Never judges
// a project.
import { storeysWithin } from './envelope.ts'
import type { Steps } from './rule-look-ups.ts'
import type { RuleSet, Rules } from './rule-set.ts'

interface PermittedUse {
  /** Whether flats may stand there at all; null where the text does not tell. */
  readonly flats: boolean | null
  /** The fewest storeys of any house; null = the use asks for none. */
  readonly minStoreys: number | null
  /** The most storeys of any house; null = the use sets no limit. */
  readonly maxStoreys: number | null
  /** Floor area over site; null = by storeys alone. */
  readonly maxDensity: number | null
}

interface Use extends PermittedUse {
  readonly words: RegExp
  /** The classifier's name and code. */
  readonly title: string
}

/** A code of the classifier by itself: "2.1", and neither "2.1.1" nor "3.2.1". */
const code = (digits: string) =>
  String.raw`(?<![\d.])${digits.replaceAll('.', String.raw`\.`)}(?!\.?\d)`

const use = (words: string, digits: string, rest: Omit<Use, 'words'>): Use => ({
  words: new RegExp(`${words}|${code(digits)}`, 'iu'),
  ...rest,
})

/** Words before "застройка" that say it is no dwelling, unless they go on: "общественно-жилая". */
const NO_DWELLING = String.raw`(?:нежил|обществ|делов|торгов|коммерч|администр|производ|складск)(?!\S*-жил)`
/** The storeys must be those of dwellings: a car park may be "многоэтажный" too. */
const OF_DWELLINGS = String.raw`\S*\s+(?:(?!${NO_DWELLING})\S+\s+)?(?:жил|застройк|дом|многокварт)`
const DWELLINGS = String.raw`(?<!не)(?:жил|дом)\S*(?:\s+\S+)?\s+`

/** The freest first: land that has several uses may be built on by any of them. */
const USES: readonly Use[] = [
  use(`(?:многоэтаж|высотн)${OF_DWELLINGS}`, '2.6', {
    title: 'многоэтажная жилая застройка, 2.6',
    flats: true,
    minStoreys: 9,
    maxStoreys: null,
    maxDensity: null,
  }),
  use(`(?:среднеэтаж|средней этаж)${OF_DWELLINGS}|${DWELLINGS}средней этаж`, '2.5', {
    title: 'среднеэтажная жилая застройка, 2.5',
    flats: true,
    minStoreys: null,
    maxStoreys: 8,
    maxDensity: null,
  }),
  use(String.raw`малоэтаж\S*\s+многоквартир|многоквартир\S*\s+малоэтаж`, '2.1.1', {
    title: 'малоэтажная многоквартирная жилая застройка, 2.1.1',
    flats: true,
    minStoreys: null,
    maxStoreys: 4,
    maxDensity: null,
  }),
  use('блокирован', '2.3', {
    title: 'блокированная жилая застройка, 2.3',
    flats: false,
    minStoreys: null,
    maxStoreys: 3,
    maxDensity: 0.6,
  }),
  use(
    String.raw`индивидуальн\S* (?:жил|дом|строит|застрой)|(?<!\p{L})ижс(?!\p{L})|садов\S* дом|садоводств|дачн`,
    '2.1',
    {
      title: 'для индивидуального жилищного строительства, 2.1',
      flats: false,
      minStoreys: null,
      maxStoreys: 3,
      maxDensity: 0.4,
    },
  ),
  use(String.raw`личн\S* подсобн|(?<!\p{L})лпх(?!\p{L})`, '2.2', {
    title: 'для ведения личного подсобного хозяйства, 2.2',
    flats: false,
    minStoreys: null,
    maxStoreys: 3,
    maxDensity: 0.4,
  }),
  // After the uses that name houses of one family: "малоэтажная (индивидуальное строительство)".
  use(`(?:малоэтаж|малой этаж)${OF_DWELLINGS}|${DWELLINGS}малой этаж`, '2.1.1', {
    title: 'малоэтажная жилая застройка, 2.1.1',
    flats: true,
    minStoreys: null,
    maxStoreys: 4,
    maxDensity: null,
  }),
]

/** Houses lower than the highest, in any words: beside them no least number of storeys holds. */
const LOWER = new RegExp(`(?:мало|средне)этаж|(?:малой|средней) этаж|${code('2.0')}`, 'iu')

const RESIDENTIAL = new RegExp(`(?<!не)жил|многоквартир|${code('2.0')}|${code('2.7')}`, 'iu')

/** Null where the use is unknown, or residential without a word of which kind. */
function useIn(text: string | null): Use | null {
  if (text === null) return null
  const [found, ...others] = USES.filter(({ words }) => words.test(text))
  if (!found) return null
  // "Многоквартирный жилой дом" beside a lower use sets no limit of its own.
  if (found.flats === false && /многоквартир/iu.test(text)) return null
  // Land that has a lower use as well may be built on by it.
  return others.length > 0 || LOWER.test(text) ? { ...found, minStoreys: null } : found
}

export function permittedUseOf(text: string | null): PermittedUse {
  const found = useIn(text)
  if (found) {
    const { flats, minStoreys, maxStoreys, maxDensity } = found
    return { flats, minStoreys, maxStoreys, maxDensity }
  }
  return {
    flats: text === null ? null : RESIDENTIAL.test(text),
    minStoreys: null,
    maxStoreys: null,
    maxDensity: null,
  }
}

/**
 * The rules with the limits of the use, where these are stricter; they name it as their source. A
 * place that allows no house of the use's least storeys sets its own: there the use is named
 * loosely.
 */
export function withPermittedUse(set: RuleSet, text: string | null): RuleSet {
  const found = useIn(text)
  if (!found) return set
  const { rules } = set
  const source = `Вид разрешённого использования: ${found.title} (П/0412)`
  const { minStoreys, maxStoreys, maxDensity } = found
  const lower = maxStoreys !== null && maxStoreys < rules.max_storeys.value
  const higher = minStoreys !== null && minStoreys > rules.min_storeys.value
  const sparser =
    maxDensity !== null && rules.max_density.value.some(({ value }) => value > maxDensity)
  return {
    ...set,
    rules: {
      ...rules,
      ...(higher && mostStoreysOf(rules) >= minStoreys
        ? { min_storeys: { value: minStoreys, source } }
        : {}),
      ...(lower ? { max_storeys: { value: maxStoreys, source } } : {}),
      ...(sparser
        ? { max_density: { value: atMost(rules.max_density.value, maxDensity), source } }
        : {}),
    },
  }
}

function mostStoreysOf(rules: Rules): number {
  return Math.min(rules.max_storeys.value, storeysWithin(rules))
}

function atMost(steps: Steps<number>, most: number) {
  return steps.map(({ up_to, value }) => ({ up_to, value: Math.min(value, most) }))
}
