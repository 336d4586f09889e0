import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from '../../src/settings.ts'
import { faultsOf } from '../support/settings-faults.ts'

const read = (url: string) => readSettings({ DATABASE_URL: url }).databaseUrl

/** The one fault of a URL. */
const faultOf = (url: string): string => {
  const [fault, ...others] = faultsOf({ DATABASE_URL: url })
  assert.deepEqual(others, [])
  return fault ?? assert.fail(`taken: ${url}`)
}

describe('the URL of an embedded database', () => {
  it('is a path, relative or absolute', () => {
    for (const [given, file] of [
      ['sqlite:x.db', 'x.db'],
      ['sqlite:./x.db', './x.db'],
      ['sqlite:/srv/x.db', '/srv/x.db'],
      ['sqlite:///srv/x.db', '/srv/x.db'],
    ] as const) {
      assert.deepEqual(read(given), { engine: 'sqlite', file }, given)
    }
  })

  it('is refused in memory, which nothing else could share', () => {
    for (const given of ['sqlite::memory:', 'sqlite::memory:?cache=shared']) {
      assert.match(faultOf(given), /^DATABASE_URL names a database in memory/, given)
    }
  })

  it('is refused where it looks like a host', () => {
    for (const given of ['sqlite://x', 'sqlite://data/x.db', 'sqlite://']) {
      assert.match(faultOf(given), /^DATABASE_URL .*sqlite:FILE or sqlite:\/absolute\/FILE/, given)
    }
  })
})

describe('the URL of a PostgreSQL server', () => {
  it('is taken as it is, with what the driver knows', () => {
    for (const given of [
      'postgres://db/tradein',
      'postgresql://tradein:p%40ss%2Fword@[::1]:5433/tradein',
      'postgres://tradein@db/tradein?sslmode=verify-full&sslrootcert=/etc/ca%40home.pem',
      'postgres://tradein@db/tradein?sslmode=require&uselibpqcompat=true',
      'postgres://tradein@localhost/tradein?host=/run/postgresql&options=-c%20search_path%3Da',
    ]) {
      assert.deepEqual(read(given), { engine: 'postgres', url: given })
    }
  })

  it('never lets a piece of a password pass for its host or database, and says how to write it', () => {
    for (const given of [
      'postgres://tradein:pw@hunter2/x@127.0.0.1:5432/tradein',
      'postgres://tradein:12/hunter2@db/tradein',
      'postgres://tradein:12?hunter2@db/tradein',
      'postgres://tradein:12#hunter2@db/tradein',
      'postgres://tradein:hunter2/x@db/tradein',
      'postgres://tradein:hunter2#x@db/tradein',
    ]) {
      const fault = faultOf(given)
      assert.match(fault, /^DATABASE_URL .*% as %25, \/ as %2F, \? as %3F, # as %23 and @ as %40/)
      assert.doesNotMatch(fault, /hunter2/)
    }
  })

  it('has no parameter that the driver would ignore, or that would lift a limit', () => {
    for (const parameters of ['sslmod=require', 'query_timeout=0', 'max=1', 'Sslmode=require']) {
      assert.match(
        faultOf(`postgres://tradein@db/tradein?${parameters}`),
        /^DATABASE_URL has a parameter that is none of application_name, host, .*sslmode/,
      )
    }
  })

  it('says once, by a mode that there is, whether there is TLS', () => {
    for (const [parameters, fault] of [
      ['sslmode=require&sslmode=disable', /has one parameter twice/],
      ['sslmode=on', /has a value of sslmode that is none of disable, no-verify, prefer, /],
      ['ssl=', /has a value of ssl that is none of true, 1, 0, no-verify/],
      ['ssl=false', /has a value of ssl that is none of/],
      ['uselibpqcompat=1', /has a value of uselibpqcompat that is none of true, false/],
      ['ssl=true&sslmode=disable', /has both ssl and sslmode/],
      ['sslmode=no-verify&uselibpqcompat=true', /calls require/],
    ] as const) {
      assert.match(faultOf(`postgres://tradein@db/tradein?${parameters}`), fault, parameters)
    }
  })

  it('has no space and no stray %, over which the driver would encode the whole of it anew', () => {
    for (const given of [
      'postgres://tradein:p%zz%2Fx@db/tradein',
      'postgres://tradein:p%@db/tradein',
      'postgres://tradein:p%2Fx@db/tradein?application_name=trade in',
    ]) {
      assert.match(faultOf(given), /^DATABASE_URL has a space, or a % that encodes nothing/, given)
    }
  })
})
