// Installs what bench/package-lock.json pins, when bench/node_modules does not hold exactly that.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @throws Error if npm cannot install them */
export function ensurePeers(): void {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const stamp = `${folder}node_modules/.installed-lock`
  const wanted = createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write('Installing what bench/package-lock.json pins (npm ci) ...\n')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
  if (npm.status !== 0) throw new Error('npm ci in bench/ failed; what it printed stands above.')
  writeFileSync(stamp, wanted)
}
