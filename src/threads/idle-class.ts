// Makes a thread give way at once to the threads that answer requests. How much of a core it gets
// beside other heavy work is task-pool.ts's niceness.
import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'

/** A busy machine may take seconds to start a program. Only the calling thread waits. */
const LIMIT_MS = 10_000

/**
 * Puts the calling thread, and those that it starts later, into Linux's idle class. Beside one with
 * a nice value alone, a thread that wakes waits until that one has had its shortest turn on the
 * core (0.7 ms and more); one of the idle class is put aside at once. Node has no call for it:
 * `chrt` of util-linux does it. Where that or Linux is missing, the thread stays in its class.
 */
export function joinIdleClass(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1) ?? ''
    execFileSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore', timeout: LIMIT_MS })
  } catch {
    // The work is done all the same, only less politely.
  }
}
