// kill -9 again and again: whatever was answered as done holds after the next start.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase } from '../support/databases.ts'
import { cookieFrom, postLogin, postLogout } from '../support/http.ts'
import { startProcess } from '../support/process.ts'
import { PASSWORD } from '../support/service.ts'
import { pause, until } from '../support/waiting.ts'

const ROUNDS = 2
/** Answers that each round waits for before it kills. */
const ANSWERS_PER_ROUND = 20
const CLIENTS = 4

/** What one client was told before the process died. */
interface Acknowledged {
  readonly signedIn: Set<string>
  readonly signedOut: Set<string>
  readonly leads: Set<string>
}

/**
 * Signs in, then leaves a lead or signs out, until the connection breaks; a session whose logout
 * was not answered is unknown.
 */
async function work(url: string, { signedIn, signedOut, leads }: Acknowledged): Promise<void> {
  for (let number = 0; ; number += 1) {
    try {
      const answer = await postLogin(url, 'anna')
      if (answer.status === 200) {
        const cookie = cookieFrom(answer)
        signedIn.add(cookie)
        if (number % 2 === 0) {
          signedIn.delete(cookie)
          if ((await postLogout(url, cookie)).status === 200) signedOut.add(cookie)
        } else {
          const left = await postLead(url, cookie)
          if (left.status === 201) leads.add(((await left.json()) as { id: string }).id)
        }
      }
    } catch {
      return
    }
  }
}

/** Each with a phone of its own: a repeated one makes no lead. */
function postLead(url: string, cookie: string): Promise<Response> {
  const phone = `+79${randomInt(1e9).toString().padStart(9, '0')}`
  return fetch(`${url}/api/v1/trade-in/lead`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ name: 'Пётр', phone, consent: true }),
  })
}

describe('kill -9', { concurrency: 2 }, () => {
  for (const engine of ENGINES) {
    it(`loses no login, logout or lead that was answered on ${engine}`, async () => {
      await using database = await makeDatabase(engine)
      const environment = {
        DATABASE_URL: database.variable,
        LOGIN_PASSWORD_VERIFY_WORKERS: `${CLIENTS}`,
      }
      const added = await runCommand(
        ['users', 'add', 'anna', '--role', 'employee', '--password-stdin'],
        environment,
        { stdin: PASSWORD },
      )
      assert.equal(added.code, 0, added.err)
      const told: Acknowledged = { signedIn: new Set(), signedOut: new Set(), leads: new Set() }
      for (let round = 0; round < ROUNDS; round += 1) {
        await using service = await startProcess(environment)
        const clients = Array.from({ length: CLIENTS }, () => work(service.url, told))
        const enough = (round + 1) * ANSWERS_PER_ROUND
        await until(() => told.signedIn.size + told.signedOut.size >= enough, 'enough was answered')
        // Not at the same point of every round's work.
        await pause(round * 7)
        service.kill('SIGKILL')
        await Promise.all(clients)
        assert.equal((await service.ended).signal, 'SIGKILL')
      }
      assert.ok(told.signedIn.size > 0 && told.signedOut.size > 0 && told.leads.size > 0)

      await using service = await startProcess(environment)
      const statusOf = async (path: string, cookie: string) =>
        (await fetch(`${service.url}/api/v1/${path}`, { headers: { cookie } })).status
      for (const cookie of told.signedIn) assert.equal(await statusOf('me', cookie), 200)
      for (const cookie of told.signedOut) assert.equal(await statusOf('me', cookie), 401)
      const [cookie = ''] = told.signedIn
      for (const id of told.leads) assert.equal(await statusOf(`leads/${id}`, cookie), 200)
      await service[Symbol.asyncDispose]()
    })
  }
})
