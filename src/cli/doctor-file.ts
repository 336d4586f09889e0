// What `doctor` says of an embedded database's file and its folder: whether it is whole, and
// whether more can be written. What is in it stands in the files beside this.
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { MOVE_FOR_DAMAGE } from '../db/operator-moves.ts'
import { damageOf } from '../db/sqlite-file.ts'
import { type Finding, type NamedDatabase, refusalOfFolder } from './doctor-finding.ts'

type Named = Pick<NamedDatabase, 'check' | 'withoutWrites'>

/** Below this a busy day can fill the disk: every write then fails. */
const MIN_ROOM_BYTES = 200e6

/** Reads all of the file, so that a page damaged long ago is found before somebody asks for it. */
export async function examineFile(named: Named, file: string): Promise<readonly Finding[]> {
  return [...examinePages(named, file), ...(await examineRoom(named, file))]
}

export async function examineFolder(
  { check, withoutWrites }: Named,
  file: string,
): Promise<readonly Finding[]> {
  const refusal = await refusalOfFolder(dirname(resolve(file)))
  if (!refusal) return []
  const says = `${refusal.says}, so ${withoutWrites}. ${refusal.move}.`
  return [{ check, verdict: 'wrong', says }]
}

function examinePages({ check }: Named, file: string): readonly Finding[] {
  const damage = damageOf(file)
  if (damage === undefined) return []
  return [{ check, verdict: 'wrong', says: `${damage}. ${MOVE_FOR_DAMAGE}` }]
}

async function examineRoom(named: Named, file: string): Promise<readonly Finding[]> {
  const folder = dirname(resolve(file))
  const faults = await examineFolder(named, file)
  if (faults.length > 0) return faults
  const { bavail, bsize } = await statfs(folder)
  const roomMb = Math.round((bavail * bsize) / 1e6)
  if (bavail * bsize >= MIN_ROOM_BYTES) return []
  const says = `only ${roomMb} MB are free beside it; when the disk is full every write fails. Make room.`
  return [{ check: named.check, verdict: 'warning', says }]
}
