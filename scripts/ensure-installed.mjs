// Runs before the npm scripts that need packages, on whatever Node the machine has (18 or newer): installs what
// package-lock.json pins when node_modules does not hold exactly that. Never runs the service.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}node_modules/.installed-lock`
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex')

if (installedLock() !== wanted) {
  process.stderr.write('Installing what package-lock.json pins (npm ci) ...\n')
  // npm's own report goes to standard error, so that a command's output stays clean.
  if (!install()) {
    // An install that was cut off can leave what npm cannot clear away by itself.
    rmSync(`${root}node_modules`, { recursive: true, force: true })
    if (!install()) {
      process.stderr.write('npm ci failed; what it printed stands above.\n')
      process.exit(1)
    }
  }
  writeFileSync(stamp, wanted)
  // Fills the cache of compiled sources, so that the first start is as light as the next ones.
  spawnSync('node_modules/.bin/node', ['bin/tradein.js', '--help'], { cwd: root, stdio: 'ignore' })
}

function install() {
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: '' },
  })
  return npm.status === 0
}

function installedLock() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return ''
  }
}
