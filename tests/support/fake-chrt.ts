// A `chrt` that only writes down what it is asked for: a thread of the real idle class would wait
// for all other tests of the machine. Threads that begin while it stands in tell that they have
// begun.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

interface FakeChrt {
  /** The arguments of each call, a line each. */
  asked(): string
  /** From here on a thread that begins gets no further than this, until the function is called. */
  holdUp(): () => void
}

/** Stands in until the end of the test. */
export function fakeChrt(t: Pick<TestContext, 'after'>): FakeChrt {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-chrt-'))
  const path = process.env.PATH
  t.after(() => {
    process.env.PATH = path
    rmSync(folder, { recursive: true })
  })
  const asked = join(folder, 'asked')
  const held = join(folder, 'held')
  const script = [
    '#!/bin/sh',
    `echo "$@" >> '${asked}'`,
    `while [ -e '${held}' ]; do sleep 0.05; done`,
    '',
  ]
  writeFileSync(join(folder, 'chrt'), script.join('\n'), { mode: 0o700 })
  process.env.PATH = `${folder}:${path}`
  return {
    asked: () => (existsSync(asked) ? readFileSync(asked, 'utf8') : ''),
    holdUp() {
      writeFileSync(held, '')
      return () => rmSync(held)
    },
  }
}
