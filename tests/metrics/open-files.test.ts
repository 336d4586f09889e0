import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const METRICS = new URL('../../src/metrics/metrics.ts', import.meta.url).href

/** Prints how many files are open and what is told of it, of ten more, and where no more can be. */
const FILL = `
  import { openSync, readdirSync } from 'node:fs'
  import { createMetrics } from '${METRICS}'
  const { registry } = createMetrics()
  const told = async () =>
    Number(/^process_open_fds (\\S+)$/m.exec(await registry.metrics())?.[1])
  // The folder itself is open while it is listed.
  const open = [readdirSync('/proc/self/fd').length - 1, await told()]
  for (let more = 0; more < 10; more += 1) openSync('/dev/null')
  open.push(await told())
  try {
    for (;;) openSync('/dev/null')
  } catch {}
  open.push(await told())
  process.stdout.write(JSON.stringify(open))
`

const isLinux = process.platform === 'linux'

describe('the gauge of open files', { skip: !isLinux && 'only Linux lists them' }, () => {
  it('counts them, and tells the limit where not one more can be opened', async () => {
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -n 100 && exec "$@"',
      'sh',
      process.execPath,
      '--input-type=module',
      '--eval',
      FILL,
    ])
    const [open, ...told] = JSON.parse(stdout)
    assert.ok(open > 2 && open < 80, stdout)
    assert.deepEqual(told, [open, open + 10, 100])
  })
})
