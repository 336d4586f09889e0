// A file that is there whole, or not at all, also after a power cut.
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** For the service's user alone: what it writes holds people's contacts, or a password. */
const FILE_MODE = 0o600

/**
 * The file gets its name only once its whole content is on the disk. The name is on the disk as
 * well when this returns, where the folder can be synced.
 * @throws the system's refusal
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.tmp`
  try {
    await writeDown(unfinished, text)
    await rename(unfinished, path)
    // The file is there. Not every folder can be opened, and not every file system syncs one.
    await syncFolder(dirname(path)).catch(() => undefined)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeDown(path: string, text: string): Promise<void> {
  await using file = await open(path, 'w', FILE_MODE)
  await file.writeFile(text)
  await file.sync()
}

/** The names in a folder are on the disk only once the folder itself is. */
async function syncFolder(folder: string): Promise<void> {
  await using opened = await open(folder, 'r')
  await opened.sync()
}
