// The bare hash: the service's own verify pool, as many verifications in flight as it has threads,
// and no HTTP.
import { pino } from 'pino'
import { systemClock } from '../../src/clock.ts'
import { createVerifyPool } from '../../src/login/verify-pool.ts'
import { serveParent } from '../support/child-side.ts'
import { COST, PASSWORD } from '../support/users.ts'

const threads = Number(process.env.LOGIN_PASSWORD_VERIFY_WORKERS)
const pool = createVerifyPool(threads, systemClock, pino({ level: 'silent' }))
const phc = await pool.hash(PASSWORD, COST)

serveParent('ready', {
  /** @returns verifications a second */
  async verify(seconds: number): Promise<number> {
    const beganMs = performance.now()
    let done = 0
    const oneAfterAnother = async () => {
      while (performance.now() - beganMs < seconds * 1000) {
        const { matches } = await pool.verify(phc, PASSWORD, phc)
        if (!matches) throw new Error('the hash does not verify')
        done += 1
      }
    }
    await Promise.all(Array.from({ length: threads }, oneAfterAnother))
    return done / ((performance.now() - beganMs) / 1000)
  },
})
