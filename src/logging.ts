// The service's log: JSON lines, or readable ones on a terminal. What may be logged is decided by
// the caller; no password, token or request body is ever handed to it.
import { Writable } from 'node:stream'
import { type DestinationStream, type Logger, pino } from 'pino'
import { createLogOutput, type LogOutput } from './log-output.ts'
import { jsonForTerminal, plainLinesForTerminal } from './text/terminal-text.ts'

export type { Logger } from 'pino'

interface LoggingSettings {
  readonly logLevel: string
}

export async function createLogger(
  settings: LoggingSettings,
  toTerminal: boolean,
): Promise<Logger> {
  const options = {
    level: settings.logLevel,
    base: null,
    serializers: { err: describeError },
  }
  const output = createLogOutput({
    onRecovered: (lost) => log.warn({ lost }, 'log lines were lost'),
  })
  const log: Logger = pino(options, toTerminal ? await readableLines(output) : jsonLines(output))
  return log
}

/** Lines for programs, which people show on a terminal all the same. */
function jsonLines(output: LogOutput): DestinationStream {
  return { write: (line) => output.write(jsonForTerminal(line)) }
}

async function readableLines(output: LogOutput): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  const destination = new Terminal(output)
  return pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', destination })
}

/**
 * A line of level info that is logged at every LOG_LEVEL but `silent`: for the few that a first
 * start must not leave out.
 */
export function logAtAnyLevel(log: Logger, fields: object, message: string): void {
  const isHidden = !log.isLevelEnabled('info') && log.level !== 'silent'
  const logging = isHidden ? log.child({}, { level: 'info' }) : log
  logging.info(fields, message)
}

/** Lines for people: names in them come from strangers. */
class Terminal extends Writable {
  readonly #output: LogOutput

  constructor(output: LogOutput) {
    super()
    this.#output = output
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#output.write(plainLinesForTerminal(chunk.toString()))
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
