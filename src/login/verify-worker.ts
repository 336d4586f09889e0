// A thread that computes argon2id, one task at a time. The synchronous form keeps it off the
// thread pool that files and name look-ups share. Logs nothing and keeps nothing.
import { parentPort } from 'node:worker_threads'
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2'
import type { HashCost } from './password-hash.ts'

export type VerifyTask =
  | {
      readonly kind: 'verify'
      readonly phc: string
      readonly dummy: string
      readonly password: string
    }
  | { readonly kind: 'hash'; readonly cost: HashCost; readonly password: string }

export type VerifyResult =
  | { readonly kind: 'verified'; readonly matches: boolean; readonly malformed: boolean }
  | { readonly kind: 'hashed'; readonly phc: string }

parentPort?.on('message', (task: VerifyTask) => {
  parentPort?.postMessage(run(task))
})

function run(task: VerifyTask): VerifyResult {
  if (task.kind === 'hash') return { kind: 'hashed', phc: hashPassword(task.password, task.cost) }
  try {
    return { kind: 'verified', matches: verifySync(task.phc, task.password), malformed: false }
  } catch {
    // The library refused the hash before computing anything: the time is spent on the dummy.
    verifySync(task.dummy, task.password)
    return { kind: 'verified', matches: false, malformed: true }
  }
}

/** A new argon2id hash in PHC form, parallelism 1. */
export function hashPassword(password: string, cost: HashCost): string {
  return hashSync(password, {
    algorithm: 2 satisfies Algorithm.Argon2id,
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
  })
}
