// Watches what is handed to the password threads of this process, and can hold it back, so that a
// test decides how long a verification takes.
import { mock } from 'node:test'
import { type Transferable, Worker } from 'node:worker_threads'
import type { VerifyTask } from '../../src/login/verify-pool.ts'

export interface Verifications extends Disposable {
  /** Passwords given to a thread since the watch began, held ones included. */
  readonly begun: number
  /** Hashes against which they were given, in order. */
  readonly against: readonly string[]
  /** From now on no verification runs. */
  hold(): void
  /** From now on no renewal of a hash runs. */
  holdRenewals(): void
  /** Runs those held back, and those to come. */
  release(): void
  /** The same for renewals alone. */
  releaseRenewals(): void
}

export function watchVerifications(): Verifications {
  const against: string[] = []
  const held = { verify: [] as (() => void)[], hash: [] as (() => void)[] }
  const holding = { verify: false, hash: false }
  const send = Worker.prototype.postMessage
  const spy = mock.method(
    Worker.prototype,
    'postMessage',
    function postMessage(this: Worker, task: unknown, transfer?: readonly Transferable[]) {
      const kind = (task as VerifyTask | null)?.kind
      if (kind !== 'verify' && kind !== 'hash') return send.call(this, task, transfer)
      if (kind === 'verify') against.push((task as VerifyTask & { kind: 'verify' }).phc)
      if (holding[kind]) held[kind].push(() => send.call(this, task))
      else send.call(this, task)
    },
  )
  const releaseKind = (kind: VerifyTask['kind']) => {
    holding[kind] = false
    for (const run of held[kind].splice(0)) run()
  }
  const release = () => {
    releaseKind('verify')
    releaseKind('hash')
  }
  return {
    get begun() {
      return against.length
    },
    against,
    hold: () => {
      holding.verify = true
    },
    holdRenewals: () => {
      holding.hash = true
    },
    release,
    releaseRenewals: () => releaseKind('hash'),
    [Symbol.dispose]() {
      release()
      spy.mock.restore()
    },
  }
}
