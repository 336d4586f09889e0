// Whether files can be written into a folder. Leaves nothing behind.
import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { codeOf } from '../process/thrown.ts'
import { isThere } from './make-folder.ts'
import { writeWhole } from './whole-file.ts'

/** Large enough to need room: a full disk still takes an empty file, or one of a few bytes. */
const TRIAL_BYTES = 100_000

/**
 * Tries to write there. A folder that does not exist is made with its first file, so the nearest
 * existing one above it is tried instead.
 * @returns the system's code for what forbids it, or undefined
 */
export async function faultOfFolder(folder: string): Promise<string | undefined> {
  let place = resolve(folder)
  while (!(await isThere(place)) && dirname(place) !== place) place = dirname(place)
  const trial = join(place, `.trial-${process.pid}`)
  try {
    await writeWhole(trial, 'x'.repeat(TRIAL_BYTES))
    return undefined
  } catch (error) {
    return codeOf(error) ?? 'unknown'
  } finally {
    await rm(trial, { force: true }).catch(() => undefined)
  }
}
