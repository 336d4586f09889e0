// What /readyz answers, and the log says, while PostgreSQL cannot be used.
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { testServerUrl } from '../support/databases.ts'
import { query } from '../support/postgres.ts'
import { pause, timed, until } from '../support/waiting.ts'
import { startBreakable } from './breakable-postgres.ts'
import { testWith } from './own-service.ts'
import { assertUnavailable, PATIENCE_MS } from './unavailable.ts'

const test = testWith(() => startBreakable())

function messageOf(error: unknown): string {
  return String((error as { message?: unknown } | undefined)?.message)
}

describe('readiness', () => {
  test('answers 503 while away or silent, and 200 when back; healthz stays 200', async (broken) => {
    const { service, proxy } = broken
    assert.equal((await service.get('/readyz')).status, 200)
    await proxy.stop()
    const away = await service.get('/readyz')
    assert.equal(away.status, 503)
    assert.equal(typeof (away.json() as { detail: unknown }).detail, 'string')
    assert.equal((await service.get('/healthz')).status, 200)
    await proxy.start()
    await until(async () => (await service.get('/readyz')).status === 200, 'ready again')
    proxy.freeze()
    const first = timed(service.get('/readyz'))
    await pause(500)
    // It shares the look under way, and is answered with it.
    const second = await timed(service.get('/readyz'))
    const silent = await first
    assert.deepEqual([silent.result.status, second.result.status], [503, 503])
    assert.ok(silent.took < PATIENCE_MS)
    assert.ok(second.took < silent.took)
    proxy.thaw()
    await until(async () => (await service.get('/readyz')).status === 200, 'ready again')
  })

  test('answers 503 on a server that takes no writes, as a standby, and says why in the log', async (broken) => {
    const { service, proxy } = broken
    await service.addUser('иван')
    const cookie = await service.cookieOf('иван')
    const failOver = async (isStandby: boolean) => {
      await proxy.stop()
      const change = isStandby ? 'set default_transaction_read_only = on' : 'reset all'
      await query(testServerUrl(), `alter database ${broken.databaseName} ${change}`)
      assert.equal((await service.get('/readyz')).status, 503)
      await proxy.start()
    }
    await failOver(true)
    await until(async () => {
      const { status, json } = await service.get('/readyz')
      const { detail } = json() as { detail?: string }
      if (status !== 503 || !/не принимает записей: main$/.test(detail ?? '')) return false
      return service.logged.lines.some(({ err }) => /takes no writes/.test(messageOf(err)))
    }, 'the log says why')
    assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
    assertUnavailable(await service.signIn('иван'))
    await failOver(false)
    await until(async () => (await service.get('/readyz')).status === 200, 'ready again')
    await until(async () => (await service.signIn('иван')).status === 200, 'sign-in works again')
  })
})
