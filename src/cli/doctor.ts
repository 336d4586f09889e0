// `doctor`: looks at settings and the files they name, open files, proxies, the cost of a hash, the
// place of messages, databases and sign-in, and says what is wrong and what to do. Makes no
// database, and changes nothing but what every start does (bringing the schema up to date): the
// session that it tries is taken back.
import { resolve } from 'node:path'
import { Command } from 'commander'
import { systemClock } from '../clock.ts'
import { readRoles } from '../gate/legacy-roles.ts'
import { hashPassword } from '../login/argon2.js'
import { hashCost } from '../login/password-hash.ts'
import { loadRuleSets } from '../norms/rule-sets.ts'
import { openFilesWarnings } from '../process/open-files.ts'
import { messageOf } from '../process/thrown.ts'
import { settingsWarnings } from '../settings/checks.ts'
import { readSettingsForStart } from '../settings/files.ts'
import {
  environmentWithDotEnv,
  type Settings,
  SettingsError,
  warningsOfDotEnv,
} from '../settings.ts'
import { CommandFault, JSON_OPTION, type OutputOptions, PROJECT_FOLDER, print } from './command.ts'
import { examineDatabases } from './doctor-databases.ts'
import { type Finding, refusalOfFolder } from './doctor-finding.ts'

/** A hash that takes longer lets few people sign in at once. */
const SLOW_HASH_MS = 1_000

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check settings, databases, clock and proxies, and say what is wrong')
    .option(...JSON_OPTION)
    .action(async (options: OutputOptions) => {
      const findings = await examine()
      const width = Math.max(...findings.map(({ check }) => check.length))
      print(
        options,
        findings,
        findings.map(
          ({ check, verdict, says }) => `${verdict.padEnd(7)}  ${check.padEnd(width)}  ${says}`,
        ),
      )
      const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length
      if (wrong > 0) throw new CommandFault(`${wrong} of ${findings.length} checks found a fault.`)
    })
}

async function examine(): Promise<readonly Finding[]> {
  let ofDotEnv: readonly Finding[] = []
  let settings: Settings
  try {
    ofDotEnv = warningsOfDotEnv(PROJECT_FOLDER).map(settingsWarning)
    settings = await readSettingsForStart(environmentWithDotEnv(PROJECT_FOLDER))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const faults = error.faults.map(
      (says): Finding => ({ check: 'settings', verdict: 'wrong', says }),
    )
    // A setting is often at fault because of its line there.
    return [...faults, ...ofDotEnv]
  }
  return [
    { check: 'settings', verdict: 'ok', says: 'all can be read' },
    ...ofDotEnv,
    ...settingsWarnings(settings).map(settingsWarning),
    ...openFilesWarnings().map(
      (says): Finding => ({ check: 'open files', verdict: 'warning', says }),
    ),
    await examineRoles(settings),
    ...examineRuleSets(settings),
    examineProxies(settings),
    examineHash(settings),
    await examineMessages(settings),
    ...(await examineDatabases(settings)),
  ]
}

function settingsWarning(says: string): Finding {
  return { check: 'settings', verdict: 'warning', says }
}

async function examineRoles(settings: Settings): Promise<Finding> {
  const check = 'legacy roles'
  if (settings.authMode !== 'dual' || settings.legacyRolesFile === undefined) {
    return { check, verdict: 'ok', says: 'not used: AUTH_MODE is db_only' }
  }
  try {
    const roles = await readRoles(settings.legacyRolesFile)
    return { check, verdict: 'ok', says: `${roles.size} users` }
  } catch (error) {
    return { check, verdict: 'wrong', says: messageOf(error) }
  }
}

function examineRuleSets({ ruleSetsDir }: Settings): readonly Finding[] {
  const check = 'rule sets'
  try {
    loadRuleSets(ruleSetsDir)
    const says = ruleSetsDir === undefined ? 'the default set alone' : 'all can be used'
    return [{ check, verdict: 'ok', says }]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.faults.map((says) => ({ check, verdict: 'wrong', says }))
  }
}

function examineProxies({ trustedProxies, host }: Settings): Finding {
  const check = 'proxies'
  const ranges = trustedProxies.map(([base, length]) => `${base.toString()}/${length}`)
  const everybody = trustedProxies.some(([, length]) => length === 0)
  if (everybody) {
    return {
      check,
      verdict: 'wrong',
      says: 'TRUSTED_PROXIES trusts every address: anyone can choose the address they are limited by. Name the proxies.',
    }
  }
  const local = ranges.every((range) => range.startsWith('127.') || range.startsWith('::1'))
  if (local && host !== '127.0.0.1' && host !== '::1' && host !== 'localhost') {
    return {
      check,
      verdict: 'warning',
      says: `HOST is ${host} but ${ranges.length === 0 ? 'no proxy is' : 'only local proxies are'} trusted. A proxy on another machine must be in TRUSTED_PROXIES, or all its clients share one address.`,
    }
  }
  return { check, verdict: 'ok', says: ranges.length === 0 ? 'none trusted' : ranges.join(', ') }
}

function examineHash(settings: Settings): Finding {
  const startedMs = systemClock.nowMs()
  hashPassword('measure', hashCost(settings))
  const tookMs = Math.round(systemClock.nowMs() - startedMs)
  return tookMs > SLOW_HASH_MS
    ? {
        check: 'password hash',
        verdict: 'warning',
        says: `${tookMs} ms each: lower PASSWORD_ARGON2_MEMORY_KIB or PASSWORD_ARGON2_PASSES, or run the service on a faster machine`,
      }
    : { check: 'password hash', verdict: 'ok', says: `${tookMs} ms each` }
}

/** Whether messages can be written into their folder; other receivers are only named. */
async function examineMessages({ supportDelivery }: Settings): Promise<Finding> {
  const check = 'messages'
  switch (supportDelivery.kind) {
    case 'telegram':
      return { check, verdict: 'ok', says: 'go to a Telegram chat, which is not tried' }
    case 'webhook':
      return { check, verdict: 'ok', says: 'go to a webhook, which is not tried' }
    case 'file': {
      const folder = resolve(supportDelivery.folder)
      const refusal = await refusalOfFolder(folder)
      if (!refusal) return { check, verdict: 'ok', says: folder }
      const says = `${refusal.says}. ${refusal.move}, or name another folder in SUPPORT_DELIVERY.`
      return { check, verdict: 'wrong', says }
    }
  }
}
