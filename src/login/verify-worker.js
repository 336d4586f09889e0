// A thread that computes argon2id, one task at a time. The synchronous form keeps it off the
// thread pool that files and name look-ups share. Logs nothing and keeps nothing. Plain JavaScript
// on purpose: a thread that has to strip types first costs some 20 MB more.
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { STAND_BACK } from '../threads/stand-back.js'
import { hashPassword, verifyPassword } from './argon2.js'

/** @import { VerifyTask, VerifyResult } from './verify-pool.ts' */

const LOWEST_PRIORITY = 19

standBack()

parentPort?.on('message', (task) => {
  parentPort?.postMessage(run(task))
})

/**
 * @param {VerifyTask} task
 * @returns {VerifyResult}
 */
function run(task) {
  if (task.kind === 'hash') {
    return { kind: 'hashed', phc: hashPassword(task.password, task.cost, task.salt) }
  }
  try {
    return { kind: 'verified', matches: verifyPassword(task.phc, task.password), malformed: false }
  } catch {
    // The library refused the hash before computing anything: the time is spent on the dummy.
    verifyPassword(task.dummy, task.password)
    return { kind: 'verified', matches: false, malformed: true }
  }
}

/**
 * Lets the thread that answers requests run first where all cores are busy hashing. On Linux alone,
 * where a nice value belongs to a thread; elsewhere it would be the whole process's.
 */
function standBack() {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(LOWEST_PRIORITY, getPriority() + STAND_BACK))
  } catch {
    // Where that is forbidden the work is done at the priority there is.
  }
}
