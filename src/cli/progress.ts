// Shows how far a long command is: a bar on a terminal's standard error, elsewhere a plain line
// every ten seconds. What is done stands in the commands.
import { systemClock } from '../clock.ts'

export interface ProgressState {
  /** 0 to 1; null where the command cannot measure it. */
  readonly share: number | null
  /** What is counted, with its rate: 1,234 `rows`. */
  readonly counted?: { readonly done: number; readonly unit: string }
  readonly note: string
}

interface Progress {
  show(state: ProgressState): void
  /** Clears the bar; may be called more than once. */
  end(): void
}

/** The members of a stream that are used. */
interface ProgressOutput {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const REDRAW_MS = 200
const LINE_EVERY_MS = 10_000
const BAR_CELLS = 24

/** Before this much is done the time left would be a guess. */
const MIN_SHARE_FOR_TIME_LEFT = 0.01

export function createProgress(
  out: ProgressOutput = process.stderr,
  nowMs: () => number = systemClock.nowMs,
): Progress {
  const startedMs = nowMs()
  const isTerminal = out.isTTY === true
  let drawnMs = isTerminal ? -Infinity : startedMs
  let isDrawn = false
  return {
    show(state) {
      const atMs = nowMs()
      if (atMs - drawnMs < (isTerminal ? REDRAW_MS : LINE_EVERY_MS)) return
      drawnMs = atMs
      isDrawn = true
      const text = progressText(state, (atMs - startedMs) / 1000)
      if (!isTerminal) {
        out.write(`${text}\n`)
        return
      }
      const line = state.share === null ? text : `${bar(state.share)} ${text}`
      // A line that wraps could not be drawn over.
      out.write(`\r\u001b[K${line.slice(0, Math.max(1, (out.columns ?? 80) - 1))}`)
    },
    end() {
      if (isTerminal && isDrawn) out.write('\r\u001b[K')
      isDrawn = false
    },
  }
}

/** `42 %, 1,234,000 rows, 3 rejected, 25,000/s, 34 s left` */
export function progressText({ share, counted, note }: ProgressState, elapsedS: number): string {
  const perS = Math.round((counted?.done ?? 0) / Math.max(0.001, elapsedS))
  return [
    ...(share === null ? [] : [`${Math.floor(share * 100)} %`]),
    ...(counted ? [`${counted.done.toLocaleString('en')} ${counted.unit}`] : []),
    note,
    ...(counted ? [`${perS.toLocaleString('en')}/s`] : []),
    ...(share === null || share < MIN_SHARE_FOR_TIME_LEFT
      ? []
      : [`${duration((elapsedS * (1 - share)) / share)} left`]),
  ].join(', ')
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR_CELLS)
  return `[${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)}]`
}

/** `34 s`, `12 min 05 s`, `1 h 07 min` */
function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const two = (count: number) => String(count).padStart(2, '0')
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`
}
