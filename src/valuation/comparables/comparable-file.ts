// Reads a CSV of comparables, plain or gzipped, record by record: memory does not grow with the
// file. Never here: what a record must look like (comparable-record.ts) and where the comparables
// go.
import { csvRecords } from '../../datasets/csv-file.ts'
import { lackingTold, refuseRepeatedColumns } from '../../datasets/csv-header.ts'
import { DataFileError, MAX_UNPACKED_BYTES, readDataFile } from '../../datasets/data-file.ts'
import type { WatchSource } from '../../datasets/file-position.ts'
import type { ImportRow } from '../../datasets/import.ts'
import type { Comparable } from './comparable.ts'
import {
  COLUMNS,
  type FileColumns,
  type HeaderPositions,
  headerPositions,
  parseComparable,
} from './comparable-record.ts'

export interface ReadingOptions {
  readonly watch?: WatchSource
  /** Rows of a later date (ISO) are refused. */
  readonly latest?: string | undefined
}

/**
 * Streams the records of a CSV file: UTF-8, a header line. Its first bytes decide whether it is
 * gzipped.
 * @throws DataFileError if the header lacks a required column, or for what makes the rest of the
 *   file unreadable; the system's error if the file cannot be opened
 */
export function readComparableFile(
  path: string,
  columns: FileColumns,
  { watch, latest }: ReadingOptions,
): AsyncGenerator<ImportRow<Comparable>> {
  return readDataFile(
    path,
    MAX_UNPACKED_BYTES,
    async function* (bytes, head) {
      let positions: HeaderPositions | undefined
      for await (const record of csvRecords(bytes, head)) {
        if ('reason' in record) {
          yield record
        } else if (positions === undefined) {
          positions = positionsIn(record.cells, columns)
        } else {
          const parsed = parseComparable(record.cells, positions, columns.defaults)
          if ('reason' in parsed) {
            yield { ...record, reason: `${parsed.column}: ${parsed.reason}` }
          } else if (latest !== undefined && parsed.comparable.date > latest) {
            yield { ...record, reason: 'date: in the future' }
          } else {
            yield { line: record.line, row: parsed.comparable }
          }
        }
      }
    },
    watch,
  )
}

function positionsIn(header: readonly string[], columns: FileColumns): HeaderPositions {
  refuseRepeatedColumns(
    header,
    COLUMNS.filter((column) => !columns.ignored?.includes(column)).map((column) =>
      (columns.names?.[column] ?? column).toLowerCase(),
    ),
  )
  const found = headerPositions(header, columns)
  if ('positions' in found) return found.positions
  throw new DataFileError(
    `${lackingTold(found.missing, header)} Add what is missing, name yours with --map column=name, or say what holds for all rows with --default column=value.`,
  )
}
