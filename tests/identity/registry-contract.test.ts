// What every registry holds to: who exists, what they may do, who manages whom.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { forEachStore, hashOf } from './each-store.ts'

forEachStore('a registry', (store) => {
  const { engine, name, logged, now, registry, sessions, query, add, userIdOf, signIn } = store

  it('finds a user by the exact name alone', async () => {
    assert.equal(await add('Exact'), true)
    assert.equal((await registry().findForLogin('Exact'))?.accessState, 'active')
    assert.equal((await registry().find('Exact'))?.role, 'employee')
    for (const other of ['exact', 'Exact ', ' Exact', 'Exac', 'Exactt', 'E%', '']) {
      assert.equal(await registry().findForLogin(other), undefined)
      assert.equal(await registry().find(other), undefined)
    }
  })

  it('knows no name that a database text cannot hold, and does not fail over one', async () => {
    await add('\ufffd').catch(() => {})
    for (const name of ['\0', 'Exact\0', '\ud800', '\udc00x']) {
      assert.equal(await registry().findForLogin(name), undefined)
      assert.equal(await registry().find(name), undefined)
    }
  })

  it('takes a name once', async () => {
    assert.equal(await add('once'), true)
    assert.equal(await add('once'), false)
  })

  if (name === 'tradein') {
    it('holds non-ASCII names', async () => {
      assert.equal(await add('Жанна 😀'), true)
      assert.equal((await registry().findForLogin('Жанна 😀'))?.username, 'Жанна 😀')
    })
  } else {
    it('is kept by its database to 64 ASCII characters', async () => {
      await assert.rejects(add('Жанна'))
      await assert.rejects(add('a'.repeat(65)))
      assert.equal(await add('a'.repeat(64)), true)
    })
  }

  it('tells a user without a hash from one with', async () => {
    await add('hashless', { passwordHash: null })
    assert.equal((await registry().findForLogin('hashless'))?.passwordHash, null)
  })

  it('renews a hash only while it is still the one that was verified', async () => {
    await add('renewed')
    const userId = await userIdOf('renewed')
    await registry().renewPasswordHash(userId, 'other', 'new')
    assert.equal((await registry().findForLogin('renewed'))?.passwordHash, hashOf('salt'))
    await registry().renewPasswordHash(userId, hashOf('salt'), 'new')
    assert.equal((await registry().findForLogin('renewed'))?.passwordHash, 'new')
  })

  it('changes state, role and password of a user that exists, and says if there is none', async () => {
    await add('changing')
    assert.equal(await registry().setAccessState('changing', 'disabled'), true)
    assert.equal((await registry().findForLogin('changing'))?.accessState, 'disabled')
    assert.equal(await registry().setRole('changing', 'manager'), true)
    assert.equal(await registry().setPasswordHash('nobody', 'x'), false)
    assert.equal(await registry().setAccessState('nobody', 'active'), false)
    assert.equal(await registry().setRole('nobody', 'admin'), false)
  })

  it('moves a user from one team to another, or to none', async () => {
    for (const name of ['first', 'second', 'moving']) await add(name)
    const [first, second] = [await userIdOf('first'), await userIdOf('second')]
    assert.equal(await registry().setManager('moving', first), true)
    assert.deepEqual(await registry().teamOf('first'), ['moving'])
    assert.equal(await registry().setManager('moving', second), true)
    assert.deepEqual(await registry().teamOf('first'), [])
    assert.deepEqual(await registry().teamOf('second'), ['moving'])
    assert.equal(await registry().setManager('moving', null), true)
    assert.deepEqual(await registry().teamOf('second'), [])
    assert.equal(await registry().setManager('nobody', first), false)
  })

  it('shuts out a user whose state or role means nothing', async () => {
    const column = name === 'tradein' ? 'is_active' : 'access_state'
    // SQLite keeps any type in any column, but makes the text '1' a number in a boolean one.
    const foreign = {
      sqlite: {
        tradein: [null, 2, 2n ** 63n - 1n, 'active ', 'true'],
        auth: [null, 1, 'active ', '1'],
      },
      postgres: { tradein: [null], auth: [null, 'Active', '1', 'новое'] },
    }[engine][name]
    await add('foreign')
    const token = await signIn('foreign')
    for (const value of foreign) {
      await sql`update users set ${sql.ref(column)} = ${value} where username = 'foreign'`.execute(
        query(),
      )
      assert.equal((await registry().findForLogin('foreign'))?.accessState, 'disabled')
      assert.equal(await sessions().resolve(token, now()), undefined)
      const listed = (await registry().list()).find(({ username }) => username === 'foreign')
      assert.equal(listed?.accessState, 'disabled')
    }
    await registry().setAccessState('foreign', 'active')
    assert.ok(await sessions().resolve(token, now()))
    await sql`update users set role = 'root' where username = 'foreign'`.execute(query())
    assert.equal(await sessions().resolve(token, now()), undefined)
    assert.equal((await registry().findForLogin('foreign'))?.accessState, 'active')
    assert.match(logged.text(), /user treated as disabled/)
  })
})
