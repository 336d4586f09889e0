// Callers in a process of their own: each sends its next request when it has its answer, waits
// when it is told that the service is busy, and notes how long an answered request took.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveParent } from '../support/child-side.ts'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface CallersTask {
  /** For each caller the calls that it repeats in turn. */
  readonly callers: readonly (readonly Call[])[]
  readonly seconds: number
  /** Wait after a 429. */
  readonly busyPauseMs: number
  /** Wait after any other answer. */
  readonly pauseMs: number
}

export interface CallersResult {
  readonly seconds: number
  readonly statuses: Readonly<Record<string, number>>
  /** Of the answers that were no 429, by caller, in the order in which they came. */
  readonly latenciesMs: readonly Float64Array[]
}

serveParent('ready', {
  async run({ callers, seconds, busyPauseMs, pauseMs }: CallersTask): Promise<CallersResult> {
    const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
    const statuses: Record<string, number> = {}
    const beganMs = performance.now()
    const untilMs = beganMs + seconds * 1000
    const latenciesMs = await Promise.all(
      callers.map(async (calls) => {
        const took: number[] = []
        for (let index = 0; performance.now() < untilMs; index += 1) {
          const sentMs = performance.now()
          const status = await send(agent, calls[index % calls.length] as Call)
          const ms = performance.now() - sentMs
          statuses[status] = (statuses[status] ?? 0) + 1
          if (status !== 429) took.push(ms)
          const waitMs = status === 429 ? busyPauseMs : pauseMs
          if (waitMs > 0) await sleep(waitMs)
        }
        return Float64Array.from(took)
      }),
    )
    agent.destroy()
    return { seconds: (performance.now() - beganMs) / 1000, statuses, latenciesMs }
  },
})

function send(agent: Agent, { method, url, headers = {}, body }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
