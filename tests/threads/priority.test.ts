import assert from 'node:assert/strict'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { standBack } from '../../src/threads/priority.ts'

const PRIORITY = new URL('../../src/threads/priority.ts', import.meta.url).href

describe('a thread of heavy work', { skip: process.platform !== 'linux' }, () => {
  it('stands back by itself, and never takes the main thread with it', async () => {
    const before = getPriority()
    const worker = new Worker(
      `import { getPriority } from 'node:os'
       import { parentPort } from 'node:worker_threads'
       import { standBack } from ${JSON.stringify(PRIORITY)}
       const before = getPriority()
       standBack()
       parentPort.postMessage([before, getPriority()])`,
      { eval: true, execArgv: ['--input-type=module'] },
    )
    const [[own, lowered]] = (await once(worker, 'message')) as [[number, number]]
    await worker.terminate()
    assert.equal(own, before)
    assert.equal(lowered, Math.min(19, before + 5))
    assert.equal(getPriority(), before)
    standBack()
    assert.equal(getPriority(), before)
  })
})
