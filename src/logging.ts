// The service's log: JSON lines, or readable ones on a terminal. What may be logged is decided by
// the caller; no password, token or request body is ever handed to it.
import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { plainLinesForTerminal } from './terminal-text.ts'

export type { Logger } from 'pino'

interface LoggingSettings {
  readonly logLevel: string
}

export function createLogger(settings: LoggingSettings, toTerminal: boolean): Logger {
  const options = {
    level: settings.logLevel,
    base: null,
    serializers: { err: describeError },
  }
  return toTerminal
    ? pino(
        options,
        pretty({
          ignore: 'pid,hostname',
          translateTime: 'SYS:HH:MM:ss',
          destination: new Terminal(),
        }),
      )
    : pino(options)
}

/** Standard output for people: names in it come from strangers. */
class Terminal extends Writable {
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    process.stdout.write(plainLinesForTerminal(chunk.toString()))
    done()
  }
}

/** Leaves out what drivers attach to their errors: PostgreSQL's `detail` can quote a whole row. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const { code } = error as Error & { code?: unknown }
  return { type: name, message, stack, ...(code === undefined ? {} : { code }) }
}
