// Lists as a command prints them: a table for people, objects for programs.
import { plainForTerminal } from '../text/terminal-text.ts'
import { type OutputOptions, print } from './command.ts'

/** One field of a list, as programs and people are given it. */
export interface Column<Row> {
  /** Its name in JSON; a column without one is for people alone. */
  readonly json?: string
  /** What stands over it in the table; a column without one is for programs alone. */
  readonly heading?: string
  readonly of: (row: Row) => unknown
  /** What people read instead of the value. */
  readonly shown?: (row: Row) => string
}

/**
 * Prints a list: objects as JSON for programs, a table for people, each in the order of `columns`.
 */
export function printRows<Row>(
  options: OutputOptions,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): void {
  const objects = rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ json, of }) => (json === undefined ? [] : [[json, of(row)]])),
    ),
  )
  const headed = columns.flatMap(({ heading, of, shown }) =>
    heading === undefined ? [] : [{ heading, cellOf: shown ?? of }],
  )
  print(
    options,
    objects,
    table(
      headed.map(({ heading }) => heading),
      rows.map((row) => headed.map(({ cellOf }) => cellOf(row))),
    ),
  )
}

/**
 * Rows under headings, columns padded to their widest cell, without what would steer a terminal.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly unknown[])[],
): readonly string[] {
  const cells = [headings, ...rows].map((row) => row.map(cell))
  const widths = headings.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  )
  return cells.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function cell(value: unknown): string {
  return value === null || value === undefined ? '-' : plainForTerminal(String(value))
}
