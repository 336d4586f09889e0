// The options `--map` and `--default`: how a file of comparables differs from the import schema.
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
}

export function withColumnOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--map <column=name>', 'the file’s own name for a column; may be repeated')
        .argParser(collectName)
        .default({}, 'the names of the schema'),
    )
    .addOption(
      new Option(
        '--default <column=value>',
        'what counts where a row has nothing, as kind=listing; may be repeated',
      )
        .argParser(collectDefault)
        .default({}, 'nothing'),
    )
}

export function fileColumns({ map, default: defaults }: ColumnOptions): FileColumns {
  return { names: map, defaults }
}

/** Takes both `column=name` and `name=column`. If both are columns, it reads the first of these. */
function collectName(text: string, names: ColumnTexts): ColumnTexts {
  const { column, given } = pairOf(text, 'name')
  if (isColumn(column)) return { ...names, [column]: given }
  if (isColumn(given)) return { ...names, [given]: column }
  throw unknownColumn('name')
}

function collectDefault(text: string, defaults: ColumnTexts): ColumnTexts {
  const { column, given } = pairOf(text, 'value')
  if (isColumn(column)) return { ...defaults, [column]: given.trim() }
  throw unknownColumn('value')
}

function pairOf(text: string, what: string): { readonly column: string; readonly given: string } {
  const [, column, given] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (column === undefined || given === undefined) throw unknownColumn(what)
  return { column, given }
}

function isColumn(text: string): text is Column {
  return COLUMNS.some((column) => column === text)
}

function unknownColumn(what: string): InvalidArgumentError {
  return new InvalidArgumentError(
    `Give column=${what} with one of the columns ${COLUMNS.join(', ')}.`,
  )
}
