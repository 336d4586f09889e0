// The files that settings name, read before anything is opened or made, so that all their faults
// are listed at once. What becomes of a file that changes later stands with the part that uses it.
import { readRoles } from '../gate/legacy-roles.ts'
import { loadRuleSets, type RuleSets } from '../norms/rule-sets.ts'
import { type Settings, SettingsError } from '../settings.ts'

interface SettingsFiles {
  readonly ruleSets: RuleSets
}

/** @throws SettingsError with the faults of all of them */
export async function readSettingsFiles(settings: Settings): Promise<SettingsFiles> {
  const faults: string[] = []
  let ruleSets: RuleSets | undefined
  try {
    ruleSets = loadRuleSets(settings.ruleSetsDir)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    faults.push(...error.faults)
  }
  if (settings.authMode === 'dual' && settings.legacyRolesFile !== undefined) {
    await readRoles(settings.legacyRolesFile).catch((error: Error) => faults.push(error.message))
  }
  if (ruleSets === undefined || faults.length > 0) throw new SettingsError(faults)
  return { ruleSets }
}
