// One run of `import`, whatever the file holds: progress, the rejects file, and what is said at the
// end.

import { FileBrokenOff } from '../datasets/data-file.ts'
import type { DatasetName, DatasetWriter } from '../datasets/dataset-store.ts'
import { filePosition, type WatchSource } from '../datasets/file-position.ts'
import { type ImportResult, type ImportRow, importRows } from '../datasets/import.ts'
import { keepApart, RejectsFileError } from '../datasets/rejects-file.ts'
import type { Database } from '../db/database.ts'
import type { MainTables } from '../db/tables.ts'
import {
  CommandFault,
  faultAfterRows,
  type OutputOptions,
  print,
  withMainStore,
} from './command.ts'
import { sourcedRowsOf } from './datasets.ts'
import { fileFault } from './file-fault.ts'
import { createProgress } from './progress.ts'

export interface ImportCommandOptions extends OutputOptions {
  readonly source: string
  readonly dryRun?: boolean
  readonly rejects?: string
}

/** One run of the command. */
interface ImportRun<Row> {
  readonly dataset: DatasetName
  readonly file: string
  readonly options: ImportCommandOptions
  readonly rowsOf: (watch: WatchSource) => AsyncIterable<ImportRow<Row>>
  readonly writerOf: (main: Database<MainTables>) => DatasetWriter<Row>
  /** What to say of the rows once all have been read. */
  readonly advice?: () => readonly string[]
}

export async function runImport<Row>({
  dataset,
  file,
  options,
  rowsOf,
  writerOf,
  advice = () => [],
}: ImportRun<Row>): Promise<void> {
  const progress = createProgress()
  const position = filePosition(file)
  const rejectsFile = options.rejects ?? (options.dryRun ? null : `${file}.rejects.csv`)
  let imported = 0
  try {
    if (rejectsFile !== null) await keepApart(file, rejectsFile)
    await withMainStore(async ({ main }) => {
      const result = await importRows(rowsOf(position.watch), writerOf(main), {
        rejectsFile,
        dryRun: options.dryRun === true,
        onProgress: ({ read, accepted, rejected }) => {
          imported = accepted
          progress.show({
            share: position.share(),
            counted: { done: read, unit: 'rows' },
            note: `${rejected} rejected`,
          })
        },
      }).catch((error: unknown) => {
        throw faultAfterRows(error, imported, 'imported')
      })
      progress.end()
      const kept = options.dryRun
        ? result.accepted
        : await sourcedRowsOf(main, dataset)
            .count({ source: options.source })
            // The import is whole all the same.
            .catch(() => result.accepted)
      printResult(result, file, options, [...adviceOnReplaced(result, kept, options), ...advice()])
    })
  } catch (error) {
    if (error instanceof RejectsFileError) {
      throw new CommandFault(`${error.message} Name another place with --rejects FILE.`)
    }
    throw fileFault(error, file)
  } finally {
    progress.end()
  }
}

/** @param kept rows of the source that are in the table now */
function adviceOnReplaced(
  { accepted }: ImportResult,
  kept: number,
  { source }: ImportCommandOptions,
): readonly string[] {
  if (kept >= accepted) return []
  return [
    `Rows of the source "${source}" now: ${kept}. At least ${accepted - kept} of the file replaced an earlier one with the same key.`,
  ]
}

/** @throws CommandFault if the file broke off, or held no row that can be used */
function printResult(
  result: ImportResult,
  file: string,
  options: ImportCommandOptions,
  advice: readonly string[],
): void {
  const { read, accepted, rejected, demoRemoved, rejectsFile, firstRejected, brokenOff } = result
  const done = options.dryRun ? 'Checked' : 'Imported'
  print(
    options,
    {
      read,
      accepted,
      rejected,
      demo_removed: demoRemoved,
      rejects_file: rejectsFile,
      first_rejected: firstRejected,
      advice,
      ...(brokenOff ? { error: brokenOff.message } : {}),
    },
    [
      `${done} ${accepted} of ${read} rows, rejected ${rejected}.`,
      ...(firstRejected === null
        ? []
        : [`The first (rejected_line ${firstRejected.line}): ${firstRejected.reason}.`]),
      ...(rejectsFile === null ? [] : [`Rejected rows with their reasons: ${rejectsFile}`]),
      ...(rejectsFile === null && rejected > 0
        ? ['Name a file with --rejects to see them with their reasons.']
        : []),
      ...(demoRemoved === 0 ? [] : [`Demonstration rows removed: ${demoRemoved}.`]),
      ...advice,
    ],
  )
  if (brokenOff) {
    const next = brokenOff instanceof FileBrokenOff ? ` ${brokenOff.move}` : ''
    throw new CommandFault(
      `${file}: ${brokenOff.message} ${done} ${accepted} rows before the file broke off.${next}`,
    )
  }
  if (accepted === 0) throw new CommandFault(`No row of ${file} could be used.`)
}
