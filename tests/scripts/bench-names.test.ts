import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const RUN = fileURLToPath(new URL('../../bench/run.ts', import.meta.url))

describe('the names of benchmarks', () => {
  it('are refused beside a study, which would leave them out', () => {
    const { status, stderr } = spawnSync(process.execPath, [RUN, 'layouts', 'me'], {
      encoding: 'utf8',
    })
    assert.equal(status, 1)
    assert.match(stderr, /layouts is a program by itself\. Run it without me\./)
  })
})
