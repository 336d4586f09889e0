// The first start on an empty embedded database makes the user `admin` and shows its random
// password once: on the terminal, or in a file beside the database where there is no terminal.
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isCertainlyUnwritten } from '../db/faults.ts'
import { isRefusedByTable } from '../db/refusals.ts'
import type { IsoTime } from '../db/tables.ts'
import { writeWhole } from '../files/whole-file.ts'
import { type Logger, logAtAnyLevel } from '../logging.ts'
import { codeOf } from '../process/thrown.ts'
import type { DatabaseUrl } from '../settings.ts'
import type { Registry } from './registry.ts'

const FIRST_ADMIN = 'admin'

export interface FirstAdminParts {
  readonly registry: Pick<Registry, 'isEmpty' | 'add'>
  readonly database: DatabaseUrl
  readonly hash: (password: string) => Promise<string>
  readonly log: Logger
  /** Prints to people; undefined where standard output is no terminal. */
  readonly print: ((text: string) => void) | undefined
  readonly now: IsoTime
}

/** 18 random bytes, 24 characters that a person can type. */
export function randomPassword(): string {
  return randomBytes(18).toString('base64url')
}

function initialPasswordFile(databaseFile: string): string {
  return join(dirname(resolve(databaseFile)), 'initial-admin-password')
}

export async function makeFirstAdmin(parts: FirstAdminParts): Promise<void> {
  const { registry, database, log, print } = parts
  if (!(await registry.isEmpty())) return
  if (database.engine !== 'sqlite') {
    log.warn('there are no users yet: make one with `tradein users add NAME --role admin`')
    return
  }
  const password = randomPassword()
  const passwordHash = await parts.hash(password)
  const add = () => addAdmin(parts, passwordHash)
  if (!print) {
    await addWithFile(initialPasswordFile(database.file), password, add, log)
  } else if (await add()) {
    print(`User "${FIRST_ADMIN}" was made. Its password, shown this once: ${password}\n`)
  }
}

/** @returns whether it was made: another process may have been faster, or the table takes none */
async function addAdmin(
  { registry, now, log }: Pick<FirstAdminParts, 'registry' | 'now' | 'log'>,
  passwordHash: string,
): Promise<boolean> {
  try {
    return await registry.add({
      username: FIRST_ADMIN,
      passwordHash,
      role: 'admin',
      managerId: null,
      createdAt: now,
    })
  } catch (error) {
    if (!isRefusedByTable(error)) throw error
    log.warn({ err: error }, 'there are no users yet, and the table users takes none of ours')
    return false
  }
}

/**
 * The file is on the disk before the user exists, and gets its name after. So neither a crash nor
 * another process that starts at the same time leaves a user whose password nobody knows.
 */
async function addWithFile(
  file: string,
  password: string,
  add: () => Promise<boolean>,
  log: Logger,
): Promise<void> {
  const draft = anotherName(file)
  await writeWhole(draft, `${password}\n`)
  let added: boolean
  try {
    added = await add()
  } catch (error) {
    // Kept where the user may have been made: it may be the only copy of the password. Otherwise
    // each restart by a supervisor would leave a file.
    if (isCertainlyUnwritten(error)) await rm(draft)
    throw error
  }
  if (added) {
    await giveName(draft, file, log)
    logAtAnyLevel(log, { file }, `user "${FIRST_ADMIN}" was made, its password is in the file`)
  } else {
    await rm(draft)
  }
}

const anotherName = (file: string): string => `${file}.${randomBytes(6).toString('hex')}`

/** A file of that name is kept under another: the admin of another database may still need it. */
async function giveName(draft: string, file: string, log: Logger): Promise<void> {
  const kept = anotherName(file)
  try {
    await rename(file, kept)
    logAtAnyLevel(
      log,
      { file: kept },
      'an earlier file with a first password is kept under this name',
    )
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  await rename(draft, file)
}

/**
 * Removes the file with the first password, also one that was kept under another name, once that is
 * no longer the user's.
 * @param wasPassword whether the user's password was this until now: the file may be of a user of
 *   another database in the same folder
 */
export async function forgetInitialPassword(
  database: DatabaseUrl,
  username: string,
  wasPassword: (password: string) => boolean,
): Promise<void> {
  if (database.engine !== 'sqlite' || username !== FIRST_ADMIN) return
  const named = initialPasswordFile(database.file)
  for (const name of await readdir(dirname(named))) {
    const file = join(dirname(named), name)
    if (file !== named && !file.startsWith(`${named}.`)) continue
    try {
      const password = (await readFile(file, 'utf8')).trimEnd()
      if (wasPassword(password)) await rm(file)
    } catch (error) {
      // Another command may be removing it just now.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}
