// What the interface's tests share: one service for a describe, addresses to come from, and ways
// to look at what a request did and did not touch.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { InjectOptions } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import {
  metricText,
  startTestService,
  type TestResponse,
  type TestService,
  type TestServiceOptions,
  type WrittenEvent,
} from './service.ts'
import { pause, until } from './waiting.ts'

export const WRONG = 'неверный пароль'

export const TOO_MANY_LOGINS = { detail: 'слишком много попыток входа, попробуйте позже' }
export const WRONG_CREDENTIALS = { detail: 'неверный логин или пароль' }

/** One service for all tests of a describe; each of them uses names and addresses of its own. */
export function sharedService(
  options: TestServiceOptions = {},
  prepare: (service: TestService) => Promise<void> = async () => {},
): () => TestService {
  let service: (TestService & AsyncDisposable) | undefined
  before(async () => {
    service = await startTestService(options)
    await prepare(service)
  })
  after(async () => {
    await service?.[Symbol.asyncDispose]()
  })
  return () => {
    if (!service) throw new Error('the service of this describe has not started')
    return service
  }
}

/** Comes from this address, by way of the trusted proxy on this machine. */
export function from(address: string): InjectOptions {
  return { headers: { 'x-forwarded-for': address } }
}

/** The counter of logins, by what came of them. */
export async function loginsCounted({ metric }: Pick<TestService, 'metric'>) {
  return {
    success: await metric('valuation_logins_total{result="success"}'),
    failed: await metric('valuation_logins_total{result="failed"}'),
  }
}

/** Waits until no audit event waits to be written. */
export async function auditWritten(service: TestService): Promise<void> {
  await until(
    async () => (await service.metric('audit_queue_length')) === 0,
    'all audit events are written',
  )
}

/** All audit events, once none waits to be written. */
export async function writtenEvents(service: TestService): Promise<readonly WrittenEvent[]> {
  await auditWritten(service)
  return service.events()
}

export async function eventsOf(
  service: TestService,
  username: string,
): Promise<readonly WrittenEvent[]> {
  return (await writtenEvents(service)).filter((event) => event.username === username)
}

/** Looks in a row at which nothing new was sent, before nothing more is expected. */
const QUIET_LOOKS = 5
const BETWEEN_LOOKS_MS = 4

/**
 * Statements sent so far, all databases together; the audit queue's are waited for first, and so is
 * what background tasks send when the clock was moved past their time.
 */
export async function statements(service: TestService): Promise<number> {
  await service.tasksAtRest()
  await auditWritten(service)
  let count = await countedStatements(service)
  for (let quiet = 0; quiet < QUIET_LOOKS; ) {
    await pause(BETWEEN_LOOKS_MS)
    const now = await countedStatements(service)
    quiet = now === count ? quiet + 1 : 0
    count = now
  }
  return count
}

async function countedStatements(service: TestService): Promise<number> {
  const text = await metricText(service, 'database_statements_total')
  return [...text.matchAll(/^database_statements_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}

/** What a client can tell one answer from another by. */
export function visible({ status, headers, body }: TestResponse): unknown {
  const { date: _date, ...others } = headers
  return { status, headers: others, body }
}

/** Runs SQL in the database of users and sessions. */
export async function runSql(service: TestService, statement: RawBuilder<unknown>) {
  const { rows } = await statement.execute(service.stores.identityDatabase.query)
  return rows as Record<string, unknown>[]
}

export function sessionRows(service: TestService): Promise<Record<string, unknown>[]> {
  return runSql(
    service,
    sql`select sessions.*, users.username from sessions
        join users on users.user_id = sessions.user_id order by sessions.created_at`,
  )
}

/**
 * Sends the failing login and resolves, with the answer still to come, once the throttle holds it.
 */
export async function failLate(
  service: TestService,
  username: string,
  options: InjectOptions = {},
): Promise<{ readonly answer: Promise<TestResponse>; readonly answered: () => boolean }> {
  const before = await service.metric('login_throttled_responses')
  let settled = false
  const answer = service.signIn(username, WRONG, options).finally(() => {
    settled = true
  })
  await until(
    async () => settled || (await service.metric('login_throttled_responses')) > before,
    'the failure waits',
  )
  assert.ok(!settled, 'the failure was answered at once')
  return { answer, answered: () => settled }
}
