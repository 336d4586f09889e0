// How many files the process may have open at once, and whether that is enough to serve. Each
// connection is one.
import { readFileSync } from 'node:fs'

/** Linux's default. On two cores a start has 94 open, and each further thread takes five. */
const ENOUGH = 1024

/** A line for the log where they are few: what then fails, a start too, seldom says why. */
export function openFilesWarnings(): readonly string[] {
  const allowed = Number(/^Max open files +(\d+) /m.exec(limitsOfProcess())?.[1])
  if (!(allowed < ENOUGH)) return []
  return [
    `Only ${allowed} files may be open at once, connections included: starts and requests can fail over it without saying so. Allow ${ENOUGH} or more, by \`ulimit -n\` or systemd’s LimitNOFILE.`,
  ]
}

/** Empty where the system does not say, as on macOS. */
function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
