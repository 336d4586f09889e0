// What the verbs share: settings and stores for the time of one command, its faults, and its result
// for people or for programs. No verb stands here; tables stand in table.ts.
import { fileURLToPath } from 'node:url'
import { InvalidArgumentError } from 'commander'
import { pino } from 'pino'
import { systemClock } from '../clock.ts'
import { DatabaseUnavailable } from '../db/faults.ts'
import type { OpenContext } from '../db/open-ready.ts'
import { isForbidden, moveForFile } from '../db/operator-moves.ts'
import { environmentWithDotEnv, readSettings, type Settings } from '../settings.ts'
import { openIdentityStore, openMainStore, openStores, type Stores } from '../stores.ts'
import { jsonForTerminal, plainForTerminal } from '../text/terminal-text.ts'

/** Why a command did nothing, in one line that says what to do. */
export class CommandFault extends Error {}

export interface OutputOptions {
  readonly json?: boolean
}

export const JSON_OPTION = ['--json', 'print JSON instead of text'] as const

/** The folder that holds package.json, where `.env` is looked for. */
export const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** Runs `work` on the databases that the settings name, also beside a running server. */
export function withStores<T>(
  work: (stores: Stores, settings: Settings) => Promise<T>,
): Promise<T> {
  return withOpened(openStores, work)
}

/** The same on the main database alone: the identity database may be unreachable. */
export function withMainStore<T>(
  work: (stores: Awaited<ReturnType<typeof openMainStore>>) => Promise<T>,
): Promise<T> {
  return withOpened(openMainStore, work)
}

/**
 * The same on the users and sessions alone: with a database of their own, the main one may be
 * unreachable.
 */
export function withIdentityStore<T>(
  work: (stores: Awaited<ReturnType<typeof openIdentityStore>>, settings: Settings) => Promise<T>,
): Promise<T> {
  return withOpened(openIdentityStore, work)
}

async function withOpened<Opened extends { close(): Promise<void> }, T>(
  open: (settings: Settings, context: OpenContext) => Promise<Opened>,
  work: (opened: Opened, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = readSettings(environmentWithDotEnv(PROJECT_FOLDER))
  // A command speaks through its output; what the stores would log goes to standard error.
  const log = pino({ level: 'error' }, process.stderr)
  const opened = await open(settings, { clock: systemClock, log, onWait: warn })
  try {
    return await work(opened, settings)
  } catch (error) {
    throw faultWithMove(error)
  } finally {
    await opened.close()
  }
}

const RUN_AGAIN = 'Run the command again; `tradein doctor` looks for the cause.'

/** The fault of a command whose database failed it, with the next move; others as they are. */
export function faultWithMove(error: unknown): unknown {
  if (isForbidden(error)) {
    return new CommandFault(
      `The database does not let its user do this: ${error.message}. As the owner, grant it that; \`tradein doctor\` names what a running service lacks.`,
    )
  }
  if (!(error instanceof DatabaseUnavailable)) return error
  const move = moveForFile(error) ?? RUN_AGAIN
  return new CommandFault(`The database cannot be used now: ${error.message}. ${move}`)
}

/**
 * The fault of a change that goes row by row, where the database failed partway; any other error as
 * it is.
 */
export function faultAfterRows(error: unknown, rows: number, done: string): unknown {
  if (!(error instanceof DatabaseUnavailable)) return error
  const move = moveForFile(error)
  const next = move
    ? `${move} Then run the command again.`
    : `What is ${done} stays; run the command again to go on.`
  return new CommandFault(
    `The database cannot be used now, after ${rows} rows: ${error.message}. ${next}`,
  )
}

/** Rows that a list shows at most. */
export const MAX_LISTED = 999_999

/** Reads an option's value as a number within the bounds. @throws InvalidArgumentError */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const number = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN
    if (number >= from && number <= to) return number
    throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`)
  }
}

/** Names are exact: without this fault a mistyped one would look like success. */
export function unknownUser(name: string): CommandFault {
  return new CommandFault(`There is no user "${name}". \`tradein users list\` shows them.`)
}

/** Said beside the result, for people. */
export function warn(text: string): void {
  process.stderr.write(`${plainForTerminal(text)}\n`)
}

/**
 * At most `limit` rows. The store was asked for one more: where there is one, a line says so, since
 * a list that was cut must not look whole.
 */
export function upTo<Row>(limit: number, rows: readonly Row[], what: string): readonly Row[] {
  if (rows.length > limit) warn(`These are ${what} ${limit}. There are more: --limit N.`)
  return rows.slice(0, limit)
}

/**
 * Prints one result: a line or several for people, `value` as JSON for programs, which leaves out
 * what is undefined. What strangers wrote within a line makes no other.
 */
export function print(
  options: OutputOptions,
  value: unknown,
  lines: string | readonly string[],
): void {
  const shown = options.json
    ? jsonForTerminal(JSON.stringify(value, null, 2))
    : [lines].flat().map(plainForTerminal).join('\n')
  process.stdout.write(`${shown}\n`)
}
