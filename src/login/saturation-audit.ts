// Records saturation rejections in aggregate: at most one record a second, however many there are.
import type { AuditTrail } from '../audit/event-writer.ts'
import { loginVerifySaturated } from '../audit/events.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging.ts'

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
  let untold = 0
  let previousMs: number | undefined
  return {
    rejected(ip) {
      untold += 1
      const nowMs = clock.nowMs()
      if (previousMs !== undefined && nowMs - previousMs < MIN_INTERVAL_MS) return
      const payload = {
        rejected: untold,
        since_prev_s: previousMs === undefined ? null : Math.round((nowMs - previousMs) / 100) / 10,
      }
      audit.record(loginVerifySaturated(ip, payload))
      log.error({ ip, ...payload }, 'logins rejected: password verification is saturated')
      untold = 0
      previousMs = nowMs
    },
    stop() {
      if (untold === 0) return
      log.error({ rejected: untold }, 'logins rejected by saturation since the last audit record')
      untold = 0
    },
  }
}
