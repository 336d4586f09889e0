import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { faultsOfInvariants } from '../../scripts/docs/named-tests.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const faultsOf = (page: string) => faultsOfInvariants(page, ROOT)

describe('the check of the invariants in the documents', () => {
  it('accepts an invariant whose tests exist, on one line or two', () => {
    assert.deepEqual(faultsOf('# Invariants\n\n- A never b: `login`, `npm run check`.\n'), [])
    assert.deepEqual(faultsOf('# Invariants\n\n- A never b:\n  `login`,\n  `tests/clock`.\n'), [])
  })

  it('names a test that does not exist', () => {
    assert.deepEqual(faultsOf('# Invariants\n\n- A never b: `login`, `tests/none`.\n'), [
      'names tests/none.test.ts, which does not exist',
    ])
  })

  it('refuses an invariant without a test, and a page without invariants', () => {
    assert.deepEqual(faultsOf('# Invariants\n\n- A never b.\n'), ['names no test for "A never b."'])
    assert.deepEqual(faultsOf('# Design\n'), ['has no invariants'])
  })

  it('looks at sub-sections, and not past the section', () => {
    const page = '## Invariants\n\n### a\n\n- A never b: `none`.\n\n## Next\n\n- Never mind.\n'
    assert.deepEqual(faultsOf(page), ['names tests/interface/none.test.ts, which does not exist'])
  })
})
