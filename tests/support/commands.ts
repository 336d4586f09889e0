// Commands of the command line, run in a thread that has loaded them: in a fraction of the time
// that a process takes. For what a process alone can show (how it ends, its arguments' bytes, a
// signal), and for each verb once (tests/faults/command-line.test.ts), there is `runCli` of
// process.ts.
import { Worker } from 'node:worker_threads'
import type { HostedCommand, HostedResult } from './command-host.ts'
import { type Environment, environmentOf, type Finished, type RunOptions } from './process.ts'

let host: Worker | undefined
/** One at a time: environment and outputs belong to the whole thread. */
let before: Promise<unknown> = Promise.resolve()

/** A command that takes longer hangs. */
const LIMIT_MS = 60_000

/**
 * As `runCli`, one after another; not for `serve`, which holds the process.
 * @throws if it leaves open what would keep a process alive, if it hangs, or if its thread ends
 */
export function runCommand(
  words: readonly string[],
  environment: Environment,
  { stdin = '' }: Pick<RunOptions, 'stdin'> = {},
): Promise<Omit<Finished, 'signal'>> {
  const result = before.then(() =>
    inHost({ words, environment: environmentOf(environment), stdin }),
  )
  before = result.catch(() => {})
  return result
}

async function inHost(command: HostedCommand): Promise<Omit<Finished, 'signal'>> {
  host ??= startHost()
  const thread = host
  const answered = Promise.withResolvers<HostedResult>()
  const lose = (reason: unknown) =>
    answered.reject(new Error(`the thread of the commands ended: ${reason}`))
  thread.once('message', answered.resolve).once('error', lose).once('exit', lose)
  const limit = setTimeout(lose, LIMIT_MS, `\`${command.words.join(' ')}\` hung in it`)
  thread.ref()
  try {
    thread.postMessage(command)
    const result = await answered.promise
    if ('fault' in result) throw new Error(result.fault)
    return result
  } catch (error) {
    // What it may have left behind is not the next command's.
    await thread.terminate()
    throw error
  } finally {
    clearTimeout(limit)
    thread.off('message', answered.resolve).off('error', lose).off('exit', lose)
    // It ends with the process.
    thread.unref()
  }
}

/** The next command starts another where it has ended, whenever that was. */
function startHost(): Worker {
  const thread = new Worker(new URL('./command-host.ts', import.meta.url))
  thread.once('exit', () => {
    if (host === thread) host = undefined
  })
  // An error between two commands is followed by the end.
  thread.on('error', () => {})
  return thread
}
