// Records saturation rejections in aggregate: at most one record a second, however many there are.
import type { AuditTrail } from '../audit/event-writer.ts'
import { loginVerifySaturated } from '../audit/events.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging.ts'
import { round } from '../numbers/rounding.ts'

export interface SaturationAudit {
  /** One request was answered with the saturation 429. */
  rejected(ip: string): void
  /** Logs the rejections that no record has counted yet. */
  stop(): void
}

const MIN_INTERVAL_MS = 1000

export function createSaturationAudit(
  audit: AuditTrail,
  clock: Clock,
  log: Logger,
): SaturationAudit {
  let unrecorded = 0
  let previousMs: number | undefined
  return {
    rejected(ip) {
      unrecorded += 1
      const nowMs = clock.nowMs()
      if (previousMs !== undefined && nowMs - previousMs < MIN_INTERVAL_MS) return
      const payload = {
        rejected: unrecorded,
        since_prev_s: previousMs === undefined ? null : round((nowMs - previousMs) / 1000, 1),
      }
      audit.record(loginVerifySaturated(ip, payload))
      log.error({ ip, ...payload }, 'logins rejected: password verification is saturated')
      unrecorded = 0
      previousMs = nowMs
    },
    stop() {
      if (unrecorded === 0) return
      log.error(
        { rejected: unrecorded },
        'logins rejected by saturation since the last audit record',
      )
    },
  }
}
