import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseUnavailable, databaseFault } from '../../src/db/faults.ts'
import { isTlsRefused, moveForFile } from '../../src/db/operator-moves.ts'

const isAway = (message: string, codes: object) =>
  databaseFault(Object.assign(new Error(message), codes)) instanceof DatabaseUnavailable

describe('a database is out of reach', () => {
  for (const [what, message, codes] of [
    ['when its server has no TLS', 'The server does not support SSL connections', {}],
    [
      'when its certificate is not known',
      'self-signed certificate',
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    ],
    ['when its certificate has expired', 'certificate has expired', { code: 'CERT_HAS_EXPIRED' }],
    [
      'when it asks for a password that is not set',
      'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
      {},
    ],
    [
      'when its disk cannot be read',
      'database disk image is malformed',
      { code: 'ERR_SQLITE_ERROR', errcode: 11 },
    ],
    [
      'when its file is none of SQLite’s',
      'file is not a database',
      { code: 'ERR_SQLITE_ERROR', errcode: 26 },
    ],
    [
      'when an index cannot be read',
      'disk I/O error',
      { code: 'ERR_SQLITE_ERROR', errcode: 10 | (1 << 8) },
    ],
  ] as const) {
    it(what, () => assert.equal(isAway(message, codes), true))
  }

  for (const [what, states] of [
    ['when the connection to PostgreSQL breaks', ['08000', '08001', '08003', '08006', '08P01']],
    ['when its server lacks connections, memory or disk', ['53000', '53100', '53200', '53300']],
    ['when its server is stopped, starts or takes too long', ['57014', '57P01', '57P02', '57P03']],
    ['when its server has turned read-only', ['25006']],
    ['when transactions lock each other out', ['40001', '40P01', '55P03']],
    ['when its server refuses the log-in', ['28000', '28P01']],
    ['when its server has no such database', ['3D000']],
  ] as const) {
    it(what, () => {
      for (const code of states) assert.equal(isAway('refused', { code }), true, code)
    })
  }

  it('never when a statement is at fault', () => {
    for (const code of ['22P02', '23505', '25001', '25P02', '40002', '42501', '55000']) {
      assert.equal(isAway('refused', { code }), false, code)
    }
    assert.equal(isAway('syntax error', { code: '42601' }), false)
    assert.equal(
      isAway('UNIQUE constraint failed', { code: 'ERR_SQLITE_ERROR', errcode: 19 }),
      false,
    )
    assert.equal(isAway('x is not a function', {}), false)
  })
})

it('takes TLS for refused where waiting mends nothing, unlike a clock that is not set yet', () => {
  const refused = (message: string, codes: object) =>
    isTlsRefused(databaseFault(Object.assign(new Error(message), codes)) as DatabaseUnavailable)
  assert.equal(refused('The server does not support SSL connections', {}), true)
  assert.equal(refused('certificate has expired', { code: 'CERT_HAS_EXPIRED' }), true)
  assert.equal(refused('no such file: ca.pem', { code: 'ENOENT', syscall: 'open' }), true)
  assert.equal(refused('no such socket', { code: 'ENOENT', syscall: 'connect' }), false)
  assert.equal(refused('connection reset', { code: 'ECONNRESET', syscall: 'read' }), false)
  assert.equal(refused('not yet valid', { code: 'CERT_NOT_YET_VALID' }), false)
  assert.equal(refused('connection refused', { code: 'ECONNREFUSED' }), false)
})

it('says what to do about a file, and nothing about what is no file', () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  assert.match(moveForFile(full) ?? '', /room/)
  assert.match(moveForFile(databaseFault(full)) ?? '', /room/)
  assert.match(moveForFile(Object.assign(new Error(), { errcode: 10 | (19 << 8) })) ?? '', /disk/)
  const serverFull = Object.assign(new Error('could not extend file'), { code: '53100' })
  assert.match(moveForFile(databaseFault(serverFull)) ?? '', /room/)
  assert.equal(moveForFile(Object.assign(new Error('locked'), { errcode: 5 })), undefined)
  assert.equal(moveForFile(Object.assign(new Error('refused'), { code: '57014' })), undefined)
  assert.equal(moveForFile(undefined), undefined)
})
