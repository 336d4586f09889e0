// What runs before npm's scripts, against a made-up project and an npm that notes that it was
// called and writes the record of a complete install.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url))

const SERVICE = { 'node_modules/a': { version: '1.0.0' } }
const OF_OTHER_MACHINES = { 'node_modules/b-arm': { version: '1.0.0', optional: true } }
const FOR_TESTS = { 'node_modules/t': { version: '2.0.0', dev: true } }

describe('what installs packages before a script', () => {
  const project = mkdtempSync(join(tmpdir(), 'tradein-installed-'))
  const calls = join(project, 'calls')
  after(() => rmSync(project, { recursive: true, force: true }))

  const run = (...options: string[]) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(project, 'scripts/ensure-installed.mjs'), ...options],
      { env: { ...process.env, PATH: `${project}/bin:${process.env.PATH}` }, encoding: 'utf8' },
    )
    const installs = existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').length - 1 : 0
    return { status, stderr, installs }
  }
  const npmThat = (does: string) => {
    const script = `#!/bin/sh\necho "$@" >> '${calls}'\n${does}\n`
    writeFileSync(join(project, 'bin/npm'), script, { mode: 0o755 })
  }
  const installed = (packages: object) => {
    mkdirSync(join(project, 'node_modules'), { recursive: true })
    writeFileSync(join(project, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  }

  beforeEach(() => {
    for (const made of ['node_modules', 'calls']) {
      rmSync(join(project, made), { recursive: true, force: true })
    }
    for (const folder of ['scripts', 'bin']) mkdirSync(join(project, folder), { recursive: true })
    for (const script of ['ensure-installed.mjs', 'link-node.mjs']) {
      copyFileSync(join(SCRIPTS, script), join(project, 'scripts', script))
    }
    npmThat('mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json')
    const packages = { '': {}, ...SERVICE, ...OF_OTHER_MACHINES, ...FOR_TESTS }
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages }))
  })

  for (const options of [[], ['--dev'], ['--beside']]) {
    it(`installs once where nothing is installed: ${options.join(' ') || 'no option'}`, () => {
      assert.deepEqual({ ...run(...options), stderr: '' }, { status: 0, stderr: '', installs: 1 })
    })
    it(`leaves alone what is pinned: ${options.join(' ') || 'no option'}`, () => {
      installed({ ...SERVICE, ...FOR_TESTS })
      assert.deepEqual(run(...options), { status: 0, stderr: '', installs: 0 })
    })
  }

  it('needs the packages of tests only for tests', () => {
    installed(SERVICE)
    assert.equal(run().installs, 0)
    assert.equal(run('--beside').installs, 0)
    assert.equal(run('--dev').installs, 1)
  })

  it('installs anew where a package has another version than is pinned', () => {
    installed({ 'node_modules/a': { version: '0.9.0' } })
    assert.equal(run().installs, 1)
  })

  it('never touches the packages of a running service, and says what to do', () => {
    installed({ 'node_modules/a': { version: '0.9.0' } })
    const { status, stderr, installs } = run('--beside')
    assert.deepEqual([status, installs], [0, 0])
    assert.match(stderr, /^node_modules is not what package-lock\.json pins\. Stop the service/)
    assert.ok(existsSync(join(project, 'node_modules')))
  })

  it('installs the optional packages, which Node is among, whatever npm is set to leave out', () => {
    run()
    assert.match(readFileSync(calls, 'utf8'), / --include=optional /)
    assert.doesNotMatch(readFileSync(calls, 'utf8'), / --include=dev /)
  })

  it('installs the packages of tests for tests, whatever npm is set to leave out', () => {
    run('--dev')
    assert.match(readFileSync(calls, 'utf8'), / --include=optional --include=dev /)
  })

  for (const [fault, does] of [
    ['fails', 'exit 1'],
    ['stops half-way and ends as if all were well', 'mkdir -p node_modules/a'],
  ] as const) {
    it(`installs once more, into an empty folder, where npm ${fault}, then says so`, () => {
      npmThat(does)
      installed({ 'node_modules/a': { version: '0.9.0' } })
      const left = join(project, 'node_modules/left-over')
      writeFileSync(left, '')
      const { status, stderr, installs } = run()
      assert.deepEqual([status, installs], [1, 2])
      assert.match(stderr, /^npm ci failed; what it printed stands above\.$/m)
      assert.ok(!existsSync(left))
    })
  }

  it('links the Node that comes with the project where an older npm took the link away', () => {
    const brought = `node-linux-${process.arch}/bin`
    for (const folder of [brought, '.bin']) {
      mkdirSync(join(project, 'node_modules', folder), { recursive: true })
    }
    writeFileSync(join(project, 'node_modules', brought, 'node'), '')
    installed(SERVICE)
    assert.deepEqual(run(), { status: 0, stderr: '', installs: 0 })
    assert.equal(readlinkSync(join(project, 'node_modules/.bin/node')), `../${brought}/node`)
    assert.deepEqual(run(), { status: 0, stderr: '', installs: 0 })
  })
})
