// What the verbs share: settings and stores for the time of one command, and output for people or
// for programs. No verb stands here.
import { InvalidArgumentError } from 'commander'
import { pino } from 'pino'
import { systemClock } from '../clock.ts'
import { environmentWithDotEnv, readSettings, type Settings } from '../settings.ts'
import { openStores, type Stores } from '../stores.ts'
import { plainForTerminal } from '../terminal-text.ts'

/** Why a command did nothing, in one line that says what to do. */
export class CommandFault extends Error {}

export interface OutputOptions {
  readonly json?: boolean
}

export const JSON_OPTION = ['--json', 'print JSON instead of text'] as const

/** The folder that holds package.json, where `.env` is looked for. */
export const PROJECT_FOLDER = new URL('../../', import.meta.url).pathname.replace(/\/$/, '')

export function readCommandSettings(): Settings {
  return readSettings(environmentWithDotEnv(PROJECT_FOLDER))
}

/** Runs `work` on the databases that the settings name, also beside a running server. */
export async function withStores<T>(
  work: (stores: Stores, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = readCommandSettings()
  // A command speaks through its output; what the stores would log goes to standard error.
  const log = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }))
  const stores = await openStores(settings, { clock: systemClock, log })
  try {
    return await work(stores, settings)
  } finally {
    await stores.close()
  }
}

/** An option's value as a number from 1 to 999,999. @throws InvalidArgumentError */
export function wholeNumberFrom1(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.')
  return Number(text)
}

/** To be thrown where a user is named who is not there: a mistyped name must not look like success. */
export function unknownUser(name: string): CommandFault {
  return new CommandFault(`There is no user "${name}".`)
}

/** Prints one result: `text` for people, `value` as JSON for programs. */
export function print(options: OutputOptions, value: unknown, text: string): void {
  process.stdout.write(options.json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`)
}

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
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map(cell))
  const widths = headings.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  )
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  return value === null || value === undefined ? '-' : plainForTerminal(String(value))
}
