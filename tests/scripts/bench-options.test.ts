import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ParseArgsOptionsConfig } from 'node:util'
import { readOptions } from '../../bench/support/options.ts'

const RUN = fileURLToPath(new URL('../../bench/run.ts', import.meta.url))
const MISSING = `${import.meta.filename}.missing`

/** Nothing is installed or started before it is known that there is something to measure. */
const refused = (...words: string[]): string => {
  const { status, stderr } = spawnSync(process.execPath, [RUN, ...words], { encoding: 'utf8' })
  assert.equal(status, 2)
  return stderr
}

describe('a benchmark', () => {
  it('is refused beside a study, which would leave it out', () => {
    assert.equal(refused('layouts', 'me'), 'layouts is a program by itself. Run it without me.\n')
  })

  it('is refused with options that it does not take', () => {
    assert.equal(refused('me', '--rows', '3'), 'No options go to me. Run without --rows 3.\n')
  })
})

describe('a study', () => {
  it('names the file that it cannot read, and how it is called', () => {
    const said = refused('suggest', '--file', MISSING)
    assert.ok(said.startsWith(`${MISSING} cannot be read. `), said)
    assert.match(said, /\n\nnpm run bench -- suggest --file FILE/)
  })
})

describe('the options of a benchmark', () => {
  const options: ParseArgsOptionsConfig = {
    seed: { type: 'string', default: '1' },
    rows: { type: 'string', multiple: true, default: ['10', '20'] },
    city: { type: 'string', default: 'Москва' },
    file: { type: 'string', multiple: true, default: [] },
  }
  const read = (...args: string[]) => readOptions(args, options)

  it('are as given, or as usual', () => {
    assert.deepEqual(
      { ...read('--rows', '5', '--city', 'Тверь') },
      { seed: '1', rows: ['5'], city: 'Тверь', file: [] },
    )
  })

  it('are refused by name where a number is none', () => {
    for (const [given, fault] of [
      [['--seed', ''], '--seed takes a number, not "".'],
      [['--seed', 'one'], '--seed takes a number, not "one".'],
      [['--rows', '5', '--rows', 'six'], '--rows takes a number, not ["5","six"].'],
    ] as const) {
      assert.throws(() => read(...given), { name: 'Error', message: fault })
    }
  })

  it('are refused where there are none of that name', () => {
    assert.throws(() => read('--filed', 'x'), { message: "Unknown option '--filed'" })
  })
})
