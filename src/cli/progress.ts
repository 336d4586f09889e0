// A line of progress on a terminal's standard error; silent where there is none.
import { systemClock } from '../clock.ts'

export interface ProgressLine {
  show(done: number, note: string): void
  /** Clears the line; may be called more than once. */
  end(): void
}

const REDRAW_MS = 200

export function progressLine(unit: string): ProgressLine {
  const { stderr } = process
  const startedMs = systemClock.nowMs()
  let drawnMs = Number.NEGATIVE_INFINITY
  return {
    show(done, note) {
      const nowMs = systemClock.nowMs()
      if (!stderr.isTTY || nowMs - drawnMs < REDRAW_MS) return
      drawnMs = nowMs
      const perSecond = Math.round((done * 1000) / Math.max(1, nowMs - startedMs))
      stderr.write(
        `\r\u001b[K${done.toLocaleString('en')} ${unit}, ${note}, ${perSecond.toLocaleString('en')}/s`,
      )
    },
    end() {
      if (stderr.isTTY && drawnMs > 0) stderr.write('\r\u001b[K')
      drawnMs = Number.NEGATIVE_INFINITY
    },
  }
}
