// GET /api/v1/me: who the caller is, and whose work they see.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENGINES } from '../support/databases.ts'
import { startTestService } from '../support/service.ts'

for (const engine of ENGINES) {
  describe(`GET /api/v1/me on ${engine}`, () => {
    it('tells an employee who they are, with an empty team', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('шеф', { role: 'manager' })
      await service.addUser('иван', { manager: 'шеф' })
      const meOf = async (username: string) => {
        const response = await service.get('/api/v1/me', await service.cookieOf(username))
        assert.equal(response.status, 200)
        return response.json() as Record<string, unknown>
      }
      const [me, manager] = [await meOf('иван'), await meOf('шеф')]
      assert.deepEqual(
        { ...me, user_id: typeof me.user_id },
        {
          username: 'иван',
          role: 'employee',
          user_id: 'number',
          manager_id: manager.user_id,
          source: 'session',
          team: [],
        },
      )
      assert.notEqual(me.user_id, me.manager_id)
      assert.equal(manager.manager_id, null)
    })

    it('gives a manager the names of the team, and an admin everybody’s', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('boss', { role: 'manager' })
      await service.addUser('b', { manager: 'boss' })
      await service.addUser('a', { manager: 'boss' })
      await service.addUser('root', { role: 'admin' })
      const teamOf = async (username: string) => {
        const response = await service.get('/api/v1/me', await service.cookieOf(username))
        return (response.json() as { team: string[] }).team
      }
      assert.deepEqual(await teamOf('boss'), ['a', 'b'])
      // On an empty embedded database the first start has made `admin`.
      const made = engine === 'sqlite' ? ['admin'] : []
      assert.deepEqual(await teamOf('root'), ['a', ...made, 'b', 'boss', 'root'])
    })

    it('asks who is there of a request without a session', async () => {
      await using service = await startTestService({ engine })
      const response = await service.get('/api/v1/me')
      assert.equal(response.status, 401)
      assert.deepEqual(response.json(), { detail: 'требуется вход' })
    })
  })
}
