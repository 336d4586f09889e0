// Settings from a `.env` file, and what is warned of lines there that do not say what they seem to.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  environmentWithDotEnv,
  readSettings,
  SettingsError,
  warningsOfDotEnv,
} from '../../src/settings.ts'

describe('settings from a .env file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-settings-'))
  after(() => rmSync(folder, { recursive: true }))
  const write = (text: string | Buffer) => writeFileSync(join(folder, '.env'), text)
  const warned = (text: string) => {
    write(text)
    return warningsOfDotEnv(folder).join('\n')
  }

  it('give way to the environment', () => {
    write('PATH=ours\nPORT=1')
    const { PATH, PORT } = environmentWithDotEnv(folder)
    assert.deepEqual([PATH, PORT], [process.env.PATH, '1'])
    rmSync(join(folder, '.env'))
  })

  it('warn of what it names that is no setting, and never of its value', () => {
    assert.deepEqual(warningsOfDotEnv(folder), [])
    const lines = ['PORT=1', 'SESSION_SECRET_FILE=x', 'PORT_FILE=x', 'TRUSTED_PROXYS=hunter2']
    lines.push('OUR_DATABASE_URL=hunter2')
    // Values that were broken over two lines.
    lines.push('MIIEvQsecretfragment==', 'JBSWY3DPEHPKFRAGMENT======')
    const warnings = warned(lines.join('\n'))
    assert.equal(warnings.split('\n').length, 4)
    assert.match(warnings, /^\.env sets PORT_FILE, which is no setting\./m)
    assert.match(warnings, /^\.env sets OUR_DATABASE_URL, which is no setting\./m)
    assert.match(warnings, /^\.env sets TRUSTED_PROXYS, which is no setting\./m)
    assert.match(warnings, /^\.env has a line that is no setting\./m)
    assert.doesNotMatch(warnings, /hunter2|fragment/i)
    // A piece of a value may end as a setting does, and may hold a quote.
    assert.doesNotMatch(warned('hunter2_PORT=x\nhunter2="a"b"'), /hunter2/)
  })

  it('warn of a line that sets nothing', () => {
    assert.match(warned('DATABASE_URL: sqlite:x.db\nPORT=1'), /^\.env has a line without =/)
    assert.equal(warned('# PORT: 1\n\n  # more\r\nPORT=1\r\nexport HOST=::1 # here\n'), '')
  })

  it('warn of a value that ends at a # of its own', () => {
    for (const value of ['hunter2#rest', '#hunter2', 'a=b#hunter2', 'two hunter2#rest']) {
      const warnings = warned(`export SESSION_SECRET=${value}`)
      assert.match(warnings, /^SESSION_SECRET in \.env ends at a #/, value)
      assert.doesNotMatch(warnings, /hunter2|rest/)
    }
    for (const value of ['"a#b"', "'#a' # b", 'a # b', '# none', '"a\nb#c"', ' "a#b"']) {
      assert.equal(warned(`SESSION_SECRET=${value}\nPORT=1`), '', value)
    }
  })

  it('warn of a value that ends at a quote of its own', () => {
    for (const value of [
      '"hunter2"rest"',
      '"hunter2\\"rest"',
      "'hunter2'rest # b",
      '"\nhunter2"rest',
    ]) {
      const warnings = warned(`SESSION_SECRET=${value}\r\nPORT=1`)
      assert.match(warnings, /^SESSION_SECRET in \.env ends at its second quote\.[^\n]*$/, value)
      assert.doesNotMatch(warnings, /hunter2|rest/)
    }
    for (const value of ['`a"b\'c`', '"a" # "b"', "'it' ", '""', "it's", '"a\n\'b"\t#c']) {
      assert.equal(warned(`SESSION_SECRET=${value}\r\nPORT=1`), '', value)
    }
  })

  it('warn of a name that is set twice', () => {
    const warnings = warned('PORT=1\nexport PORT = 2\nHOST="::1"\nHOST=\'::1\'\nLOG_LEVEL=info')
    assert.deepEqual(
      warnings.split('\n').map((line) => line.split(':')[0]),
      ['.env sets PORT more than once', '.env sets HOST more than once'],
    )
  })

  it('warn of a quote that nothing closes', () => {
    for (const value of ['"hunter2', "'hunter2 # b", '`hunter2']) {
      const warnings = warned(`SESSION_SECRET=${value}\nPORT=1`)
      assert.match(warnings, /^SESSION_SECRET in \.env begins with a quote [^\n]*$/, value)
      assert.doesNotMatch(warnings, /hunter2/)
    }
  })

  it('warn of a setting that the open quotes of another have swallowed', () => {
    const warnings = warned('SUPPORT_DELIVERY="file:/x\nSESSION_SECRET=hunter2"\nPORT=1')
    assert.match(warnings, /^\.env sets SESSION_SECRET within the quotes of another setting/)
    assert.doesNotMatch(warnings, /hunter2/)
    assert.equal(warned('SESSION_SECRET="two\nlines"\nPORT=1'), '')
  })

  it('are read where an editor has left its mark, and spaces behind a name', () => {
    write('\uFEFFPILOT_RATE_LIMIT=7\r\nDADATA_API_KEY= \r\nPILOT_RATE_LIMIT_WINDOW_S=8\r\n')
    const { pilotRateLimit, pilotRateLimitWindowS, dadataApiKey } = readSettings(
      environmentWithDotEnv(folder),
    )
    assert.deepEqual([pilotRateLimit, dadataApiKey, pilotRateLimitWindowS], [7, '', 8])
    assert.deepEqual(warningsOfDotEnv(folder), [])
  })

  it('are read where a shell could read it too, empty ones included', () => {
    for (const empty of [
      'export DADATA_API_KEY=',
      'export DADATA_API_KEY= ',
      'DADATA_API_KEY = ',
    ]) {
      write(`${empty}\nexport PILOT_RATE_LIMIT=7\n`)
      const { pilotRateLimit, dadataApiKey } = readSettings(environmentWithDotEnv(folder))
      assert.deepEqual([pilotRateLimit, dadataApiKey], [7, ''], empty)
      assert.deepEqual(warningsOfDotEnv(folder), [], empty)
    }
  })

  it('are refused where it is not UTF-8', () => {
    write(Buffer.from('\uFEFFPORT=1\n', 'utf16le'))
    assert.throws(() => environmentWithDotEnv(folder), SettingsError)
  })

  it('are refused where there is one that cannot be read', () => {
    const unreadable = mkdtempSync(join(folder, 'unreadable-'))
    mkdirSync(join(unreadable, '.env'))
    const says = /^\.env exists but cannot be read\. Make it readable, or remove it\.$/
    for (const read of [environmentWithDotEnv, warningsOfDotEnv]) {
      assert.throws(
        () => read(unreadable),
        (error) => error instanceof SettingsError && says.test(error.message),
      )
    }
  })
})
