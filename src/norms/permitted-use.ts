// What the permitted use of land, as registers word it, says of the houses on it. Source: classifier
// of permitted uses, Росреестр, order П/0412 of 10.11.2020, codes 2.1–2.7. Never judges a project.
import type { Steps } from './rule-look-ups.ts'
import type { RuleSet } from './rule-set.ts'

export interface PermittedUse {
  /** Whether flats may stand there at all; null where the text does not tell. */
  readonly flats: boolean | null
  /** Of any house; null = the use sets no limit. */
  readonly maxStoreys: number | null
  /** Floor area over site; null = by storeys alone. */
  readonly maxDensity: number | null
}

interface Use extends PermittedUse {
  readonly words: RegExp
  /** The classifier's name and code. */
  readonly title: string
}

/** The freest first: land that has several uses may be built on by any of them. */
const USES: readonly Use[] = [
  {
    words: /многоэтаж|высотн|\b2\.6\b/iu,
    title: 'многоэтажная жилая застройка, 2.6',
    flats: true,
    maxStoreys: null,
    maxDensity: null,
  },
  {
    words: /среднеэтаж|\b2\.5\b/iu,
    title: 'среднеэтажная жилая застройка, 2.5',
    flats: true,
    maxStoreys: 8,
    maxDensity: null,
  },
  {
    words: /малоэтаж|\b2\.1\.1\b/iu,
    title: 'малоэтажная многоквартирная жилая застройка, 2.1.1',
    flats: true,
    maxStoreys: 4,
    maxDensity: null,
  },
  {
    words: /блокирован|\b2\.3\b/iu,
    title: 'блокированная жилая застройка, 2.3',
    flats: false,
    maxStoreys: 3,
    maxDensity: 0.6,
  },
  {
    words: /индивидуальн|ижс|подсобн|садов|дачн|\b2\.[12]\b(?!\.\d)/iu,
    title: 'для индивидуального жилищного строительства, 2.1',
    flats: false,
    maxStoreys: 3,
    maxDensity: 0.4,
  },
]

const RESIDENTIAL = /жил|квартир|\b2\.[07]\b/iu
const NOT_RESIDENTIAL = /нежил\p{L}*/giu

/** Null where the use is unknown, or residential without a word of which kind. */
function useIn(text: string | null): Use | null {
  const named = text?.replace(NOT_RESIDENTIAL, ' ') ?? ''
  const found = USES.find(({ words }) => words.test(named)) ?? null
  // "Многоквартирный жилой дом" beside a lower use sets no limit of its own.
  return found?.flats === false && /многоквартир/iu.test(named) ? null : found
}

export function permittedUseOf(text: string | null): PermittedUse {
  const use = useIn(text)
  if (use) return use
  const isResidential = text !== null && RESIDENTIAL.test(text.replace(NOT_RESIDENTIAL, ' '))
  return { flats: text === null ? null : isResidential, maxStoreys: null, maxDensity: null }
}

/** The rules with the limits of the use, where these are stricter; they name it as their source. */
export function withPermittedUse(set: RuleSet, text: string | null): RuleSet {
  const use = useIn(text)
  if (!use) return set
  const { rules } = set
  const source = `Вид разрешённого использования: ${use.title} (П/0412)`
  const { maxStoreys, maxDensity } = use
  const lower = maxStoreys !== null && maxStoreys < rules.max_storeys.value
  return {
    ...set,
    rules: {
      ...rules,
      ...(lower ? { max_storeys: { value: maxStoreys, source } } : {}),
      ...(maxDensity === null
        ? {}
        : { max_density: { value: atMost(rules.max_density.value, maxDensity), source } }),
    },
  }
}

function atMost(steps: Steps<number>, most: number) {
  return steps.map(({ up_to, value }) => ({ up_to, value: Math.min(value, most) }))
}
