// Reads the operator's rule sets from the files of a folder, each over the default set, and says
// all that is wrong with them at once. Which of them holds for a parcel is rule-sets.ts's.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ErrorObject } from 'ajv'
import { once } from '../made-once.ts'
import { codeOf, messageOf } from '../process/thrown.ts'
import { SettingsError } from '../settings.ts'
import { repeatedKeysOf } from '../text/repeated-keys.ts'
import { textOfUtf8 } from '../text/utf8-text.ts'
import { storeysWithin } from './envelope.ts'
import { type PermittedUses, RULE_NAMES, RuleSetFile, Rules } from './rule-set.ts'
import { tableFaults } from './rule-tables.ts'

/** A set with nothing left out. */
export interface DefaultSet {
  readonly id: string
  readonly title: string
  readonly rules: Rules
  readonly permitted_uses: PermittedUses
}

/** A set as it applies to its territory, and the file that gives it. */
interface SetOfFile extends DefaultSet {
  readonly file: string
}

/**
 * The sets of a folder's `*.json`, by the prefixes of their territories.
 * @throws SettingsError with a line for each fault, naming the file and the rule
 */
export function setsByPrefix(
  folder: string,
  base: Pick<DefaultSet, 'id' | 'rules' | 'permitted_uses'>,
): ReadonlyMap<string, SetOfFile> {
  const faults: string[] = []
  const byPrefix = new Map<string, SetOfFile>()
  const fileById = new Map([[base.id, 'the default set']])
  for (const { name, bytes } of filesOf(folder)) {
    const read = readSet(bytes)
    if (!('set' in read)) {
      faults.push(...read.faults.map((fault) => `Rule set ${name}: ${fault}`))
      continue
    }
    const { id, title, territory, rules, permitted_uses } = read.set
    const sameId = fileById.get(id)
    if (sameId) faults.push(`Rule set ${name}: id "${id}" is also that of ${sameId}. Rename one.`)
    fileById.set(id, name)
    const merged = {
      rules: { ...base.rules, ...rules },
      permitted_uses: { ...base.permitted_uses, ...permitted_uses },
    }
    faults.push(...contradictionsOf(merged).map((fault) => `Rule set ${name}: ${fault}`))
    for (const prefix of territory.cadastral_prefixes) {
      const other = byPrefix.get(prefix)
      if (other) {
        faults.push(
          `Rule set ${name}: territory ${prefix} is also that of ${other.file}. Leave it to one.`,
        )
      }
      byPrefix.set(prefix, { file: name, id, title, ...merged })
    }
  }
  if (faults.length > 0) throw new SettingsError(faults)
  return byPrefix
}

interface SetForPlace extends RuleSetFile {
  readonly territory: NonNullable<RuleSetFile['territory']>
}

function filesOf(folder: string): readonly { readonly name: string; readonly bytes: Buffer }[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  } catch (error) {
    throw new SettingsError([
      `RULE_SETS_DIR names a folder that cannot be read (${codeOf(error)}). Check the path and its permissions, or unset it.`,
    ])
  }
}

/** Takes long to make, and most operators have no such files. */
const ruleSetFileCheck = once(() =>
  new Ajv({ allErrors: true, strict: false }).compile<RuleSetFile>(RuleSetFile),
)

function readSet(
  bytes: Buffer,
): { readonly set: SetForPlace } | { readonly faults: readonly string[] } {
  const text = textOfUtf8(bytes)
  if (text === undefined) return { faults: ['is not UTF-8 text. Save it as UTF-8.'] }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { faults: [`is not JSON (${messageOf(error)})`] }
  }
  const faults = repeatedKeysOf(text).map((path) => `${path} stands twice: leave one`)
  const isRuleSetFile = ruleSetFileCheck()
  const errors = isRuleSetFile(value) ? [] : (isRuleSetFile.errors ?? [])
  faults.push(...errors.map(faultText))
  const { rules, territory } = (value ?? {}) as Partial<RuleSetFile>
  // A misspelt rule would leave the default in force, unseen.
  for (const name of Object.keys(rules ?? {})) {
    if (!Object.hasOwn(Rules.properties, name)) {
      faults.push(`rules.${name} is no rule of this service`)
    }
  }
  if (territory === undefined) faults.push('territory is missing: name its cadastral_prefixes')
  // What follows reads values, which are of their type only where the schema has held.
  if (isSound('/territory', errors)) {
    const prefixes = territory?.cadastral_prefixes ?? []
    if (new Set(prefixes).size < prefixes.length) faults.push('territory names a prefix twice')
  }
  const sound = RULE_NAMES.filter((name) => isSound(`/rules/${name}/value`, errors))
  for (const name of sound) {
    for (const fault of tableFaults(rules?.[name]?.value)) {
      faults.push(`rules.${name}: ${TABLE_FAULTS[fault]}`)
    }
  }
  return faults.length > 0 ? { faults } : { set: value as SetForPlace }
}

/** Whether none of the errors is of what stands at a path, around it or within it. */
function isSound(path: string, errors: readonly ErrorObject[]): boolean {
  return !errors
    .map(placeOf)
    .some((place) => `${path}/`.startsWith(`${place}/`) || `${place}/`.startsWith(`${path}/`))
}

/**
 * Where the fault is: what is missing or unknown is the fault of its own place, and not of all
 * around it.
 */
function placeOf({ instancePath, params }: ErrorObject): string {
  const name = params.missingProperty ?? params.additionalProperty
  return name === undefined ? instancePath : `${instancePath}/${name}`
}

const pathOf = (place: string) => place.slice(1).replaceAll('/', '.')

function faultText(error: ErrorObject): string {
  const { instancePath, keyword, message } = error
  if (keyword === 'additionalProperties') {
    return `${pathOf(placeOf(error))} is nothing that this service knows`
  }
  const path = pathOf(instancePath)
  return `${path === '' ? 'the file' : path} ${message ?? 'is not as described'}`
}

/**
 * Rules that leave no house to build, whatever the land. Judged on the whole set: one of the two
 * may be the default's.
 */
function contradictionsOf({
  rules,
  permitted_uses,
}: Pick<DefaultSet, 'rules' | 'permitted_uses'>): string[] {
  const { min_storeys, max_storeys, max_height_m, storey_height_m } = rules
  const [least, most] = [min_storeys.value, max_storeys.value]
  const hint = 'What a set leaves out is as in the default set; change one of them.'
  return [
    ...(least > most
      ? [`min_storeys is ${least}, more than max_storeys, which is ${most}. ${hint}`]
      : []),
    ...(least > storeysWithin(rules)
      ? [
          `min_storeys is ${least}, of storey_height_m ${storey_height_m.value} each: ` +
            `higher than max_height_m, which is ${max_height_m.value}. ${hint}`,
        ]
      : []),
    ...Object.entries(permitted_uses)
      .filter(([, use]) => (use.min_storeys ?? 1) > (use.max_storeys ?? Infinity))
      .map(([code]) => `permitted_uses.${code}: min_storeys is more than max_storeys`),
  ]
}

const TABLE_FAULTS = {
  steps: 'up_to must grow from step to step, and be null in the last',
  span: 'least must not be greater than most',
} as const
