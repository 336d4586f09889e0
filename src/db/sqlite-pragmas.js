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
  // A reader that stays lets the log grow; once it has left, the log's file gives the space back.
  database.exec('pragma journal_size_limit = 16777216')
  database.exec('pragma mmap_size = 1073741824')
}
