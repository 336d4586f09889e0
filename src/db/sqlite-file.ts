// The file of an embedded database beside what is in it: whose it is, whether it is still the one
// at its path, whether it may be written, and whether it is whole. No statement of a store runs
// here.
import { closeSync, constants, openSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { codeOf, messageOf } from '../process/thrown.ts'
import { SQLITE, sqliteCodeOf } from './sqlite-codes.js'

/** Tells one file from another at the same path; undefined where there is none. */
export function fileAt(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}`
}

/** The file and its write-ahead log, which is there while a connection is open that may write. */
export function filesOf(path: string): readonly { path: string; id: string | undefined }[] {
  return [path, `${path}-wal`].map((each) => ({ path: each, id: fileAt(each) }))
}

/**
 * SQLite opens read-only what it may not write, the file or the log beside it, and only the first
 * write shows it. The connection stays read-only when the file may be written again.
 */
export function isWritable(database: DatabaseSync): boolean {
  try {
    database.exec('begin; create table "a trial of writing" (a); rollback')
    return true
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    return sqliteCodeOf(error) !== SQLITE.readOnly
  }
}

/** A value that a table's declaration, changed since, would not take: no page is damaged. */
const VALUE_OF_OTHERS = /^(?:NULL|TEXT|NUMERIC) value in /

/**
 * The first fault of a file's pages, in SQLite's words: all are read, a gigabyte in a few seconds,
 * and the caller waits. Undefined where there is none, or where the file cannot be read at all.
 */
export function damageOf(path: string): string | undefined {
  try {
    using database = new DatabaseSync(path, { readOnly: true })
    return database
      .prepare('pragma quick_check')
      .iterate()
      .map((row) => String(row.quick_check).replaceAll('\n', ' '))
      .find((says) => says !== 'ok' && !VALUE_OF_OTHERS.test(says))
  } catch (error) {
    return sqliteCodeOf(error) === SQLITE.corrupt ? messageOf(error) : undefined
  }
}

/** The system turns a failing disk read-only under the files that are open on it. */
export async function isOnReadOnlyDisk(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK)
    return false
  } catch (error) {
    return codeOf(error) === 'EROFS'
  }
}

/**
 * Password hashes and telephones are nobody else's to read; SQLite gives its log the same mode. A
 * file that is there is never opened here: closing it would drop the locks of every connection of
 * this process to it, and the next program to leave the database would take the write-ahead log
 * away from under them.
 */
export function makeForOwnerAlone(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
