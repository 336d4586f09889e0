// Imports a file into a dataset: batch by batch in bounded memory, bad rows into a rejects file,
// good ones upserted. Killed, it leaves whole batches; run again, it ends where it would have.
import { type FileHandle, open } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import type { DatasetWriter } from './dataset-store.ts'

/** One row of a file as every reader gives it. `line` counts from 1. */
export type ImportRow<Row> =
  | { readonly line: number; readonly row: Row }
  | { readonly line: number; readonly reason: string; readonly cells?: readonly string[] }

interface ImportOptions {
  /** Where bad rows go; made only if there are any. */
  readonly rejectsFile: string
  readonly dryRun: boolean
  readonly onProgress: (progress: ImportCounts) => void
}

interface ImportCounts {
  readonly read: number
  readonly accepted: number
  readonly rejected: number
}

interface ImportResult extends ImportCounts {
  readonly demoRemoved: number
  readonly rejectsFile: string | null
}

/** Rows of one transaction: they take the writer about 50 ms, and others' writes wait no longer. */
const BATCH = 1_000

/** Characters of the rejects file that are kept until they are written. */
const WRITTEN_AT_ONCE = 65_536

export async function importRows<Row>(
  rows: AsyncIterable<ImportRow<Row>>,
  writer: DatasetWriter<Row>,
  options: ImportOptions,
): Promise<ImportResult> {
  const rejects = new RejectsFile(options.rejectsFile)
  let accepted = 0
  let rejected = 0
  let demoRemoved = 0
  let batch: Row[] = []
  const counts = () => ({ read: accepted + rejected, accepted, rejected })

  const flush = async () => {
    if (!options.dryRun && batch.length > 0) {
      // Real data and the demonstration town do not mix; it goes when the first of them comes.
      if (accepted === batch.length) demoRemoved = await writer.removeDemo()
      await writer.put(batch)
    }
    batch = []
    options.onProgress(counts())
  }

  try {
    for await (const row of rows) {
      if ('row' in row) {
        batch.push(row.row)
        accepted += 1
      } else {
        rejected += 1
        await rejects.add(row.line, row.reason, row.cells ?? [])
        if (rejected % BATCH === 0) options.onProgress(counts())
      }
      if (batch.length >= BATCH) await flush()
    }
    await flush()
  } finally {
    await rejects.close()
  }
  return { ...counts(), demoRemoved, rejectsFile: rejected > 0 ? options.rejectsFile : null }
}

/** The rejects file cannot be written: the import ends, whole batches stay. */
export class RejectsFileError extends Error {
  override name = 'RejectsFileError'
}

/** `line,reason,` and the row as it came, so that it can be mended and imported by itself. */
class RejectsFile {
  readonly #path: string
  #file: FileHandle | undefined
  #waiting = ''

  constructor(path: string) {
    this.#path = path
  }

  async add(line: number, reason: string, cells: readonly string[]): Promise<void> {
    if (!this.#file) {
      this.#file = await this.#orFault(open(this.#path, 'w'))
      this.#waiting = stringify([['line', 'reason', 'row']])
    }
    this.#waiting += stringify([[line, reason, ...cells]])
    if (this.#waiting.length >= WRITTEN_AT_ONCE) await this.#write(this.#file)
  }

  async close(): Promise<void> {
    const file = this.#file
    if (!file) return
    this.#file = undefined
    try {
      await this.#write(file)
    } finally {
      await file.close()
    }
  }

  async #write(file: FileHandle): Promise<void> {
    const text = this.#waiting
    this.#waiting = ''
    await this.#orFault(file.writeFile(text))
  }

  async #orFault<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new RejectsFileError(`${this.#path} cannot be written (${code}).`, { cause: error })
    }
  }
}
