// The whole service for one test: a fresh database, a clock to move, cheap password hashes, and
// short ways to sign in and to look at what happened.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { buildService, type Service, type ServiceContext } from '../../src/app.ts'
import type { Role } from '../../src/identity/user.ts'
import { isoTime } from '../../src/iso-time.ts'
import { hashPassword } from '../../src/login/argon2.js'
import { readSettings } from '../../src/settings.ts'
import { LOOK_EVERY_S } from './advancing.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { type Engine, makeDatabase, type TestDatabase } from './databases.ts'
import { createTestLog, type TestLog } from './log.ts'
import { until } from './waiting.ts'

/** The cheapest argon2id there is: tests prove rules, not strength. */
export const CHEAP = { memoryKib: 8, passes: 1 }

export const PASSWORD = 'верный пароль'

export interface TestServiceOptions {
  readonly engine?: Engine
  readonly store?: 'tradein' | 'auth'
  /** Over the test defaults. */
  readonly settings?: Readonly<Record<string, string>>
  readonly clock?: ServiceContext['clock']
  /** A database that an earlier service has used; it is not removed at the end. */
  readonly database?: TestDatabase
  readonly mountMore?: ServiceContext['mountMore']
}

export interface TestService extends Service {
  readonly clock: TestClock
  readonly logged: TestLog
  readonly databases: readonly TestDatabase[]
  /** Where support messages go unless the settings say otherwise. */
  readonly supportFolder: string
  addUser(username: string, options?: AddUserOptions): Promise<void>
  /** POST /api/v1/auth/login. */
  signIn(username: string, password?: string, options?: InjectOptions): Promise<TestResponse>
  /** Signs in and gives the `cookie` header to send along. */
  cookieOf(username: string, password?: string): Promise<string>
  /** POSTs JSON. */
  post(
    path: string,
    payload: object,
    options?: { readonly cookie?: string; readonly headers?: Record<string, string> },
  ): Promise<TestResponse>
  get(path: string, cookie?: string, headers?: Record<string, string>): Promise<TestResponse>
  /** A counter's or gauge's value, or NaN if it is not there. */
  metric(nameAndLabels: string): Promise<number>
  /** Audit events written so far, oldest first. */
  events(): Promise<readonly WrittenEvent[]>
  /** Resolves when every background task sleeps by the test clock. */
  tasksAtRest(): Promise<void>
}

interface AddUserOptions {
  readonly role?: Role
  readonly password?: string | null
  readonly manager?: string
}

export interface TestResponse {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
  json(): unknown
}

export interface WrittenEvent {
  readonly event_type: string
  readonly username: string
  readonly ip: string
  readonly user_agent: string | null
  readonly path: string
  readonly method: string
  readonly payload: unknown
}

/**
 * Nine, and the dispatcher of messages. Each sleeps once its run has ended; until then it may send
 * a statement at any time.
 */
const BACKGROUND_TASKS = 10
/** It looks at the roles file. */
const BACKGROUND_TASKS_OF_DUAL = 1
/** The dispatcher of leads. */
const BACKGROUND_TASKS_OF_CRM = 1

/**
 * The demonstration town's model and index are among the first runs: seconds, and more when busy.
 */
const RUNS_MS = 75_000

const MAX_RUNS_AGAIN = 5

/**
 * Its part of `/metrics`, whose other parts take most of the time that a look at all of it does;
 * all of it for a name that is only in a histogram, or nowhere.
 */
export function metricText({ metrics }: Service, name: string): Promise<string> {
  const { registry } = metrics
  return registry.getSingleMetric(name)
    ? registry.getSingleMetricAsString(name)
    : registry.metrics()
}

/** Engines whose last look at their dataset failed; they log each change of that once. */
function failedLooks({ lines }: TestLog): number {
  const looks = lines.filter(({ task }) => String(task).startsWith('look for new'))
  const last = new Map(looks.map(({ task, err }) => [task, err !== undefined]))
  return [...last.values()].filter((hasFailed) => hasFailed).length
}

