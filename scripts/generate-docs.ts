// Writes what is documented from the code itself: docs/settings.md, docs/openapi.json, docs/api.md
// and .env.example. `--check` writes nothing; it fails with a line for each stale file, and for
// each invariant of DESIGN.md and docs/invariants.md that no test holds.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { buildService } from '../src/app.ts'
import { systemClock } from '../src/clock.ts'
import { codeOf } from '../src/process/thrown.ts'
import { readSettings } from '../src/settings.ts'
import { apiPage, type OpenApi } from './docs/api-page.ts'
import { faultsOfInvariants } from './docs/named-tests.ts'
import { environmentExample, settingsPage } from './docs/settings-pages.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const description = await openApiOfRunningService()
const files: Readonly<Record<string, string>> = {
  'docs/settings.md': settingsPage(),
  '.env.example': environmentExample(),
  'docs/openapi.json': `${JSON.stringify(description, null, 2)}\n`,
  'docs/api.md': apiPage(description),
}
const stale = Object.entries(files).filter(([name, text]) => contentOf(name) !== text)
if (process.argv.includes('--check')) {
  for (const [name] of stale) {
    process.stderr.write(`${name} is stale: run \`npm run fix\`.\n`)
  }
  const faults = ['DESIGN.md', 'docs/invariants.md'].flatMap((name) =>
    faultsOfInvariants(contentOf(name) ?? '', ROOT).map((fault) => `${name} ${fault}`),
  )
  for (const fault of faults) process.stderr.write(`${fault}.\n`)
  if (stale.length + faults.length > 0) process.exitCode = 1
} else {
  for (const [name, text] of stale) {
    writeFileSync(join(ROOT, name), text)
    process.stdout.write(`${name} written\n`)
  }
}

function contentOf(name: string): string | undefined {
  try {
    return readFileSync(join(ROOT, name), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function openApiOfRunningService(): Promise<OpenApi> {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-docs-'))
  try {
    const settings = readSettings({
      DATABASE_URL: `sqlite:${join(folder, 'docs.db')}`,
      LOGIN_PASSWORD_VERIFY_WORKERS: '1',
      DEMO_DATA: 'off',
    })
    const service = await buildService(settings, {
      clock: systemClock,
      log: pino({ level: 'silent' }),
      print: () => {},
    })
    try {
      return service.app.swagger() as unknown as OpenApi
    } finally {
      await service.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
