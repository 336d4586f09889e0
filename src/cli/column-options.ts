// The options `--map`, `--default` and `--ignore`: how a file differs from the schema of its
// dataset.
import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  COLUMNS,
  type Column,
  type ColumnTexts,
  type FileColumns,
} from '../valuation/comparables/comparable-record.ts'

export interface ColumnOptions {
  readonly map: ColumnTexts
  readonly default: ColumnTexts
  readonly ignore: readonly Column[]
}

/** All three, for a file of comparables. */
export function withColumnOptions(command: Command): Command {
  return command
    .addOption(mapOption(COLUMNS))
    .addOption(
      new Option(
        '--default <column=value>',
        'what counts where a row has nothing, as kind=listing; may be repeated',
      )
        .argParser(collectDefault)
        .default({}, 'nothing'),
    )
    .addOption(
      new Option(
        '--ignore <column>',
        'leave out what the file has in a column, as words that mean nothing here; may be repeated',
      )
        .argParser((text, ignored: readonly Column[]) => [...ignored, columnIn(text)])
        .default([], 'none'),
    )
}

export function fileColumns({ map, default: defaults, ignore }: ColumnOptions): FileColumns {
  return { names: map, defaults, ignored: ignore }
}

function columnIn(text: string): Column {
  const found = COLUMNS.find((column) => column === text)
  if (found) return found
  throw new InvalidArgumentError(`Give one of the columns ${COLUMNS.join(', ')}.`)
}

/** @param columns of the schema; the option's value has no other key */
export function mapOption(columns: readonly string[]): Option {
  return new Option('--map <column=name>', 'the file’s own name for a column; may be repeated')
    .argParser((text, names: Readonly<Record<string, string>>) => ({
      ...names,
      ...nameIn(text, columns),
    }))
    .default({}, 'the names of the schema')
}

/** Takes both `column=name` and `name=column`. If both are columns, it reads the first of these. */
function nameIn(text: string, columns: readonly string[]): Readonly<Record<string, string>> {
  const { column, given } = pairOf(text, 'name', columns)
  if (columns.includes(column)) return { [column]: given }
  if (columns.includes(given)) return { [given]: column }
  throw unknownColumn('name', columns)
}

function collectDefault(text: string, defaults: ColumnTexts): ColumnTexts {
  const { column, given } = pairOf(text, 'value', COLUMNS)
  if (COLUMNS.some((known) => known === column)) return { ...defaults, [column]: given }
  throw unknownColumn('value', COLUMNS)
}

/** Both sides without blanks around them: the first line of a file is read without them as well. */
function pairOf(
  text: string,
  what: string,
  columns: readonly string[],
): { readonly column: string; readonly given: string } {
  const [, column = '', given = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (column.trim() === '' || given.trim() === '') throw unknownColumn(what, columns)
  return { column: column.trim(), given: given.trim() }
}

function unknownColumn(what: string, columns: readonly string[]): InvalidArgumentError {
  return new InvalidArgumentError(
    `Give column=${what} with one of the columns ${columns.join(', ')}.`,
  )
}