/** Stops itself with `await using`. */
export async function startTestService(
  options: TestServiceOptions = {},
): Promise<TestService & AsyncDisposable> {
  const engine = options.engine ?? 'sqlite'
  const main = options.database ?? (await makeDatabase(engine, { mayBeMigrated: true }))
  const folder = mkdtempSync(join(tmpdir(), 'tradein-service-'))
  const identity = options.store === 'auth' ? await makeDatabase(engine) : undefined
  const databases = identity ? [main, identity] : [main]
  const tidyUp = async () => {
    for (const database of databases) {
      if (database !== options.database) await database.remove()
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const settings = readSettings({
    DATABASE_URL: main.variable,
    ...(identity ? { IDENTITY_STORE: 'auth', IDENTITY_DATABASE_URL: identity.variable } : {}),
    PASSWORD_ARGON2_MEMORY_KIB: String(CHEAP.memoryKib),
    PASSWORD_ARGON2_PASSES: String(CHEAP.passes),
    // A thread of its own takes each tens of milliseconds to start; few tests need a second one.
    LOGIN_PASSWORD_VERIFY_WORKERS: '1',
    // So does each connection, and the first runs of the background tasks would open all ten.
    DATABASE_POOL_SIZE: '3',
    API_RATE_LIMIT: '100000',
    DATABASE_WAIT_S: '5',
    DEMO_DATA: 'off',
    // Other tests keep all cores busy.
    SITEPLAN_PRIORITY: 'low',
    SITEPLAN_TIME_LIMIT_S: '100',
    SUPPORT_DELIVERY: `file:${join(folder, 'support')}`,
    ...options.settings,
  })
  const clock = createTestClock()
  const logged = createTestLog()
  const service = await buildService(settings, {
    clock: options.clock ?? clock,
    log: logged.log,
    print: () => {},
    ...(options.mountMore ? { mountMore: options.mountMore } : {}),
  }).catch(async (error) => {
    await tidyUp()
    throw error
  })
  const tasks =
    BACKGROUND_TASKS +
    (settings.authMode === 'dual' ? BACKGROUND_TASKS_OF_DUAL : 0) +
    (settings.leadWebhookUrl === undefined ? 0 : BACKGROUND_TASKS_OF_CRM)
  const tasksAtRest = () =>
    until(
      () => clock.sleeping >= tasks,
      `all ${tasks} background tasks sleep (BACKGROUND_TASKS of service.ts)`,
      RUNS_MS,
    )
  /** A busy machine's database may miss a task's first run, and the clock stands still. */
  const tasksHaveRun = async () => {
    await tasksAtRest()
    for (let again = 0; again < MAX_RUNS_AGAIN && failedLooks(logged) > 0; again += 1) {
      clock.advance(LOOK_EVERY_S)
      await tasksAtRest()
    }
  }
  const isFresh = options.database === undefined && options.settings?.DATABASE_URL === undefined
  try {
    if (!options.clock) await tasksHaveRun()
    // Where nothing waits to be delivered, more are asleep only if the service has another task.
    if (isFresh) assert.ok(clock.sleeping <= tasks, 'BACKGROUND_TASKS of service.ts is too small')
  } catch (error) {
    // Left running, it would keep the file's process from ending.
    await service.stop()
    await tidyUp()
    throw error
  }
  const { app, stores } = service
  const { registry } = stores.identity

  const inject = async (request: InjectOptions): Promise<TestResponse> => {
    const response = await app.inject(request)
    return {
      status: response.statusCode,
      body: response.body,
      headers: response.headers,
      json: () => response.json(),
    }
  }

  const testService: TestService = {
    ...service,
    clock,
    logged,
    databases,
    supportFolder: join(folder, 'support'),
    tasksAtRest,
    async addUser(username, { role = 'employee', password = PASSWORD, manager } = {}) {
      const managerUser = manager === undefined ? undefined : await registry.findForLogin(manager)
      await registry.add({
        username,
        passwordHash: password === null ? null : hashPassword(password, CHEAP),
        role,
        managerId: managerUser?.userId ?? null,
        createdAt: isoTime(clock.wallMs()),
      })
    },
    signIn: (username, password = PASSWORD, more = {}) =>
      inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { username, password },
        ...more,
      }),
    async cookieOf(username, password = PASSWORD) {
      const response = await testService.signIn(username, password)
      const [cookie] = String(response.headers['set-cookie']).split(';')
      if (response.status !== 200 || !cookie) throw new Error(`sign-in gave ${response.status}`)
      return cookie
    },
    post: (url, payload, { cookie, headers = {} } = {}) =>
      inject({
        method: 'POST',
        url,
        payload,
        headers: { ...headers, ...(cookie ? { cookie } : {}) },
      }),
    get: (url, cookie, headers = {}) =>
      inject({ method: 'GET', url, headers: { ...headers, ...(cookie ? { cookie } : {}) } }),
    async metric(nameAndLabels) {
      const [name = ''] = nameAndLabels.split('{')
      const text = await metricText(service, name)
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${nameAndLabels} `))
      return Number(line?.slice(nameAndLabels.length + 1) ?? Number.NaN)
    },
    async events() {
      const listed = await stores.events.list({ limit: 10_000 })
      return listed.toReversed().map((event) => ({
        event_type: event.eventType,
        username: event.username,
        ip: event.ip,
        user_agent: event.userAgent,
        path: event.path,
        method: event.method,
        payload: event.payload,
      }))
    },
  }
  return Object.assign(testService, {
    async [Symbol.asyncDispose]() {
      await service.stop()
      await tidyUp()
      // What prom-client has observe the collections of garbage never ends: it would keep all that
      // the metrics read, some 3 MB, for as long as the process lives.
      service.metrics.registry.clear()
    },
  })
}
