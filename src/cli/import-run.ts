// One run of `import`, whatever the file holds: progress, the rejects file, and what is said at the
// end.

import { FileBrokenOff } from '../datasets/data-file.ts'
import type { DatasetName, DatasetWriter } from '../datasets/dataset-store.ts'
import { filePosition, type WatchSource } from '../datasets/file-position.ts'
import { type ImportResult, type ImportRow, importRows, mapRows } from '../datasets/import.ts'
import { keepApart, RejectsFileError } from '../datasets/rejects-file.ts'
import type { Database } from '../db/database.ts'
import type { MainTables } from '../db/tables.ts'
import { StreamMedian } from '../numbers/stream-median.ts'
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
  /** Of which figures to say the median; null where a row has none. */
  readonly figures: Readonly<Record<string, (row: Row) => number | null>>
  /** What to say of the rows once all have been read. */
  readonly advice?: () => readonly string[]
}

export async function runImport<Row>({
  dataset,
  file,
  options,
  rowsOf,
  writerOf,
  figures,
  advice = () => [],
}: ImportRun<Row>): Promise<void> {
  const progress = createProgress()
  const position = filePosition(file)
  const rejectsFile = options.rejects ?? (options.dryRun ? null : `${file}.rejects.csv`)
  const medians = mediansOf(figures)
  let imported = 0
  try {
    if (rejectsFile !== null) await keepApart(file, rejectsFile)
    await withMainStore(async ({ main }) => {
      const rows = mapRows(rowsOf(position.watch), medians.counting)
      const result = await importRows(rows, writerOf(main), {
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
      printResult(result, file, options, {
        medians: medians.found(),
        advice: [...adviceOnReplaced(result, kept, options), ...advice()],
      })
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

/** Of a degree they tell about 100 m. */
const MEDIAN_DIGITS = 6

/** The medians of figures over the rows that were counted; none of figures that no row had. */
function mediansOf<Row>(figures: ImportRun<Row>['figures']) {
  const streams = Object.entries(figures).map(
    ([name, figureOf]) => ({ name, figureOf, median: new StreamMedian() }) as const,
  )
  return {
    counting(row: Row): Row {
      for (const { figureOf, median } of streams) {
        const figure = figureOf(row)
        if (figure !== null) median.add(figure)
      }
      return row
    },
    found: (): Medians =>
      Object.fromEntries(
        streams
          .map(
            ({ name, median }) =>
              [name, Number(median.value().toPrecision(MEDIAN_DIGITS))] as const,
          )
          .filter(([, value]) => !Number.isNaN(value)),
      ),
  }
}

type Medians = Readonly<Record<string, number>>

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

function mediansInWords(medians: Medians): readonly string[] {
  const words = Object.entries(medians).map(([name, value]) => `${name} ${value}`)
  return words.length === 0 ? [] : [`Medians of these rows: ${words.join(', ')}.`]
}

/** @throws CommandFault if the file broke off, or held no row that can be used */
function printResult(
  result: ImportResult,
  file: string,
  options: ImportCommandOptions,
  { medians, advice }: { readonly medians: Medians; readonly advice: readonly string[] },
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
      medians,
      advice,
      error: brokenOff?.message,
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
      ...mediansInWords(medians),
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
