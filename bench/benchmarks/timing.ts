// Answer times of the four causes of a failed login, which ought not to tell one from another:
// medians, and a rank test between each pair.
import { hashPassword } from '../../src/login/argon2.js'
import { ENGINES } from '../../tests/support/databases.ts'
import type { Call, CallersResult, CallersTask } from '../load/callers.ts'
import { type Bench, table } from '../support/bench.ts'
import { mannWhitney, median } from '../support/statistics.ts'
import { addUsers, COST, PASSWORD, WITHOUT_LIMITS } from '../support/users.ts'

/**
 * Each caller sends the four causes in turn, in an order of its own, so that drift hits all alike.
 */
const ORDERS = [
  [0, 1, 2, 3],
  [2, 0, 3, 1],
  [3, 2, 1, 0],
  [1, 3, 0, 2],
] as const
const SECONDS_PER_ORDER = 5

const CAUSES = ['unknown name', 'wrong password', 'disabled', 'no password hash'] as const

export async function timing(bench: Bench): Promise<void> {
  for (const engine of ENGINES) {
    const database = await bench.database(engine)
    const passwordHash = hashPassword(PASSWORD, COST)
    await addUsers(database, [
      { username: 'user-1', passwordHash },
      { username: 'user-2', passwordHash, disabled: true },
      { username: 'user-3', passwordHash: null },
    ])
    const service = await bench.child('servers/service.ts', {
      ...WITHOUT_LIMITS,
      DATABASE_URL: database.variable,
    })
    const caller = await bench.child('load/callers.ts')
    const calls = [
      ['user-0', PASSWORD],
      ['user-1', `${PASSWORD.slice(0, -1)}!`],
      ['user-2', PASSWORD],
      ['user-3', PASSWORD],
    ].map(
      ([username, password]): Call => ({
        method: 'POST',
        url: `${service.ready}/api/v1/auth/login`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      }),
    )
    const tookMs: number[][] = CAUSES.map(() => [])
    for (const order of ORDERS) {
      const { latenciesMs, statuses } = await caller.ask<CallersResult>('run', {
        callers: [order.map((cause) => calls[cause] as Call)],
        seconds: SECONDS_PER_ORDER,
        busyPauseMs: 0,
        pauseMs: 0,
      } satisfies CallersTask)
      if (Object.keys(statuses).join() !== '401') throw new Error(JSON.stringify(statuses))
      // The first of an order meets cold connections.
      for (const [index, ms] of [...(latenciesMs[0] ?? [])].entries()) {
        if (index >= order.length) tookMs[order[index % order.length] ?? 0]?.push(ms)
      }
    }
    bench.print(
      table(
        `Failed logins, ${engine}: answer time`,
        [
          'cause',
          'answers',
          'median, ms',
          ...CAUSES.slice(1).map((cause) => `slower than ${cause}`),
        ],
        CAUSES.map((cause, index) => [
          cause,
          String(tookMs[index]?.length),
          median(tookMs[index] ?? []).toFixed(3),
          ...CAUSES.slice(1).map((_, other) => {
            if (other + 1 <= index) return ''
            const { share, p } = mannWhitney(tookMs[index] ?? [], tookMs[other + 1] ?? [])
            return `${share.toFixed(3)} (p ${p.toFixed(2)})`
          }),
        ]),
      ),
    )
    await caller.stop()
    await service.stop()
  }
}
