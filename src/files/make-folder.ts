// Makes a folder and those above it. Never looks into one.
import { lstat, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** For the service's user alone. */
const FOLDER_MODE = 0o700

/**
 * Makes the missing folders one by one: the recursive form of `mkdir` hides why a read-only place
 * refuses, and never ends in a place such as /proc, where an existing folder cannot hold another.
 * @throws the system's refusal
 */
export async function makeFolder(path: string): Promise<void> {
  const refusal = await refusalOf(path)
  if (refusal === undefined) return
  const parent = dirname(path)
  if (refusal.code !== 'ENOENT' || parent === path) throw refusal
  // If the parent exists, somebody else may have made it just now: worth a second try.
  if (!(await isThere(parent))) await makeFolder(parent)
  const second = await refusalOf(path)
  if (second) throw second
}

/** Why the folder cannot be made; undefined if it is there, whoever made it. */
async function refusalOf(path: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(path, { mode: FOLDER_MODE })
    return undefined
  } catch (error) {
    const refusal = error as NodeJS.ErrnoException
    return refusal.code === 'EEXIST' ? undefined : refusal
  }
}

/** True of a link that leads nowhere as well: no folder can be made in its place. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
