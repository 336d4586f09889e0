// How every connection to an embedded database is set up.
import type { DatabaseSync } from 'node:sqlite'

/** Write-ahead log with full synchronisation: what was answered survives a power cut. */
export function applyPragmas(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma mmap_size = 1073741824')
}
