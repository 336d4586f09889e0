// Reads the settings of the service from the environment and the `.env` file. The settings
// themselves are listed in settings/, in a file for each part of the service.
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './process/thrown.ts'
import { catalogue, type Settings } from './settings/catalogue.ts'
import { contradictions } from './settings/checks.ts'
import type { DatabaseUrl } from './settings/database-url.ts'
import { dotEnvWarnings, readDotEnvText } from './settings/dot-env.ts'
import { Fault, type Setting } from './settings/kinds.ts'
import { textOfUtf8 } from './text/utf8-text.ts'

export type { DatabaseUrl, Settings }

/** All that is wrong with the settings, one line each. */
export class SettingsError extends Error {
  readonly faults: readonly string[]
  /** The settings that have no fault of their own, where settings were read. */
  readonly readable: Partial<Settings>
  constructor(faults: readonly string[], readable: Partial<Settings> = {}) {
    super(faults.join('\n'))
    this.faults = faults
    this.readable = readable
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads all settings from `environment`.
 * @throws SettingsError listing every fault at once
 */
export function readSettings(environment: Environment): Settings {
  const faults: string[] = []
  const unreadable = new Set<string>()
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(catalogue) as [string, Setting<unknown>][]) {
    try {
      const given = givenText(setting, environment)
      const chosen = given ?? setting.fallback
      values[key] = chosen === undefined ? undefined : setting.read(chosen)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      unreadable.add(setting.variable)
      faults.push(`${setting.variable} ${error.message}. Allowed: ${setting.allowed}.`)
    }
  }
  const settings = values as Settings
  faults.push(...contradictions(settings, (variable) => unreadable.has(variable)))
  if (faults.length > 0) throw new SettingsError(faults, settings)
  return settings
}

/** The process's environment over the `.env` file in `folder`, where there is one. */
export function environmentWithDotEnv(folder: string): Environment {
  return { ...readDotEnvText(textOfDotEnv(folder)), ...process.env }
}

/** One line for each thing in the `.env` file of `folder` that deserves a second look. */
export function warningsOfDotEnv(folder: string): readonly string[] {
  return dotEnvWarnings(textOfDotEnv(folder))
}

function textOfDotEnv(folder: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(join(folder, '.env'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw new SettingsError(['.env exists but cannot be read. Make it readable, or remove it.'])
  }
  // A byte order mark would become part of the first name.
  const text = textOfUtf8(bytes)
  if (text === undefined) throw new SettingsError(['.env is not UTF-8 text. Save it as UTF-8.'])
  return text
}

/** Where users and sessions live. */
export function identityDatabaseOf(
  settings: Pick<Settings, 'databaseUrl' | 'identityDatabaseUrl' | 'identityStore'>,
): DatabaseUrl {
  return separateIdentityDatabase(settings) ?? settings.databaseUrl
}

/** The database of users and sessions alone; undefined where the main database holds them. */
export function separateIdentityDatabase({
  identityStore,
  identityDatabaseUrl,
}: Pick<Settings, 'identityDatabaseUrl' | 'identityStore'>): DatabaseUrl | undefined {
  return identityStore === 'auth' ? identityDatabaseUrl : undefined
}

function givenText(setting: Setting<unknown>, environment: Environment): string | undefined {
  const direct = environment[setting.variable]
  const present = direct !== undefined && (direct !== '' || setting.emptyIsValue)
  const file = setting.fromFile ? environment[`${setting.variable}_FILE`] : undefined
  if (!file) return present ? direct : undefined
  if (present) throw new Fault(`is set both directly and through ${setting.variable}_FILE`)
  return textOf(file, `${setting.variable}_FILE`).replace(/\r?\n$/, '')
}

function textOf(file: string, variable: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new Fault(
      `cannot be read from the file that ${variable} names (${codeOf(error) ?? 'unknown'})`,
    )
  }
  // Decoded leniently, different random bytes would become the same value.
  if (!isUtf8(bytes)) {
    throw new Fault(`is not UTF-8 text in the file that ${variable} names; write bytes as base64`)
  }
  return bytes.toString('utf8')
}
