// A service that listens, and what its tests write and read on raw connections: the head of a
// login, and a refusal.
import assert from 'node:assert/strict'
import type { Server } from 'node:net'
import { systemClock } from '../../src/clock.ts'
import { startTestService, type TestServiceOptions } from './service.ts'

export const MIB = 1_048_576

export const LOGIN_HEAD = [
  'POST /api/v1/auth/login HTTP/1.1',
  'Host: test',
  'Content-Type: application/json',
].join('\r\n')

export async function startListening(options: Pick<TestServiceOptions, 'mountMore'> = {}) {
  const service = await startTestService({
    ...options,
    clock: systemClock,
    settings: { PORT: '0', LOGIN_RATE_LIMIT: '1000' },
  })
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  return Object.assign(service, { url })
}

export function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

export function assertDetail(answer: string, status: number): void {
  assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), ['detail'])
  assert.equal(typeof body.detail, 'string')
}
