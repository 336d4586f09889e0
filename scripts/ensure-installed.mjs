// Runs before every npm script, on whatever Node the machine has (18 or newer): installs what
// package-lock.json pins when node_modules does not hold exactly that. Never runs the service.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}node_modules/.installed-lock`
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex')

if (installedLock() !== wanted) {
  process.stderr.write('Installing what package-lock.json pins (npm ci) ...\n')
  // npm's own report goes to standard error, so that a command's output stays clean.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: '' },
  })
  if (npm.status !== 0) {
    process.stderr.write('npm ci failed; what it printed stands above.\n')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

function installedLock() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return ''
  }
}
