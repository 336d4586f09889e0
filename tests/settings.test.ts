import assert from 'node:assert/strict'
import { globSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { settingsWarnings } from '../src/settings/checks.ts'
import {
  identityDatabaseOf,
  readSettings,
  type Settings,
  separateIdentityDatabase,
} from '../src/settings.ts'
import { faultsOf } from './support/settings-faults.ts'

const CORES = availableParallelism()
const SOURCE = new URL('../src/', import.meta.url)

describe('settings', () => {
  it('have a default each, so that nothing needs to be set', () => {
    const settings = readSettings({})
    const promised: Partial<Settings> = {
      host: '127.0.0.1',
      port: 8000,
      databaseUrl: { engine: 'sqlite', file: './data/tradein.db' },
      databasePoolSize: 10,
      databaseWaitS: 30,
      identityStore: 'tradein',
      identityDatabaseUrl: undefined,
      authMode: 'db_only',
      legacyRolesFile: undefined,
      clientIpv6Prefix: 128,
      sessionCookieName: '__Host-tradein_session',
      sessionTtlHours: 168,
      sessionAbsoluteTtlHours: 720,
      sessionSecret: '',
      loginRateLimit: 10,
      loginRateLimitWindowS: 300,
      loginUsernameFailThreshold: 5,
      loginUsernameFailWindowS: 900,
      loginUsernameThrottleMaxDelayS: 15,
      passwordArgon2MemoryKib: 19_456,
      passwordArgon2Passes: 2,
      apiRateLimit: 600,
      apiRateLimitWindowS: 60,
      logLevel: 'info',
    }
    for (const [name, value] of Object.entries(promised)) {
      assert.deepEqual(settings[name as keyof Settings], value, name)
    }
    const proxies = settings.trustedProxies.map(([base, length]) => `${base}/${length}`)
    assert.deepEqual(proxies, ['127.0.0.0/8', '::1/128'])
    assert.equal(settings.loginPasswordVerifyWorkers, Math.max(2, Math.min(64, CORES)))
  })

  it('are each read by a part of the service', () => {
    const source = globSync('**/*.ts', { cwd: SOURCE, exclude: ['settings/**'] })
      .map((file) => readFileSync(new URL(file, SOURCE), 'utf8'))
      .join('\n')
    const words = new Set(source.match(/\w+/g))
    assert.deepEqual(
      Object.keys(readSettings({})).filter((name) => !words.has(name)),
      [],
    )
  })

  it('are refused all at once, each by its name and never by its value', () => {
    const faults = faultsOf({
      PORT: 'hunter2',
      LOGIN_RATE_LIMIT: '0',
      LOGIN_USERNAME_THROTTLE_MAX_DELAY_S: '60.5',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      TRUSTED_PROXIES: '10.0.0.0/99',
      SESSION_COOKIE_NAME: 'a b',
      AUTH_MODE: 'Dual',
    })
    assert.equal(faults.length, 7)
    for (const fault of faults) {
      assert.match(fault, /^[A-Z_]+ .*Allowed: /)
      assert.ok(!fault.includes('hunter2'))
    }
  })

  it('take a host that is an address or has a name’s form, and no URL, port or space', () => {
    for (const host of ['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'db-1.example.org']) {
      assert.equal(readSettings({ HOST: host }).host, host)
    }
    for (const host of ['http://0.0.0.0', '127.0.0.1:8000', '[::1]', '0.0.0.0 ']) {
      assert.match(faultsOf({ HOST: host }).join(), /^HOST is neither an IP address nor/, host)
    }
  })

  it('take a mix of flats that names every type once and sums to 1, and no other', () => {
    const { siteplanUnitMix } = readSettings({
      SITEPLAN_UNIT_MIX: '3:0, studio:0.5, 1:0.25,2:0.25',
    })
    assert.deepEqual(siteplanUnitMix, { studio: 0.5, '1': 0.25, '2': 0.25, '3': 0 })
    for (const mix of [
      'studio:0.5,1:0.25,2:0.25,3:0.1',
      'studio:0.5,1:0.25,2:0.25',
      'studio:0.5,1:0.25,2:0.25,3:0,4:0',
      'studio:0.5:0.1,1:0.25,2:0.25,3:0',
      'studio:0.9,studio:0.5,1:0.25,2:0.25,3:0',
      'studio:1.5,1:-0.5,2:0,3:0',
      'studio:half,1:0.25,2:0.25,3:0',
    ]) {
      assert.equal(faultsOf({ SITEPLAN_UNIT_MIX: mix }).length, 1, mix)
    }
    assert.equal(faultsOf({ SITEPLAN_PACE_BY_TYPE: 'studio:1,1:1,2:0,3:1' }).length, 1)
  })

  it('are taken at the first and last value of each range', () => {
    for (const [variable, least, most] of [
      ['PORT', 0, 65_535],
      ['API_RATE_LIMIT', 1, 1_000_000],
      ['API_RATE_LIMIT_WINDOW_S', 1, 86_400],
      ['LOGIN_RATE_LIMIT_WINDOW_S', 1, 86_400],
      ['LOGIN_USERNAME_FAIL_WINDOW_S', 1, 86_400],
      ['SESSION_ABSOLUTE_TTL_HOURS', 0, 8_760],
      ['LOGIN_RATE_LIMIT', 1, 1_000_000],
      ['LOGIN_USERNAME_FAIL_THRESHOLD', 1, 1_000_000],
      ['LOGIN_USERNAME_THROTTLE_MAX_DELAY_S', 0, 60],
      ['LOGIN_PASSWORD_VERIFY_WORKERS', 1, 64],
      ['PASSWORD_ARGON2_MEMORY_KIB', 8, 1_048_576],
      ['PASSWORD_ARGON2_PASSES', 1, 10],
      ['SESSION_TTL_HOURS', 1, 8_760],
      ['CLIENT_IPV6_PREFIX', 32, 128],
      ['DATABASE_POOL_SIZE', 1, 1_000],
      ['TRADE_IN_FUNDING_RATE', 0, 2],
      ['TRADE_IN_REPAIR_NONE_RUB_PER_M2', 0, 1_000_000],
      ['TRADE_IN_LEAST_LEVEL', 1, 7],
      ['TRADE_IN_OFFER_DAYS', 1, 365],
    ] as const) {
      assert.deepEqual(faultsOf({ [variable]: String(least) }), [], variable)
      assert.deepEqual(faultsOf({ [variable]: String(most) }), [], variable)
      assert.equal(faultsOf({ [variable]: String(least - 1) }).length, 1, variable)
      assert.equal(faultsOf({ [variable]: String(most + 1) }).length, 1, variable)
    }
  })

  it('take a number in plain decimals alone, and nothing behind it', () => {
    for (const port of ['80x', '8e3', ' 80', '80 ', '+80', '0x50', '80.0', '80\n']) {
      assert.match(faultsOf({ PORT: port }).join(), /^PORT is not a whole number/, port)
    }
    for (const seconds of ['1.5x', '1.', '.5', '1,5', '1e1']) {
      const [fault = ''] = faultsOf({ DATABASE_WAIT_S: seconds })
      assert.match(fault, /^DATABASE_WAIT_S is not a number/, seconds)
    }
    assert.equal(readSettings({ DATABASE_WAIT_S: '1.5' }).databaseWaitS, 1.5)
  })

  it('take the root of a service without the slash at its end, and no other scheme than HTTP', () => {
    for (const [given, taken] of [
      ['https://example.org/trade-in', 'https://example.org/trade-in'],
      ['https://example.org//', 'https://example.org'],
      ['HTTP://example.org', 'HTTP://example.org'],
    ] as const) {
      assert.equal(readSettings({ PUBLIC_URL: given }).publicUrl, taken)
      assert.equal(readSettings({ TELEGRAM_API_URL: given }).telegramApiUrl, taken)
      const upstream = { ADDRESS_UPSTREAM: `dadata:${given}`, DADATA_API_KEY: 'k3y' }
      assert.equal(readSettings(upstream).addressUpstream, taken)
    }
    for (const given of [
      'example.org',
      'ftp://example.org',
      'https://:hunter2@a.org',
      'https://hunter2@a.org',
    ]) {
      const [fault = '', ...others] = faultsOf({ PUBLIC_URL: given })
      assert.match(fault, /^PUBLIC_URL (is not an http|holds a user or a password)/, given)
      assert.doesNotMatch(fault, /hunter2/)
      assert.deepEqual(others, [])
    }
  })

  it('take a cookie name that a browser takes', () => {
    const name = "!#$%&'*+-.^_`|~Az09"
    assert.equal(readSettings({ SESSION_COOKIE_NAME: name }).sessionCookieName, name)
    for (const other of ['a;b', 'a=b', 'a,b', 'a b', '"a"', 'сессия', 'a\n']) {
      assert.match(faultsOf({ SESSION_COOKIE_NAME: other }).join(), /is not a cookie name/, other)
    }
  })

  it('contradict each other out loud', () => {
    assert.match(faultsOf({ IDENTITY_STORE: 'auth' })[0] ?? '', /IDENTITY_DATABASE_URL is not set/)
    assert.match(faultsOf({ AUTH_MODE: 'dual' })[0] ?? '', /LEGACY_ROLES_FILE is not set/)
    assert.match(faultsOf({ ADDRESS_UPSTREAM: 'dadata:' })[0] ?? '', /DADATA_API_KEY is not/)
    const same = { DATABASE_URL: 'sqlite:x.db', IDENTITY_DATABASE_URL: 'sqlite:a/../x.db' }
    assert.equal(faultsOf({ IDENTITY_STORE: 'auth', ...same }).length, 1)
    // One that is set but cannot be read is told once, not also as missing.
    const unreadable = { IDENTITY_STORE: 'auth', IDENTITY_DATABASE_URL: 'mysql://h/d' }
    assert.equal(faultsOf(unreadable).length, 1)
  })

  it('name a database of its own for users and sessions only where these are to live apart', () => {
    const urls = {
      DATABASE_URL: 'sqlite:main.db',
      IDENTITY_DATABASE_URL: 'sqlite:identity.db',
    }
    const together = readSettings(urls)
    assert.equal(separateIdentityDatabase(together), undefined)
    assert.deepEqual(identityDatabaseOf(together), { engine: 'sqlite', file: 'main.db' })
    const apart = readSettings({ ...urls, IDENTITY_STORE: 'auth' })
    const own = { engine: 'sqlite', file: 'identity.db' }
    assert.deepEqual([separateIdentityDatabase(apart), identityDatabaseOf(apart)], [own, own])
  })

  it('take one database for the same however its URL is written', () => {
    const isRefused = (main: string, identity: string) =>
      faultsOf({
        IDENTITY_STORE: 'auth',
        DATABASE_URL: main,
        IDENTITY_DATABASE_URL: identity,
      }).some((fault) => fault.startsWith('IDENTITY_DATABASE_URL names the main database'))
    const main = 'postgres://tradein:one@db.example.org/tradein'
    for (const same of [
      main,
      'postgresql://tradein:one@db.example.org/tradein',
      'postgres://auth:other@db.example.org/tradein',
      'postgres://tradein:one@DB.example.org/tradein',
      'postgres://tradein:one@db.example.org:5432/tradein',
      `${main}?sslmode=require&application_name=identity&user=auth`,
      'postgres://other.example.org:6432/tradein?host=db.example.org&port=5432',
    ]) {
      assert.equal(isRefused(main, same), true, same)
    }
    for (const other of [
      'postgres://tradein:one@db.example.org/auth',
      'postgres://tradein:one@db2.example.org/tradein',
      'postgres://tradein:one@db.example.org:5433/tradein',
      `${main}?host=db2.example.org`,
      `${main}?port=5433`,
      // Another schema of it.
      `${main}?options=-csearch_path%3Dauth`,
      'sqlite:tradein',
    ]) {
      assert.equal(isRefused(main, other), false, other)
    }
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-settings-'))
    const file = join(folder.path, 'main.db')
    writeFileSync(file, '')
    symlinkSync(file, join(folder.path, 'link.db'))
    symlinkSync(folder.path, join(folder.path, 'folder'))
    for (const path of ['link.db', 'folder/main.db', './main.db']) {
      assert.equal(isRefused(`sqlite:${file}`, `sqlite:${folder.path}/${path}`), true, path)
    }
    // Neither is there yet.
    assert.equal(
      isRefused(`sqlite:${folder.path}/new.db`, `sqlite:${folder.path}/folder/new.db`),
      true,
    )
    assert.equal(isRefused(`sqlite:${file}`, `sqlite:${folder.path}/auth.db`), false)
  })

  it('take no path that begins with ~, which would be a folder of that name', () => {
    for (const [variable, form] of [
      ['DATABASE_URL', 'sqlite:'],
      ['SUPPORT_DELIVERY', 'file:'],
      ['LEGACY_ROLES_FILE', ''],
      ['RULE_SETS_DIR', ''],
    ] as const) {
      for (const path of ['~', '~/data', '~anna/data']) {
        const [fault = '', ...others] = faultsOf({ [variable]: form + path })
        assert.match(fault, new RegExp(`^${variable} .* begins with ~.* write it out`))
        assert.deepEqual(others, [])
      }
    }
    assert.deepEqual(faultsOf({ DATABASE_URL: 'sqlite:./~/t.db', RULE_SETS_DIR: 'a~' }), [])
  })

  it('take no user or password in the URL of an address upstream', () => {
    const upstream = (url: string) =>
      faultsOf({ ADDRESS_UPSTREAM: `dadata:${url}`, DADATA_API_KEY: 'k3y' })
    assert.deepEqual(upstream(''), [])
    const bare = { ADDRESS_UPSTREAM: 'dadata:', DADATA_API_KEY: 'k3y' }
    assert.equal(readSettings(bare).addressUpstream, 'https://suggestions.dadata.ru')
    assert.deepEqual(upstream('https://dadata.example.org/'), [])
    for (const url of [
      'https://anna:k3y@dadata.example.org/',
      'ftp://dadata.example.org/',
      'https://',
    ]) {
      const [fault = '', ...others] = upstream(url)
      assert.match(fault, /^ADDRESS_UPSTREAM /)
      assert.doesNotMatch(fault, /k3y|anna/)
      assert.deepEqual(others, [])
    }
  })

  it('refuse trade-in terms that could not all hold', () => {
    const shares = faultsOf({ TRADE_IN_LEAST_SHARE: '0.9', TRADE_IN_MOST_SHARE: '0.8' })
    assert.match(shares[0] ?? '', /^TRADE_IN_LEAST_SHARE is above TRADE_IN_MOST_SHARE/)
    const days = faultsOf({ TRADE_IN_BUYOUT_DAYS: '90', TRADE_IN_RESERVATION_DAYS: '60' })
    assert.match(days[0] ?? '', /^TRADE_IN_BUYOUT_DAYS is above TRADE_IN_RESERVATION_DAYS/)
    assert.deepEqual(faultsOf({ TRADE_IN_LEAST_SHARE: '0.8', TRADE_IN_MOST_SHARE: '0.8' }), [])
    // A share that cannot be read is told once, not compared.
    assert.equal(faultsOf({ TRADE_IN_LEAST_SHARE: 'much' }).length, 1)
  })

  it('take secrets and database URLs from files, without one last newline', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-settings-'))
    const file = join(folder.path, 'secret')
    writeFileSync(file, 'line\n\n')
    assert.equal(readSettings({ SESSION_SECRET_FILE: file }).sessionSecret, 'line\n')
    writeFileSync(file, 'line\r\n')
    assert.equal(readSettings({ SESSION_SECRET_FILE: file }).sessionSecret, 'line')
    writeFileSync(file, 'postgres://u:p@h/d\n')
    const { databaseUrl } = readSettings({ DATABASE_URL_FILE: file })
    assert.deepEqual(databaseUrl, { engine: 'postgres', url: 'postgres://u:p@h/d' })
    assert.match(
      faultsOf({ SESSION_SECRET_FILE: file, SESSION_SECRET: 'x' })[0] ?? '',
      /set both directly and through/,
    )
    assert.match(
      faultsOf({ SESSION_SECRET_FILE: join(folder.path, 'none') })[0] ?? '',
      /cannot be read .* names \(ENOENT\)/,
    )
    assert.match(faultsOf({ SESSION_SECRET_FILE: folder.path })[0] ?? '', /names \(EISDIR\)/)
  })

  it('refuse a file that is not UTF-8: two different files could be read as one value', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-settings-'))
    const file = join(folder.path, 'secret')
    writeFileSync(file, Buffer.from([0x80, 0x81, 0x9f]))
    assert.deepEqual(faultsOf({ SESSION_SECRET_FILE: file }), [
      'SESSION_SECRET is not UTF-8 text in the file that SESSION_SECRET_FILE names; write bytes as base64. Allowed: any text; empty stores plain SHA-256 digests and warns.',
    ])
    writeFileSync(file, 'секрет')
    assert.equal(readSettings({ SESSION_SECRET_FILE: file }).sessionSecret, 'секрет')
  })

  it('take the empty text as unset, but for the proxies, where it trusts nobody', () => {
    assert.equal(readSettings({ PORT: '' }).port, 8000)
    assert.deepEqual(readSettings({ TRUSTED_PROXIES: '' }).trustedProxies, [])
  })

  it('warn of what starts but deserves a look', () => {
    const warned = (environment: Record<string, string>) =>
      settingsWarnings(readSettings({ SESSION_SECRET: 'x', ...environment }))
    assert.deepEqual(warned({}), [])
    assert.equal(settingsWarnings(readSettings({})).length, 1)
    for (const name of ['sid', '__Secure-sid']) {
      assert.match(warned({ SESSION_COOKIE_NAME: name })[0] ?? '', /__Host-/, name)
    }
    assert.match(warned({ LOGIN_PASSWORD_VERIFY_WORKERS: '1' })[0] ?? '', /is 1/)
    assert.deepEqual(warned({ LOGIN_PASSWORD_VERIFY_WORKERS: '2' }), [])
    assert.match(warned({ AUTH_MODE: 'dual', LEGACY_ROLES_FILE: 'x' })[0] ?? '', /blocked/)
  })
})
