// Tasks that misbehave, for tests of what runs them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { joinIdleClass } from '../../src/threads/idle-class.ts'

export type OddTask =
  | 'thread'
  | 'priority'
  | 'scheduling class'
  | 'join idle class'
  | 'require an ES module'
  | 'spin'
  | 'hoard'
  | 'exit'
  | 'fault'
  | 'throw'

export default async function oddTask(task: OddTask): Promise<number> {
  switch (task) {
    case 'thread':
      return threadId
    case 'priority':
      return getPriority()
    case 'scheduling class':
      return schedulingClass()
    case 'join idle class':
      joinIdleClass()
      return schedulingClass()
    case 'require an ES module':
      createRequire(import.meta.url)('./lingering-task.ts')
      return 0
    case 'spin':
      for (;;);
    case 'hoard':
      for (const kept: object[] = []; ; ) kept.push(Array.from({ length: 1000 }, () => ({})))
    case 'exit':
      process.exit(3)
      break
    case 'fault':
      setTimeout(() => {
        throw new Error('outside of the task')
      })
      return new Promise(() => {})
    case 'throw':
      throw new RangeError('the task’s own')
  }
}

/** Of the calling thread: Linux’s number for it, the 41st field of proc_pid_stat(5). */
export function schedulingClass(): number {
  const fields = readFileSync('/proc/thread-self/stat', 'utf8').split(') ').at(-1) ?? ''
  return Number(fields.split(' ')[41 - 3])
}
