// Lines that are logged at every level but silent.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { logAtAnyLevel } from '../src/logging.ts'
import { createTestLog } from './support/log.ts'

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
