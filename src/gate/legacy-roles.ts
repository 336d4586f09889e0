// The roles file of the legacy mode: username to role, read at start and again when it changes.
// When it becomes bad, that is logged and the last good content stays.
import { constants, open, stat } from 'node:fs/promises'
import { isRole, ROLES, type Role } from '../identity/user.ts'
import { sharedRun } from '../joint-run.ts'
import type { Logger } from '../logging.ts'
import { asObject, parsedJson } from '../text/foreign-json.ts'
import { repeatedKeysOf } from '../text/repeated-keys.ts'
import { textOfUtf8 } from '../text/utf8-text.ts'

export interface LegacyRoles {
  roleOf(username: string): Role | undefined
  /** Whether the file has become bad, and its last good content counts. */
  readonly isOutdated: boolean
  /** Reads the file again if it has changed. Joins the look under way, if there is one. */
  look(): Promise<void>
}

const FORM = 'Write a role for each username, such as {"anna": "employee"}.'

/** @throws Error saying what is wrong with the file */
export async function openLegacyRoles(path: string, log: Logger): Promise<LegacyRoles> {
  // Before the content, so that a change while that is read is seen by the next look.
  let version = await versionOf(path)
  let roles = await readRoles(path)
  /** The version that could not be taken over, if one could not. */
  let refused: string | undefined
  const look = async () => {
    const found = await versionOf(path)
    if (found === version && refused === undefined) return
    try {
      roles = await readRoles(path)
      version = found
      refused = undefined
      log.info({ users: roles.size }, 'legacy roles file read again')
    } catch (error) {
      // Tried again at each look, since the fault may not be the file's; told once.
      if (found === refused) return
      refused = found
      log.error({ err: error }, 'legacy roles file has become bad, its last good content stays')
    }
  }
  return {
    roleOf: (username) => roles.get(username),
    get isOutdated() {
      return refused !== undefined
    },
    look: sharedRun(look),
  }
}

/** Another text for each change of the file, and for one that is not there. */
async function versionOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join()
  } catch (error) {
    return String(error)
  }
}

/** @throws Error in one line that says which rule the file breaks */
export async function readRoles(path: string): Promise<ReadonlyMap<string, Role>> {
  const text = await readText(path)
  const parsed = parsedJson(text)
  if (parsed === undefined) throw new Error(`LEGACY_ROLES_FILE is not valid JSON. ${FORM}`)
  const listed = asObject(parsed)
  if (!listed) throw new Error(`LEGACY_ROLES_FILE is not a JSON object. ${FORM}`)
  const [repeated] = repeatedKeysOf(text)
  if (repeated !== undefined) {
    throw new Error(`LEGACY_ROLES_FILE lists ${JSON.stringify(repeated)} twice. Leave one.`)
  }
  const roles = new Map<string, Role>()
  const wrong: string[] = []
  for (const [username, role] of Object.entries(listed)) {
    if (!username.isWellFormed()) {
      throw new Error(
        `LEGACY_ROLES_FILE lists ${JSON.stringify(username)}, half of a character. No header can hold that name.`,
      )
    }
    if (isRole(role)) roles.set(username, role)
    else wrong.push(JSON.stringify(username))
  }
  if (wrong.length > 0) {
    throw new Error(
      `LEGACY_ROLES_FILE gives ${wrong.join(', ')} a role that does not exist. Use one of ${ROLES.join(', ')}.`,
    )
  }
  return roles
}

async function readText(path: string): Promise<string> {
  const bytes = await bytesOf(path).catch(() => {
    throw new Error('LEGACY_ROLES_FILE cannot be read. Check that it is a file and readable.')
  })
  const text = textOfUtf8(bytes)
  if (text === undefined) {
    throw new Error('LEGACY_ROLES_FILE is not UTF-8 text. Save it as UTF-8.')
  }
  return text
}

/** Opened without waiting for who writes: a pipe in its place would hold all looks for ever. */
async function bytesOf(path: string): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  if (!(await file.stat()).isFile()) throw new Error('no file')
  return await file.readFile()
}
