// The option `--map`: what a file of comparables calls the columns of the import schema.
import { InvalidArgumentError, Option } from 'commander'
import { COLUMNS, type Column, type ColumnMapping } from '../valuation/comparable-record.ts'

export function mapOption(): Option {
  return new Option('--map <column=name>', 'the file’s own name for a column; may be repeated')
    .argParser(collectMapping)
    .default({}, 'the names of the schema')
}

function collectMapping(text: string, mapping: ColumnMapping): ColumnMapping {
  const [, column = '', name = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  const known = COLUMNS.find((candidate) => candidate === column)
  if (known === undefined) {
    throw new InvalidArgumentError(
      `Give column=name with one of the columns ${COLUMNS.join(', ')}.`,
    )
  }
  return { ...mapping, [known satisfies Column]: name }
}
