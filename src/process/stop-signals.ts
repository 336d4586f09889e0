// The signals that ask the service to stop. What a stop does is main.ts's.
import type { Clock } from '../clock.ts'

/** Kept from close-with-grace, which would end the process at the second of them. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * A fault of native code, or a file that was cut short while mapped into memory. Nobody may listen
 * for them: the faulty instruction would run again and again, and the process neither serve nor
 * end.
 */
export const CRASH_SIGNALS = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGTRAP',
] as const

type StopSignal = (typeof STOP_SIGNALS)[number]

/**
 * Signals so soon after the first belong to it: under `npm start`, Ctrl-C reaches the service from
 * the terminal and once more from npm, which hands on what it gets.
 */
const SAME_STOP_MS = 1_000

interface StopActions {
  stop(signal: StopSignal): void
  /** Ends the process at once. */
  cutShort(): void
}

/**
 * Calls `stop` at the first signal, and `cutShort` at one that comes more than a second later:
 * whoever sends it does not want to wait.
 * @returns a function that removes the listeners
 */
export function onStopSignal(
  { stop, cutShort }: StopActions,
  clock: Pick<Clock, 'nowMs'>,
): () => void {
  let firstMs: number | undefined
  const listen = (signal: StopSignal) => {
    if (firstMs === undefined) {
      firstMs = clock.nowMs()
      stop(signal)
    } else if (clock.nowMs() - firstMs > SAME_STOP_MS) {
      cutShort()
    }
  }
  for (const signal of STOP_SIGNALS) process.on(signal, listen)
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, listen)
  }
}
