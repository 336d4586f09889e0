// Delivery into a folder: one JSON file a message, named after it, whole or not there at all.
// Delivering the same message again replaces its file by an equal one.
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isThere, makeFolder } from '../make-folder.ts'
import type { Channel } from './channel.ts'
import { type Outgoing, outgoingDocument } from './outgoing.ts'

const AT_ONCE = 4

/** Only the service's own user may read them: messages hold people's contacts. */
const FILE_MODE = 0o600

export function fileChannel(folder: string): Channel {
  const target = resolve(folder)
  return {
    atOnce: AT_ONCE,
    async deliver(outgoing) {
      try {
        await makeFolder(target)
        const text = `${JSON.stringify(outgoingDocument(outgoing), undefined, 2)}\n`
        await writeWhole(join(target, fileNameOf(outgoing)), text)
        return { kind: 'delivered' }
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        return { kind: 'not_delivered', reason: `file cannot be written (${code ?? 'unknown'})` }
      }
    },
  }
}

/** A full disk still takes an empty file, and one that fits into the block of a small one. */
const TRIAL_BYTES = 100_000

/**
 * Tries whether a delivery could write there, and leaves nothing behind. A folder that is not there
 * yet is made by the first delivery: the nearest one above it is tried in its stead.
 * @returns the system's code for what forbids it, or undefined
 */
export async function faultOfFolder(folder: string): Promise<string | undefined> {
  let place = resolve(folder)
  while (!(await isThere(place)) && dirname(place) !== place) place = dirname(place)
  const trial = join(place, `.trial-${process.pid}`)
  try {
    await writeWhole(trial, 'x'.repeat(TRIAL_BYTES))
    await rm(trial)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

/** `2026-01-15T09-30-00.000Z-ID.json`: sorts by time and is a valid name everywhere. */
function fileNameOf({ id, createdAt }: Pick<Outgoing, 'id' | 'createdAt'>): string {
  return `${createdAt.replaceAll(':', '-')}-${id}.json`
}

/** The file gets its name only once its whole content is on the disk. */
async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.tmp`
  try {
    const file = await open(unfinished, 'w', FILE_MODE)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
}
