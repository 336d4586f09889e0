// The general limiter on /api/*: the budget of requests of one client in a sliding window. Held in
// this process's memory; a restart empties it.
import type { Clock } from '../clock.ts'
import { type Budget, createBudget } from '../limits/budget.ts'

interface GeneralLimitSettings {
  readonly apiRateLimit: number
  readonly apiRateLimitWindowS: number
}

/** Clients remembered at most. */
const MAX_CLIENTS = 200_000
/** Of all clients: a minute of 66,000 requests a second, more than a process answers. */
const MAX_REQUESTS = 4_000_000

export function createGeneralLimit(settings: GeneralLimitSettings, clock: Clock): Budget {
  return createBudget(
    {
      limit: settings.apiRateLimit,
      windowS: settings.apiRateLimitWindowS,
      maxKeys: MAX_CLIENTS,
      maxTimes: MAX_REQUESTS,
    },
    clock,
  )
}
