import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  ACCESS_STATES,
  accessFromIsActive,
  accessFromWord,
  accessStateOf,
  isRole,
  isStorableName,
  ROLES,
} from '../../src/identity/user.ts'

const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true })

describe('access state', () => {
  it('is what the registry says where it says one of its values', () => {
    const silent = () => assert.fail('nothing to warn of')
    assert.equal(accessStateOf(true, accessFromIsActive, silent), 'active')
    assert.equal(accessStateOf(false, accessFromIsActive, silent), 'disabled')
    for (const state of ACCESS_STATES) {
      assert.equal(accessStateOf(state, accessFromWord, silent), state)
    }
  })

  it('is disabled, with a warning, for every value that is none', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.string()), (value) => {
        for (const [reading, known] of [
          [accessFromIsActive, typeof value === 'boolean'],
          [accessFromWord, (ACCESS_STATES as readonly unknown[]).includes(value)],
        ] as const) {
          if (known) continue
          let warned = 0
          const state = accessStateOf(value, reading, () => {
            warned += 1
          })
          assert.equal(state, 'disabled')
          assert.equal(warned, 1)
        }
      }),
      { numRuns: 2000 },
    )
    for (const close of ['Active', 'active ', 'ACTIVE', '1', 1, 'true', ['active'], null]) {
      assert.equal(
        accessStateOf(close, accessFromWord, () => {}),
        'disabled',
      )
      assert.equal(
        accessStateOf(close, accessFromIsActive, () => {}),
        'disabled',
      )
    }
  })
})

describe('a name', () => {
  it('is storable unless it holds what no database text can', () => {
    assert.equal(isStorableName('иван'), true)
    assert.equal(isStorableName(''), true)
    assert.equal(isStorableName('a\0b'), false)
    assert.equal(isStorableName('\ud83d'), false)
  })
})

describe('roles', () => {
  it('are three words and nothing else', () => {
    const words = ['employee', 'manager', 'admin']
    assert.deepEqual(ROLES, words)
    fc.assert(
      fc.property(anything, (value) => {
        assert.equal(isRole(value), words.includes(value as string))
      }),
    )
  })
})
