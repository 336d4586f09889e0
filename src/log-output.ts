// Where log lines go: standard output, one write a line. Never waits and never throws: a full disk
// or a reader or terminal that has gone costs lines, not the service.
import { writeSync } from 'node:fs'
import { codeOf } from './process/thrown.ts'

export interface LogOutput {
  write(line: string): void
}

interface LogOutputParts {
  /** Writes bytes and says how many, as `fs.writeSync` on the open file. */
  readonly writeTo?: (bytes: Uint8Array) => number
  /** Called when lines go out again after so many were lost. */
  readonly onRecovered: (lost: number) => void
}

/** Lines kept at most while their reader is slow; past it new ones are lost. */
const MAX_WAITING = 1_000
const AGAIN_MS = 100
const STANDARD_OUTPUT = 1
const LINE_END = Buffer.from('\n')

export function createLogOutput({
  writeTo = writerToStandardOutput(),
  onRecovered,
}: LogOutputParts): LogOutput {
  const waiting: Uint8Array[] = []
  let lost = 0
  /** Only a part of the last line went out. */
  let isCut = false
  let again: NodeJS.Timeout | undefined

  const writeWaiting = () => {
    for (let line = waiting[0]; line; line = waiting[0]) {
      const written = writeTo(line)
      isCut = written < line.length
      if (isCut) waiting[0] = line.subarray(written)
      else waiting.shift()
    }
  }
  const flush = () => {
    again = undefined
    try {
      writeWaiting()
    } catch (error) {
      if (codeOf(error) === 'EAGAIN') {
        again = setTimeout(flush, AGAIN_MS).unref()
        return
      }
      lost += waiting.filter((line) => line !== LINE_END).length
      waiting.length = 0
      if (isCut) waiting.push(LINE_END)
      return
    }
    if (lost === 0) return
    const before = lost
    lost = 0
    onRecovered(before)
  }
  return {
    write(line) {
      if (waiting.length >= MAX_WAITING) lost += 1
      else waiting.push(Buffer.from(line))
      if (!again) flush()
    },
  }
}

/**
 * Node makes a pipe non-blocking when its own stream over it is first asked for. Before that a
 * write waits for a slow reader, and with it the whole process.
 */
function writerToStandardOutput(): (bytes: Uint8Array) => number {
  void process.stdout
  return (bytes) => writeSync(STANDARD_OUTPUT, bytes)
}
