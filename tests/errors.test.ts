import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createHttpServer } from '../src/http/server.ts'
import { createCallerTurns } from '../src/threads/caller-turns.ts'
import { withPatience } from '../src/threads/patience.ts'
import { TaskRefused, TookTooLong } from '../src/threads/task-refused.ts'
import { createTestClock } from './support/clock.ts'
import { createTestLog } from './support/log.ts'
import { until } from './support/waiting.ts'

it('work that is refused says whether the caller, its length, what is being made or the service is the cause', async () => {
  const clock = createTestClock()
  const app = await createHttpServer(createTestLog().log, clock)
  const turns = createCallerTurns(0, 'plans')
  app.get('/own', () => turns.during('anna', async () => 'planned'))
  app.get('/made', () => withPatience(clock, new Promise(() => {}), 'a model is being fitted', 0))
  app.get('/busy', () => Promise.reject(new TaskRefused('too many tasks are waiting')))
  app.get('/long', () => Promise.reject(new TookTooLong('the task took too long')))
  for (const [path, detail] of [
    ['/own', 'ваши прежние запросы ещё выполняются, попробуйте позже'],
    ['/made', 'данные для ответа ещё готовятся, попробуйте позже'],
    ['/long', 'расчёт занял слишком много времени и прерван, попробуйте позже'],
    ['/busy', 'сервис временно недоступен, попробуйте позже'],
  ] as const) {
    const answered = app.inject(path)
    if (path === '/made') await until(() => clock.sleeping > 0, 'it is waited for')
    clock.advance(1)
    const { statusCode, headers, body } = await answered
    assert.deepEqual([statusCode, JSON.parse(body)], [503, { detail }])
    assert.equal(headers['retry-after'], '5')
  }
  await app.close()
})
