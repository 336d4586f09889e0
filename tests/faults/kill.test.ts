// kill -9 again and again: whatever was answered with 200 holds after the next start.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENGINES, makeDatabase } from '../support/databases.ts'
import { cookieFrom, postLogin, postLogout } from '../support/http.ts'
import { runCli, startProcess } from '../support/process.ts'
import { pause, until } from '../support/waiting.ts'

const ROUNDS = 2
/** Answers that each round waits for before it kills. */
const ANSWERS_PER_ROUND = 20
const CLIENTS = 4

/** What one client was told before the process died. */
interface Acknowledged {
  readonly signedIn: Set<string>
  readonly signedOut: Set<string>
}

/** Signs in and out until the connection breaks; a session whose logout was not answered is unknown. */
async function signInAndOut(url: string, { signedIn, signedOut }: Acknowledged): Promise<void> {
  for (let number = 0; ; number += 1) {
    try {
      const answer = await postLogin(url, 'anna')
      if (answer.status === 200) {
        const cookie = cookieFrom(answer)
        signedIn.add(cookie)
        if (number % 2 === 0) {
          signedIn.delete(cookie)
          if ((await postLogout(url, cookie)).status === 200) signedOut.add(cookie)
        }
      }
    } catch {
      return
    }
  }
}

describe('kill -9', { concurrency: 2 }, () => {
  for (const engine of ENGINES) {
    it(`loses no login and no logout that was answered on ${engine}`, async () => {
      const database = await makeDatabase(engine)
      const environment = { DATABASE_URL: database.variable, LOGIN_PASSWORD_VERIFY_WORKERS: '8' }
      const added = await runCli(
        ['users', 'add', 'anna', '--role', 'employee', '--password-stdin'],
        environment,
        { stdin: 'верный пароль' },
      )
      assert.equal(added.code, 0, added.err)
      const told: Acknowledged = { signedIn: new Set(), signedOut: new Set() }
      for (let round = 0; round < ROUNDS; round += 1) {
        await using service = await startProcess(environment)
        const clients = Array.from({ length: CLIENTS }, () => signInAndOut(service.url, told))
        const enough = (round + 1) * ANSWERS_PER_ROUND
        await until(() => told.signedIn.size + told.signedOut.size >= enough, 'enough was answered')
        // Not at the same point of every round's work.
        await pause(round * 7)
        service.kill('SIGKILL')
        await Promise.all(clients)
        assert.equal((await service.ended).signal, 'SIGKILL')
      }
      assert.ok(told.signedIn.size > 0 && told.signedOut.size > 0)

      await using service = await startProcess(environment)
      const statusWith = async (cookie: string) =>
        (await fetch(`${service.url}/api/v1/me`, { headers: { cookie } })).status
      for (const cookie of told.signedIn) assert.equal(await statusWith(cookie), 200)
      for (const cookie of told.signedOut) assert.equal(await statusWith(cookie), 401)
      await service[Symbol.asyncDispose]()
      await database.remove()
    })
  }
})
