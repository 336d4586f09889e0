// A log that a test can read.
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Logger } from '../../src/logging.ts'

export interface TestLog {
  readonly log: Logger
  /** Lines so far, parsed. */
  readonly lines: readonly Record<string, unknown>[]
  /** Everything written so far, as text. */
  text(): string
}

export function createTestLog(): TestLog {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return {
    log: pino({ level: 'debug', base: null }, sink),
    lines,
    text: () => lines.map((line) => JSON.stringify(line)).join('\n'),
  }
}
