// Tasks that misbehave, for tests of what runs them.
import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'

export type OddTask = 'thread' | 'priority' | 'spin' | 'exit' | 'fault' | 'throw'

export default async function oddTask(task: OddTask): Promise<number> {
  switch (task) {
    case 'thread':
      return threadId
    case 'priority':
      return getPriority()
    case 'spin':
      for (;;);
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
