// `npm run bench -- [NAME …] [--option …]`: runs the named benchmarks, or all that need no
// argument. A benchmark is one file of benchmarks/ and one line of the list below; whatever stands
// after the first argument that begins with `-` is handed on to it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { estimates } from './benchmarks/estimates.ts'
import { flood } from './benchmarks/flood.ts'
import { logins } from './benchmarks/logins.ts'
import { market } from './benchmarks/market.ts'
import { me } from './benchmarks/me.ts'
import { memory } from './benchmarks/memory.ts'
import { planning } from './benchmarks/planning.ts'
import { sessions } from './benchmarks/sessions.ts'
import { timing } from './benchmarks/timing.ts'
import { type Bench, openBench } from './support/bench.ts'
import { UsageFault } from './support/options.ts'
import { ensurePeers } from './support/peers.ts'

interface Benchmark {
  readonly about: string
  /** Whether `npm run bench` without a name runs it too. */
  readonly byDefault: boolean
  /** What it takes, where it takes anything. */
  readonly options?: string
  run(bench: Bench, args: readonly string[]): Promise<void>
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  logins: { about: 'logins a second against the bare hash', byDefault: true, run: logins },
  me: { about: 'GET /api/v1/me against an open route', byDefault: true, run: me },
  flood: { about: 'others during a login flood', byDefault: true, run: flood },
  sessions: { about: 'session look-up at 10^4 and 10^6 rows', byDefault: true, run: sessions },
  memory: { about: 'resident set with 100,000 limiter keys', byDefault: true, run: memory },
  estimates: {
    about: '/me beside 1,000 who ask for estimates',
    byDefault: true,
    options: '[--engine sqlite|postgres] [--workers N]',
    run: estimates,
  },
  planning: { about: '/me beside those who ask for layouts', byDefault: true, run: planning },
  market: {
    about: '200,000 and 1,000,000 comparables',
    byDefault: false,
    options: '[--rows N]…',
    run: market,
  },
  timing: { about: 'answer times of the four failure causes', byDefault: true, run: timing },
}

/** Of studies/, on a file of the user's own: programs by themselves, which start what they need. */
const STUDIES: Readonly<Record<string, string>> = {
  accuracy: 'studies/accuracy.ts',
  parcels: 'studies/parcels.ts',
  layouts: 'studies/layouts.ts',
  suggest: 'studies/suggest/suggest.ts',
}

const given = process.argv.slice(2)
const firstOption = given.findIndex((argument) => argument.startsWith('-'))
const named = firstOption < 0 ? given : given.slice(0, firstOption)
const rest = firstOption < 0 ? [] : given.slice(firstOption)
const names =
  named.length > 0 ? named : Object.keys(BENCHMARKS).filter((name) => BENCHMARKS[name]?.byDefault)

const study = STUDIES[names[0] ?? '']
if (study) {
  if (names.length > 1) {
    refuse(`${names[0]} is a program by itself. Run it without ${names.slice(1).join(', ')}.`)
  }
  const file = fileURLToPath(new URL(study, import.meta.url))
  const { status } = spawnSync(process.execPath, [file, ...rest], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
if (rest.includes('--help') || rest.includes('-h')) {
  process.stdout.write(`npm run bench -- [NAME …] [--option …]\n\n${listOfAll()}\n`)
  process.exit(0)
}

const unknown = names.filter((name) => !BENCHMARKS[name])
if (unknown.length > 0) refuse(`No benchmark ${unknown.join(', ')}. There are:\n${listOfAll()}`)
const withoutOptions = names.filter((name) => BENCHMARKS[name]?.options === undefined)
if (rest.length > 0 && withoutOptions.length > 0) {
  refuse(`No options go to ${withoutOptions.join(', ')}. Run without ${rest.join(' ')}.`)
}

ensurePeers()
const bench = await openBench()
try {
  bench.print(`${bench.machine.join('\n')}\n`)
  for (const name of names) {
    const beganMs = performance.now()
    await BENCHMARKS[name]?.run(bench, rest)
    bench.print(`(${name}: ${((performance.now() - beganMs) / 1000).toFixed(0)} s)\n`)
  }
} catch (error) {
  if (!(error instanceof UsageFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
} finally {
  await bench.close()
}

function listOfAll(): string {
  const described = Object.entries(BENCHMARKS).map(([name, { about, options = '' }]) =>
    `  ${name.padEnd(9)} ${about} ${options}`.trimEnd(),
  )
  const studies = Object.keys(STUDIES).join(', ')
  return [...described, `  ${studies}: NAME --help tells what each takes`].join('\n')
}

function refuse(fault: string): never {
  process.stderr.write(`${fault}\n`)
  process.exit(2)
}
