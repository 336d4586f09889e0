// Reads a CSV of comparables, plain or gzipped, record by record: memory does not grow with the file.
// Never here: what a record must look like (comparable.ts) and where the comparables go.

import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import type { WatchSource } from '../datasets/file-position.ts'
import { isGzip } from '../datasets/gzip.ts'
import {
  type ColumnMapping,
  type Comparable,
  type HeaderPositions,
  headerPositions,
  parseComparable,
} from './comparable.ts'

/** One record of the file: a comparable, or why it was refused. `line` counts from 1, the header being line 1. */
export type FileRecord =
  | { line: number; ok: true; comparable: Comparable }
  | { line: number; ok: false; column: string; reason: string; cells: string[] }

/** The file as a whole cannot be read as comparables: no header, or required columns missing from it. */
export class ComparableFileError extends Error {}

/**
 * Streams the records of a CSV file (UTF-8, header line, gzipped or not: told by its first bytes).
 * @throws ComparableFileError if the header lacks a required column; the system's error if the file cannot be read
 */
export async function* readComparableFile(
  path: string,
  mapping: ColumnMapping = {},
  watch?: WatchSource,
): AsyncGenerator<FileRecord> {
  const raw = createReadStream(path)
  watch?.(raw)
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 100_000,
  })
  raw.on('error', (error) => parser.destroy(error))
  if (await isGzip(path)) {
    const gunzip = createGunzip()
    gunzip.on('error', (error) => parser.destroy(error))
    raw.pipe(gunzip).pipe(parser)
  } else {
    raw.pipe(parser)
  }
  let positions: HeaderPositions | null = null
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: { lines: number } }
      if (positions === null) {
        const found = headerPositions(record, mapping)
        if (!found.ok)
          throw new ComparableFileError(
            `${path} lacks the columns ${found.missing.join(', ')}. Add them, or name yours with --map column=name.`,
          )
        positions = found.positions
        continue
      }
      const parsed = parseComparable(record, positions)
      yield parsed.ok
        ? { line: info.lines, ok: true, comparable: parsed.comparable }
        : {
            line: info.lines,
            ok: false,
            column: parsed.column,
            reason: parsed.reason,
            cells: record,
          }
    }
  } finally {
    raw.destroy()
    parser.destroy()
  }
  if (positions === null) throw new ComparableFileError(`${path} is empty: it has no header line.`)
}
