// The bare hash: the service's own verify pool, as many verifications in flight as it has threads,
// and no HTTP.
import { pino } from 'pino'
import { systemClock } from '../../src/clock.ts'
import { createVerifyPool } from '../../src/login/verify-pool.ts'
import { serveParent } from '../support/child-side.ts'

const threads = Number(process.env.LOGIN_PASSWORD_VERIFY_WORKERS)
const pool = createVerifyPool(threads, systemClock, pino({ level: 'silent' }))
const password = 'a password to measure with'
const phc = await pool.hash(password, { memoryKib: 19_456, passes: 2 })

serveParent('ready', {
  /** @returns verifications a second */
  async verify(seconds: number): Promise<number> {
    const beganMs = performance.now()
    let done = 0
    const oneAfterAnother = async () => {
      while (performance.now() - beganMs < seconds * 1000) {
        const { matches } = await pool.verify(phc, password, phc)
        if (!matches) throw new Error('the hash does not verify')
        done += 1
      }
    }
    await Promise.all(Array.from({ length: threads }, oneAfterAnother))
    return done / ((performance.now() - beganMs) / 1000)
  },
})
