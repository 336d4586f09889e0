// Commands of the command line, run in a thread that has loaded them: in a fraction of the time that
// a process takes. For what a process alone can show (how it ends, its arguments' bytes, a signal),
// and for each verb once, there is `runCli` of process.ts.
import { Worker } from 'node:worker_threads'
import type { HostedCommand, HostedResult } from './command-host.ts'
import { type Environment, environmentOf, type Finished } from './process.ts'

export interface CommandOptions {
  readonly stdin?: string | Uint8Array
}

let host: Worker | undefined
/** One at a time: environment and outputs belong to the whole thread. */
let before: Promise<unknown> = Promise.resolve()

/**
 * As `runCli`, one after another; not for `serve`, which holds the process.
 * @throws if it leaves open what would keep a process alive
 */
export function runCommand(
  words: readonly string[],
  environment: Environment,
  { stdin = '' }: CommandOptions = {},
): Promise<Omit<Finished, 'signal'>> {
  const result = before.then(() =>
    inHost({ words, environment: environmentOf(environment), stdin }),
  )
  before = result.catch(() => {})
  return result
}

async function inHost(command: HostedCommand): Promise<Omit<Finished, 'signal'>> {
  host ??= new Worker(new URL('./command-host.ts', import.meta.url))
  const thread = host
  const answered = Promise.withResolvers<HostedResult>()
  const lose = (reason: unknown) => {
    host = undefined
    answered.reject(new Error(`the thread of the commands ended: ${reason}`))
  }
  thread.once('message', answered.resolve).once('error', lose).once('exit', lose)
  thread.ref()
  try {
    thread.postMessage(command)
    const result = await answered.promise
    if ('fault' in result) throw new Error(result.fault)
    return result
  } finally {
    thread.off('message', answered.resolve).off('error', lose).off('exit', lose)
    // It ends with the file's process.
    thread.unref()
  }
}
