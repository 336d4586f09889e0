// Runs before the npm scripts that need packages, on whatever Node the machine has (18 or newer),
// and installs them where they are missing. Never runs the service.
//
//   ensure-installed.mjs            the packages of the service; what is there and fits stays
//   ensure-installed.mjs --dev      those of its tests and checks as well
//   ensure-installed.mjs --beside   for commands beside a running service: changes no package
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const withDev = process.argv.includes('--dev')
const besideService = process.argv.includes('--beside')

const installed = installedPackages()
if (installed === undefined) installAll()
else if (!fits(installed)) {
  if (besideService) {
    process.stderr.write(
      'node_modules is not what package-lock.json pins. Stop the service, run `npm ci`, start it again.\n',
    )
  } else installAll()
}
await import('./link-node.mjs')

/** By npm's record of a complete install; undefined where there is none. */
function installedPackages() {
  return packagesOf(`${root}node_modules/.package-lock.json`)
}

/** Of such a record, or of package-lock.json. */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Whether all that is needed is there as pinned. Optional packages are for other machines. */
function fits(packages) {
  const pinned = Object.entries(packagesOf(`${root}package-lock.json`) ?? {})
  return pinned.every(([path, { version, optional, dev }]) => {
    const there = packages[path]
    if (there !== undefined) return there.version === version
    return path === '' || optional === true || (dev === true && !withDev)
  })
}

function installAll() {
  process.stderr.write('Installing what package-lock.json pins (npm ci) ...\n')
  // An install that was cut off can leave what npm cannot clear away by itself.
  if (!install() && !(clearAway() && install())) {
    process.stderr.write('npm ci failed; what it printed stands above.\n')
    process.exit(1)
  }
  // Fills the cache of compiled sources, so that the first start is as light as the next ones.
  spawnSync('node_modules/.bin/node', ['bin/tradein.js', '--help'], { cwd: root, stdio: 'ignore' })
}

/** @returns false where this user may not, which npm has said already */
function clearAway() {
  try {
    rmSync(`${root}node_modules`, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

function install() {
  // Whatever npm's settings say: Node and the native parts are optional ones.
  const kinds = ['--include=optional', ...(withDev ? ['--include=dev'] : [])]
  const words = ['ci', ...kinds, '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawnSync('npm', words, {
    cwd: root,
    // npm's own report goes to standard error, so that a command's output stays clean.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: '' },
  })
  // Where the registry could not be reached, npm 10 may stop half-way and still end with 0.
  return npm.status === 0 && fits(installedPackages() ?? {})
}
