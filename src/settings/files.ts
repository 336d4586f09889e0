// The files that settings name, read before anything is opened or made, so that all their faults
// are listed at once. What becomes of a file that changes later stands with the part that uses it.
import { readRoles } from '../gate/legacy-roles.ts'
import { loadRuleSets, type RuleSets } from '../norms/rule-sets.ts'
import { readSettings, type Settings, SettingsError } from '../settings.ts'

/** @throws SettingsError with the faults of all of them */
export async function readSettingsFiles(
  settings: Settings,
): Promise<{ readonly ruleSets: RuleSets }> {
  const { ruleSets, faults } = await readFiles(settings)
  if (ruleSets === undefined || faults.length > 0) throw new SettingsError(faults)
  return { ruleSets }
}

/**
 * As `readSettings`, but faults of some settings do not hide those of the files that the others
 * name: the files are read all the same.
 * @throws SettingsError with all of it
 */
export async function readSettingsForStart(
  environment: Parameters<typeof readSettings>[0],
): Promise<Settings> {
  try {
    return readSettings(environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const { faults } = await readFiles(error.readable)
    throw new SettingsError([...error.faults, ...faults])
  }
}

async function readFiles({ authMode, legacyRolesFile, ruleSetsDir }: Partial<Settings>) {
  const faults: string[] = []
  let ruleSets: RuleSets | undefined
  try {
    ruleSets = loadRuleSets(ruleSetsDir)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    faults.push(...error.faults)
  }
  if (authMode === 'dual' && legacyRolesFile !== undefined) {
    await readRoles(legacyRolesFile).catch((error: Error) => faults.push(error.message))
  }
  return { ruleSets, faults }
}
