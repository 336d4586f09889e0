// `evaluate`: the ratio study on a file of comparables, by the code that answers requests. Touches
// no database.
import { Command, InvalidArgumentError, Option } from 'commander'
import { dayOfIso } from '../calendar.ts'
import { systemClock } from '../clock.ts'
import { DAY_MS, isoDate } from '../iso-time.ts'
import { round } from '../numbers/rounding.ts'
import {
  EmptySplit,
  type EvaluateOptions,
  type EvaluateProgress,
  evaluate,
} from '../valuation/study/ratio-study.ts'
import type { RatioStudy } from '../valuation/study/study-figures.ts'
import type { Split } from '../valuation/study/study-parts.ts'
import { type ColumnOptions, fileColumns, withColumnOptions } from './column-options.ts'
import { CommandFault, JSON_OPTION, type OutputOptions, print, wholeNumber } from './command.ts'
import { fileFault } from './file-fault.ts'
import { createProgress, type ProgressState } from './progress.ts'
import { table } from './table.ts'

interface EvaluateCommandOptions extends OutputOptions, ColumnOptions {
  readonly file: string
  readonly testFrom?: string
  readonly walkForward?: boolean
  readonly folds?: number
  readonly by?: 'building'
  readonly seed: number
}

export function evaluateCommand(): Command {
  return withColumnOptions(new Command('evaluate'))
    .description('how well values are estimated on your own data: a ratio study')
    .requiredOption('--file <csv>', 'comparables, CSV, plain or .gz')
    .option('--test-from <date>', 'test on what is dated from here on (2024-05-20)', dateOption)
    .addOption(
      new Option(
        '--walk-forward',
        'with --test-from: fit anew for each month of the test',
      ).conflicts('folds'),
    )
    .addOption(
      new Option('--folds <k>', 'cross-validate in k folds')
        .argParser(wholeNumber(2, 100))
        .conflicts('testFrom'),
    )
    .addOption(
      new Option('--by <unit>', 'with --folds: hold out whole buildings')
        .choices(['building'])
        .conflicts('testFrom'),
    )
    .option('--seed <n>', 'of the random split', wholeNumber(0, 999_999_999), 1)
    .option(...JSON_OPTION)
    .action(async (options: EvaluateCommandOptions, command: Command) => {
      const split = splitOf(options)
      if (!split) command.error('Say how to split: --test-from DATE, or --folds K.')
      const progress = createProgress()
      try {
        const study = await evaluate(studyOptions(options, split), (reached) =>
          progress.show(progressOf(reached)),
        )
        progress.end()
        print(options, study, studyLines(study))
      } catch (error) {
        throw error instanceof EmptySplit
          ? new CommandFault(error.message)
          : fileFault(error, options.file)
      } finally {
        progress.end()
      }
    })
}

function progressOf(reached: EvaluateProgress): ProgressState {
  if (reached.step === 'read') {
    return { share: null, note: `${reached.rows} rows read, ${reached.rejected} rejected` }
  }
  const model = `model ${reached.part} of ${reached.parts}`
  const before = reached.part - 1
  // A fit is taken for half of the work, which is about right for most files.
  return reached.step === 'fit'
    ? { share: (before + 0.5) / reached.parts, note: `${model} fitted on ${reached.trained} rows` }
    : {
        share: (before + 0.5 + reached.done / reached.of / 2) / reached.parts,
        note: `${model}, ${reached.done} of ${reached.of} flats valued`,
      }
}

/** Undefined where no option says it. Commander has refused options that exclude each other. */
function splitOf(options: EvaluateCommandOptions): Split | undefined {
  const { testFrom, walkForward, folds, by } = options
  if (testFrom !== undefined) return { kind: 'time', testFrom, walkForward: walkForward === true }
  return folds === undefined ? undefined : { kind: 'folds', folds, by: by ?? 'row' }
}

function studyOptions(options: EvaluateCommandOptions, split: Split): EvaluateOptions {
  const latest = isoDate(systemClock.wallMs() + DAY_MS)
  return { file: options.file, columns: fileColumns(options), latest, seed: options.seed, split }
}

function studyLines(study: RatioStudy): readonly string[] {
  const { by_level, first_rejected, ...others } = study
  const figures = table(
    ['FIGURE', 'VALUE'],
    Object.entries({ ...others, ...(first_rejected ? { first_rejected } : {}) }).flatMap(
      ([figure, value]) => figureRows(figure, value),
    ),
  )
  const levels = table(
    ['LEVEL', 'N', 'MDAPE', 'PE10'],
    by_level.map(({ level, n, mdape, pe10 }) => [level, n, ...[mdape, pe10].map(shownFigure)]),
  )
  return [...figures, '', ...levels]
}

/** One row, or one for each part of the figure; null, where nothing was estimated, is a row too. */
function figureRows(figure: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [[figure, shownFigure(value)]]
  return Object.entries(value).map(([of, part]) => [`${figure} ${of}`, shownFigure(part)])
}

function shownFigure(value: unknown): unknown {
  return typeof value === 'number' ? round(value, 4) : value
}

function dateOption(text: string): string {
  if (dayOfIso(text) === null) throw new InvalidArgumentError('Give a date: 2024-05-20.')
  return text
}
