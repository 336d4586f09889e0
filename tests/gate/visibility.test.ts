import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Owners } from '../../src/db/owned-by.ts'
import type { Caller } from '../../src/gate/caller.ts'
import { findVisible, ownersVisibleTo, visibleTeamOf } from '../../src/gate/visibility.ts'
import type { Role } from '../../src/identity/user.ts'

const ID = '9f11a427-add9-42a3-8d6e-a3a6fd8baf08'

const callerAs = (role: Role): Caller => ({
  username: 'boss',
  role,
  userId: null,
  managerId: null,
  source: 'session',
})

/** A registry in which two users name the caller as their manager, whatever the caller's role. */
function registry() {
  const asked: string[] = []
  return {
    asked,
    teamOf: async (username: string) => {
      asked.push(username)
      return ['anna', 'boris']
    },
    allUsernames: async () => ['anna', 'boris', 'boss', 'clara'],
  }
}

describe('the records that a caller sees', () => {
  it('are an employee’s own alone, though others name that employee as their manager', async () => {
    const users = registry()
    assert.deepEqual(await ownersVisibleTo(callerAs('employee'), users), ['boss'])
    assert.deepEqual(await visibleTeamOf(callerAs('employee'), users), [])
    assert.deepEqual(users.asked, [])
  })

  it('are a manager’s own and the team’s, and everybody’s for an admin', async () => {
    const users = registry()
    assert.deepEqual(await ownersVisibleTo(callerAs('manager'), users), ['boss', 'anna', 'boris'])
    assert.deepEqual(await visibleTeamOf(callerAs('manager'), users), ['anna', 'boris'])
    assert.equal(await ownersVisibleTo(callerAs('admin'), users), 'all')
    const everybody = ['anna', 'boris', 'boss', 'clara']
    assert.deepEqual(await visibleTeamOf(callerAs('admin'), users), everybody)
    assert.deepEqual(users.asked, ['boss', 'boss'])
  })

  it('are looked for by an id in either case, and by nothing that is no id', async () => {
    const looked: [string, Owners][] = []
    const store = {
      find: async (id: string, owners: Owners) => {
        looked.push([id, owners])
        return id
      },
    }
    const find = (id: string) =>
      findVisible({ store, registry: registry() }, id, callerAs('employee'))
    assert.equal(await find(ID), ID)
    assert.equal(await find(ID.toUpperCase()), ID)
    for (const other of ['', `${ID} `, `{${ID}}`, ID.slice(1), "' or 1=1 --"]) {
      assert.equal(await find(other), undefined, other)
    }
    assert.deepEqual(looked, [
      [ID, ['boss']],
      [ID, ['boss']],
    ])
  })
})
