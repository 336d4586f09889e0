// What stands in a line of the log, and which lines are written at every level but silent.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { logAtAnyLevel } from '../src/logging.ts'
import { createTestLog } from './support/log.ts'

const LOGGING = new URL('../src/logging.ts', import.meta.url).href

describe('a line that is logged at any level', () => {
  for (const [level, count] of [
    ['debug', 1],
    ['warn', 1],
    ['fatal', 1],
    ['silent', 0],
  ] as const) {
    it(`is written ${count} times where LOG_LEVEL is ${level}, as level info`, () => {
      const { log, lines } = createTestLog()
      log.level = level
      logAtAnyLevel(log, { url: 'http://127.0.0.1:1' }, 'listening')
      log.debug('another line')
      const told = lines.filter(({ msg }) => msg === 'listening')
      assert.equal(told.length, count)
      assert.ok(told.every(({ level, url }) => level === 30 && url === 'http://127.0.0.1:1'))
      assert.equal(lines.length - told.length, level === 'debug' ? 1 : 0)
    })
  }
})

/** What a process of its own writes to its standard output. */
async function outputOf(script: string): Promise<string> {
  const words = ['--input-type=module', '--eval', script]
  return (await promisify(execFile)(process.execPath, words)).stdout
}

describe('a line for programs', () => {
  it('has no text of strangers that would steer a terminal it is shown on', async () => {
    const username = 'anna\u009b2J'
    const line = await outputOf(`
      import { createLogger } from ${JSON.stringify(LOGGING)}
      const log = await createLogger({ logLevel: 'info' }, false)
      log.warn({ username: ${JSON.stringify(username)} }, 'failed login answered late')`)
    assert.ok(!line.includes('\u009b'))
    assert.equal((JSON.parse(line) as { username: unknown }).username, username)
  })
})

describe('a fault in the log', () => {
  it('has its kind, message, code and stack, and nothing that a driver has attached', async () => {
    const line = await outputOf(`
      import { createLogger } from ${JSON.stringify(LOGGING)}
      const attached = { code: '23505', detail: 'Key (phone)=(+79161234567) already exists.' }
      const query = { parameters: ['a value of somebody'], where: 'COPY users, line 1: "anna"' }
      const err = Object.assign(new TypeError('duplicate key'), attached, query)
      const log = await createLogger({ logLevel: 'info' }, false)
      log.error({ err }, 'a fault')`)
    const { err } = JSON.parse(line) as { err: Record<string, unknown> }
    assert.deepEqual(Object.keys(err), ['type', 'message', 'stack', 'code'])
    assert.deepEqual([err.type, err.message, err.code], ['TypeError', 'duplicate key', '23505'])
  })
})

describe('the log on a terminal', () => {
  it('has no text of strangers that would steer it', async () => {
    const lines = await outputOf(`
      import { createLogger } from ${JSON.stringify(LOGGING)}
      const log = await createLogger({ logLevel: 'info' }, true)
      log.warn({ username: 'anna\\u009b2J' }, 'failed login answered late')`)
    assert.ok(lines.includes('anna?2J') && !lines.includes('\u009b'), lines)
  })

  it('goes on when the terminal is closed, as one is that a service was left behind on', async () => {
    // A pipe whose reader goes stands for the terminal.
    const script = `
      import { once } from 'node:events'
      import { createLogger } from ${JSON.stringify(LOGGING)}
      const log = await createLogger({ logLevel: 'info' }, true)
      log.info('first')
      await once(process.stdin.resume(), 'end')
      log.info('to nobody')
      setTimeout(() => process.stderr.write('alive'), 200)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
    let told = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text
    })
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.stdin.end()
    const [code] = await once(child, 'exit')
    assert.deepEqual([code, told], [0, 'alive'])
  })
})
