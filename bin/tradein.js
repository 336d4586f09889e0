#!/usr/bin/env node
// The one entry of the service and its command line. Plain JavaScript that any Node can read, so
// that an unsuitable Node is told in one line before TypeScript is met.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)

if (major !== 24 || minor < 21) {
  process.stderr.write(
    `Node ${process.versions.node} cannot run this service: it needs Node 24.21 or a newer 24. ` +
      'Start it with `npm start`, which brings the right one unless npm is set to leave out scripts ' +
      'or optional packages (ignore-scripts, omit), or install Node 24.\n',
  )
  process.exit(1)
}

// Node would open its debugger at this signal, to whoever is on the machine.
process.on('SIGUSR1', () => {})

// Stripped and compiled once, kept beside the packages: the next start is faster and needs some
// 20 MB less in every thread. Threads inherit it through the environment; unwritable is no harm.
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(
  new URL('../node_modules/.cache/compiled', import.meta.url),
)
module.enableCompileCache(process.env.NODE_COMPILE_CACHE)

const { runCommandLine } = await import('../src/cli/main.ts')
process.exitCode = await runCommandLine(process.argv.slice(2))
module.flushCompileCache()
// What failed may have left something open, as a thread does that could not start: a supervisor
// would take the process for one that serves.
if (process.exitCode !== 0) setTimeout(() => process.exit(), 1_000).unref()
