// A service that listens and keeps the machine's time, for clients that send or read badly.
import { systemClock } from '../../src/clock.ts'
import { startTestService, type TestServiceOptions } from '../support/service.ts'
import { urlOf } from '../support/sockets.ts'

export const MIB = 1_048_576

export async function startListening(options: Pick<TestServiceOptions, 'mountMore'> = {}) {
  const service = await startTestService({
    ...options,
    clock: systemClock,
    settings: { LOGIN_RATE_LIMIT: '1000' },
  })
  return Object.assign(service, { url: await urlOf(service) })
}
