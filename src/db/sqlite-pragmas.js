// How every connection to an embedded database is set up. Plain JavaScript because the database's
// threads share it.

/** @import { DatabaseSync } from 'node:sqlite' */

/**
 * Write-ahead log with full synchronisation: what was answered survives a power cut.
 * @param {DatabaseSync} database
 */
export function applyPragmas(database) {
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma mmap_size = 1073741824')
}
