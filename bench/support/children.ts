// Child processes of a benchmark: servers under load, and what loads them. They talk by messages:
// a child says `ready` once, then answers each question it is asked.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Child {
  /** What the child said when it was ready: a server its URL. */
  readonly ready: string
  /** Asks the child and waits for its answer. */
  ask<Answer>(question: string, argument?: unknown): Promise<Answer>
  stop(): Promise<void>
}

export interface Usage {
  /** Processor time of the whole process so far, all its threads. */
  readonly cpuUs: number
  readonly rssBytes: number
  /** The most it ever was. */
  readonly peakRssBytes: number
}

type Message = { readonly answer: unknown } | { readonly fault: string }

export async function startChild(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<Child> {
  const child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  })
  const ready = String(await nextAnswer(child, file))
  return {
    ready,
    async ask<Answer>(question: string, argument?: unknown) {
      child.send({ question, argument })
      return (await nextAnswer(child, file)) as Answer
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

function nextAnswer(child: ChildProcess, file: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${file} ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', (message: Message) => {
      child.off('exit', onExit)
      if ('fault' in message) reject(new Error(`${file}: ${message.fault}`))
      else resolve(message.answer)
    })
  })
}

export const usageOf = (child: Child): Promise<Usage> => child.ask<Usage>('usage')
