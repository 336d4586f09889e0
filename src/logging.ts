// The service's log: JSON lines, or readable ones on a terminal. What may be logged is decided by
// the caller; no password, token or request body is ever handed to it.
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

export type { Logger } from 'pino'

export interface LoggingSettings {
  readonly logLevel: string
}

export function createLogger(settings: LoggingSettings, toTerminal: boolean): Logger {
  const options = {
    level: settings.logLevel,
    base: null,
    serializers: { err: describeError },
  }
  return toTerminal
    ? pino(options, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }))
    : pino(options)
}

/** Without what drivers attach to their errors: PostgreSQL's `detail` can quote a whole row. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const { code } = error as Error & { code?: unknown }
  return { type: name, message, stack, ...(code === undefined ? {} : { code }) }
}
