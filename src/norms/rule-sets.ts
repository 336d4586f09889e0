// Which rule set holds for a parcel: the operator's for its place, or the service's own, within
// what its permitted use allows. Reading the operator's files is rule-set-files.ts's, applying
// rules envelope.ts's and the solver's.
import { readFileSync } from 'node:fs'
import { withPermittedUse } from './permitted-use.ts'
import type { RuleSet } from './rule-set.ts'
import { type DefaultSet, setsByPrefix } from './rule-set-files.ts'

export interface RuleSets {
  /**
   * The operator's set for the smallest territory around the parcel, or the default; within what
   * the permitted use of the land allows.
   */
  forParcel(parcel: ParcelOfRules): RuleSet
}

const DEFAULT_FILE = new URL('./rule-sets/default.json', import.meta.url)

interface ParcelOfRules {
  readonly cadastralNumber: string
  readonly permittedUse: string | null
}

/**
 * Reads the default set and, over it, every `*.json` of `folder`.
 * @throws SettingsError with a line for each fault, naming the file and the rule
 */
export function loadRuleSets(folder: string | undefined): RuleSets {
  const base = JSON.parse(readFileSync(DEFAULT_FILE, 'utf8')) as DefaultSet
  const byPrefix = folder === undefined ? [] : setsByPrefix(folder, base)
  const longestFirst = [...byPrefix].toSorted(([a], [b]) => b.length - a.length)
  return {
    forParcel({ cadastralNumber, permittedUse }) {
      const [, found] =
        longestFirst.find(([prefix]) => startsWithPlace(cadastralNumber, prefix)) ?? []
      const { id, title, rules, permitted_uses: uses } = found ?? base
      return withPermittedUse({ id, title, isDefault: !found, rules }, uses, permittedUse)
    },
  }
}

/** Quarters have six digits or seven. */
const WHOLE_QUARTER = /:\d{6,7}$/

/** Whether the number begins with the prefix: with all of a quarter that it names whole. */
function startsWithPlace(cadastralNumber: string, prefix: string): boolean {
  return cadastralNumber.startsWith(WHOLE_QUARTER.test(prefix) ? `${prefix}:` : prefix)
}
