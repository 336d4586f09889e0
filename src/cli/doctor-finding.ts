// What `doctor` says of one thing that it looked at; what it looks at stands in the files beside
// this.
import { faultOfFolder } from '../files/folder-fault.ts'
import type { DatabaseUrl } from '../settings.ts'

export interface Finding {
  readonly check: string
  readonly verdict: 'ok' | 'warning' | 'wrong'
  readonly says: string
}

/** A database as the settings name it. */
export interface NamedDatabase {
  readonly check: string
  readonly setting: 'DATABASE_URL' | 'IDENTITY_DATABASE_URL'
  readonly url: DatabaseUrl
  /** What a database without writes keeps people from. */
  readonly withoutWrites: string
}

/** Undefined where files can be written into the folder. */
export async function refusalOfFolder(
  folder: string,
): Promise<{ readonly says: string; readonly move: string } | undefined> {
  const fault = await faultOfFolder(folder)
  if (fault === undefined) return undefined
  return {
    says: `${folder} cannot be written to (${fault})`,
    move: fault === 'ENOSPC' ? 'Make room' : 'Make it writable',
  }
}
