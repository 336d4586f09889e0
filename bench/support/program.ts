// The service and its commands as programs of their own: where they begin, and how much memory they
// have by Linux's own figures.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ENTRY = fileURLToPath(new URL('../../bin/tradein.js', import.meta.url))

/** Resident now, or the most that ever was, in 10^6 bytes; NaN of a process that has ended. */
export function residentMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kb = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]
    return (Number(kb ?? Number.NaN) * 1024) / 1e6
  } catch {
    return Number.NaN
  }
}
