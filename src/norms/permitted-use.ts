// What the permitted use of land, as registers word it, says of the houses on it: which use of the
// classifier it is (Росреестр, order П/0412 of 10.11.2020, codes 2.1–2.7), and the rules within its
// limits. The limits themselves are the rule sets'. Never judges a project.
import { storeysWithin } from './envelope.ts'
import { isSilent } from './register-silence.ts'
import type { Steps } from './rule-look-ups.ts'
import type { PermittedUses, RuleSet, Rules, UseCode } from './rule-set.ts'

/** Which dwellings may stand on land: houses with flats, those of one family alone, none. */
type Dwellings = 'flats' | 'family_houses' | 'none'

interface Use {
  readonly words: RegExp
  readonly code: UseCode
  readonly dwellings: Dwellings
}

/** A code of the classifier by itself: "2.1", and neither "2.1.1" nor "3.2.1". */
const code = (digits: string) => String.raw`(?<![\d.])${RegExp.escape(digits)}(?!\.?\d)`

const use = (words: string, digits: UseCode, dwellings: Dwellings): Use => ({
  words: new RegExp(`${words}|${code(digits)}`, 'iu'),
  code: digits,
  dwellings,
})

/** Words before "застройка" that say it is no dwelling, unless they go on: "общественно-жилая". */
const NO_DWELLING = String.raw`(?:нежил|обществ|делов|торгов|коммерч|администр|производ|складск)(?!\S*-жил)`
/** The storeys must be those of dwellings: a car park may be "многоэтажный" too. */
const OF_DWELLINGS = String.raw`\S*\s+(?:(?!${NO_DWELLING})\S+\s+)?(?:жил|застройк|дом|многокварт)`
const DWELLINGS = String.raw`(?<!не)(?:жил|дом)\S*(?:\s+\S+)?\s+`

/** The freest first: land that has several uses may be built on by any of them. */
const USES: readonly Use[] = [
  use(`(?:многоэтаж|высотн)${OF_DWELLINGS}`, '2.6', 'flats'),
  use(`(?:среднеэтаж|средней этаж)${OF_DWELLINGS}|${DWELLINGS}средней этаж`, '2.5', 'flats'),
  use(String.raw`малоэтаж\S*\s+многоквартир|многоквартир\S*\s+малоэтаж`, '2.1.1', 'flats'),
  use('блокирован', '2.3', 'family_houses'),
  use(
    String.raw`индивидуальн\S* (?:жил|дом|строит|застрой)|(?<!\p{L})ижс(?!\p{L})|садов\S* дом|садоводств|дачн`,
    '2.1',
    'family_houses',
  ),
  use(String.raw`личн\S* подсобн|(?<!\p{L})лпх(?!\p{L})`, '2.2', 'family_houses'),
  // After the uses that name houses of one family: "малоэтажная (индивидуальное строительство)".
  use(`(?:малоэтаж|малой этаж)${OF_DWELLINGS}|${DWELLINGS}малой этаж`, '2.1.1', 'flats'),
]

/** Lower houses than those of a use, in any words: beside them its least storeys do not hold. */
const LOWER: Readonly<Partial<Record<UseCode, RegExp>>> = {
  '2.6': new RegExp(`(?:мало|средне)этаж|(?:малой|средней) этаж|${code('2.0')}`, 'iu'),
  '2.5': new RegExp(`малоэтаж|малой этаж|${code('2.0')}`, 'iu'),
}

/** Whole quarters are given out for dwellings above all: "комплексное освоение территории". */
const RESIDENTIAL = new RegExp(
  String.raw`(?<!не)жил|многоквартир|(?<!\p{L})мкд(?!\p{L})|комплексн\S*\s+(?:осво|развит)|${code('2.0')}|${code('2.7')}`,
  'iu',
)

interface NamedUse extends Use {
  /** Whether no lower dwellings are named beside it, by which the land may be built on as well. */
  readonly isAlone: boolean
}

/** Undefined where the use is unknown, or residential without a word of which kind. */
function useIn(text: string | null): NamedUse | undefined {
  if (text === null) return undefined
  const [found, ...others] = USES.filter(({ words }) => words.test(text))
  if (!found) return undefined
  // "Многоквартирный жилой дом" beside a lower use sets no limit of its own.
  if (found.dwellings !== 'flats' && /многоквартир/iu.test(text)) return undefined
  const isNamedAlone = others.every((other) => other.code === found.code)
  return { ...found, isAlone: isNamedAlone && !LOWER[found.code]?.test(text) }
}

/** Which dwellings the text of a permitted use allows; undefined where it says nothing. */
export function dwellingsAllowed(text: string | null): Dwellings | undefined {
  if (text === null || isSilent(text)) return undefined
  return useIn(text)?.dwellings ?? (RESIDENTIAL.test(text) ? 'flats' : 'none')
}

/**
 * The rules with the limits of the use, where these are stricter; they name its source as theirs. A
 * place that allows no house of the use's least storeys sets its own: there the use is named
 * loosely.
 * @param uses the limits of each use, as the place has them
 */
export function withPermittedUse(set: RuleSet, uses: PermittedUses, text: string | null): RuleSet {
  const found = useIn(text)
  if (!found) return set
  const { rules } = set
  const {
    source,
    min_storeys = 1,
    max_storeys = Infinity,
    max_density = Infinity,
  } = uses[found.code]
  const least = found.isAlone ? min_storeys : 1
  const higher = least > rules.min_storeys.value && mostStoreysOf(rules) >= least
  const lower = max_storeys < rules.max_storeys.value
  const sparser = rules.max_density.value.some(({ value }) => value > max_density)
  return {
    ...set,
    rules: {
      ...rules,
      ...(higher ? { min_storeys: { value: least, source } } : {}),
      ...(lower ? { max_storeys: { value: max_storeys, source } } : {}),
      ...(sparser
        ? { max_density: { value: atMost(rules.max_density.value, max_density), source } }
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
