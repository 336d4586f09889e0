// Imports a file into a dataset: batch by batch in bounded memory, bad rows into a rejects file,
// good ones upserted. Killed, it leaves whole batches; run again, it ends where it would have.
// An import that breaks off keeps what it has written, and takes no demonstration data out.
import { DataFileError } from './data-file.ts'
import type { DatasetWriter } from './dataset-store.ts'
import { type FirstRejected, type RejectedRow, RejectsFile } from './rejects-file.ts'

/** One row of a file as every reader gives it. `line` counts from 1. */
export type ImportRow<Row> = { readonly line: number; readonly row: Row } | RejectedRow

/** The rows in another form; what is rejected stays as it is. */
export async function* mapRows<From, To>(
  rows: AsyncIterable<ImportRow<From>>,
  formOf: (row: From) => To,
): AsyncGenerator<ImportRow<To>> {
  for await (const one of rows) {
    yield 'row' in one ? { line: one.line, row: formOf(one.row) } : one
  }
}

interface ImportOptions {
  /** Where bad rows go; made only if there are any, and one of an earlier run is removed. */
  readonly rejectsFile: string | null
  readonly dryRun: boolean
  readonly onProgress: (progress: ImportCounts) => void
}

interface ImportCounts {
  readonly read: number
  readonly accepted: number
  readonly rejected: number
}

export interface ImportResult extends ImportCounts {
  readonly demoRemoved: number
  readonly rejectsFile: string | null
  readonly firstRejected: FirstRejected | null
  /** Why the rest of the file could not be read. */
  readonly brokenOff?: DataFileError
}

/** Rows of one transaction: they take the writer about 50 ms, and others' writes wait no longer. */
const BATCH = 1_000

/**
 * @throws DataFileError if no row could be read at all; RejectsFileError; and what reading or
 *   writing throws
 */
export async function importRows<Row>(
  rows: AsyncIterable<ImportRow<Row>>,
  writer: DatasetWriter<Row>,
  options: ImportOptions,
): Promise<ImportResult> {
  const rejects = options.rejectsFile === null ? undefined : new RejectsFile(options.rejectsFile)
  let accepted = 0
  let rejected = 0
  let firstRejected: FirstRejected | null = null
  let batch: Row[] = []
  const counts = () => ({ read: accepted + rejected, accepted, rejected })

  const flush = async () => {
    if (!options.dryRun) await writer.put(batch)
    batch = []
    options.onProgress(counts())
  }

  const takeRows = async () => {
    for await (const row of rows) {
      if ('row' in row) {
        batch.push(row.row)
        accepted += 1
      } else {
        rejected += 1
        firstRejected ??= { line: row.line, reason: row.reason }
        await rejects?.add(row)
        if (rejected % BATCH === 0) options.onProgress(counts())
      }
      if (batch.length >= BATCH) await flush()
    }
  }

  let brokenOff: DataFileError | undefined
  try {
    await takeRows().catch((error: unknown) => {
      if (!(error instanceof DataFileError) || counts().read === 0) throw error
      brokenOff = error
    })
    await flush()
    await rejects?.finish()
  } finally {
    await rejects?.abandon()
  }
  const isComplete = !options.dryRun && !brokenOff && accepted > 0
  return {
    ...counts(),
    demoRemoved: isComplete ? await writer.removeDemo() : 0,
    rejectsFile: rejected > 0 ? options.rejectsFile : null,
    firstRejected,
    ...(brokenOff ? { brokenOff } : {}),
  }
}
