// A thread that runs commands one after another, so that the service's modules are loaded once and
// not for each of them. A command finds its environment, its input and its outputs where a process
// of its own would have them. The other side is commands.ts.
import { Readable, Writable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { runCommandLine } from '../../src/cli/main.ts'
import { until } from './waiting.ts'

/** What the thread is sent. */
export interface HostedCommand {
  readonly words: readonly string[]
  /** The whole of it: nothing of this process's own is left. */
  readonly environment: Readonly<Record<string, string>>
  readonly stdin: string | Uint8Array
}

/** What it answers. */
export type HostedResult =
  | { readonly code: number; readonly out: string; readonly err: string }
  | { readonly fault: string }

parentPort?.on('message', (command: HostedCommand) => {
  void resultOf(command).then((result) => parentPort?.postMessage(result))
})

async function resultOf(command: HostedCommand): Promise<HostedResult> {
  try {
    return await run(command)
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function run({ words, environment, stdin }: HostedCommand): Promise<HostedResult> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  const [out, err] = [collector(), collector()]
  replace('stdin', Readable.from([Buffer.from(stdin)]))
  replace('stdout', out.stream)
  replace('stderr', err.stream)
  const heldBefore = process.getActiveResourcesInfo().length
  const code = await runCommandLine(words)
  // A process would not end before. A bare thread is not among them.
  await until(
    () => process.getActiveResourcesInfo().length <= heldBefore,
    `nothing keeps the process of \`${words.join(' ')}\` alive`,
  )
  return { code, out: out.text(), err: err.text() }
}

const OWN = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr }

/**
 * The main thread tells a thread's own streams at any time that it takes more, or has some, by
 * methods with symbols for names: the streams in their place hand them on.
 */
function replace(name: keyof typeof OWN, stream: Readable | Writable): void {
  const own: object = OWN[name]
  for (const symbol of Object.getOwnPropertySymbols(Object.getPrototypeOf(own))) {
    const method: unknown = Reflect.get(own, symbol)
    if (symbol in stream || typeof method !== 'function') continue
    Object.defineProperty(stream, symbol, { value: method.bind(own) })
  }
  Object.defineProperty(process, name, { value: stream, configurable: true })
}

function collector() {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}
