// A market of 200,000 and of 1,000,000 made-up comparables: the import as the command line does it,
// reading, fitting and loading a model, and single estimates. `--rows 200000` measures other sizes.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINES } from '../../tests/support/databases.ts'
import type { Fitted, Timed, Valued } from '../servers/market.ts'
import { type Bench, judged, table } from '../support/bench.ts'
import { usageOf } from '../support/children.ts'
import { writeCountry } from '../support/country.ts'
import { readOptions } from '../support/options.ts'
import { ENTRY, residentMb } from '../support/program.ts'
import { quantile } from '../support/statistics.ts'

const SIZES = ['200000', '1000000']
const TODAY = '2026-11-20'
const WARM_UP = 200
const ESTIMATES = 1000
const POLL_MS = 50

/** ms at the 95th percentile, by size. */
const GOAL_MS = (rows: number) => (rows > 200_000 ? 30 : 15)

export async function market(bench: Bench, args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    rows: { type: 'string', multiple: true, default: SIZES },
  })
  const folder = mkdtempSync(join(tmpdir(), 'tradein-market-'))
  try {
    const imports: string[][] = []
    const fits: string[][] = []
    for (const size of options.rows) {
      const rows = Number(size)
      const file = join(folder, `${rows}.csv.gz`)
      await writeCountry(file, { rows, today: TODAY })
      for (const engine of ENGINES) {
        const database = await bench.database(engine)
        const imported = await importFile(file, database.variable)
        const child = await bench.child('servers/market.ts', { DATABASE_URL: database.variable })
        const read = await child.ask<Timed>('read', { until: TODAY })
        imports.push([
          `${rows.toLocaleString('en')}, ${engine}`,
          imported.seconds.toFixed(0),
          Math.round(rows / imported.seconds).toLocaleString('en'),
          imported.peakMb.toFixed(0),
          read.seconds.toFixed(1),
        ])
        // A fit is the same whatever the rows came from.
        if (engine === 'sqlite') {
          const fitted = await child.ask<Fitted>('fit', { until: TODAY })
          await child.ask<Valued>('value', { count: WARM_UP, until: TODAY })
          const { timesMs, cpuMs, answered } = await child.ask<Valued>('value', {
            count: ESTIMATES,
            until: TODAY,
          })
          const p95 = quantile(timesMs, 0.95)
          fits.push([
            rows.toLocaleString('en'),
            fitted.seconds.toFixed(0),
            fitted.cpuS.toFixed(0),
            ((await usageOf(child)).peakRssBytes / 1e6).toFixed(0),
            (fitted.modelBytes / 1e6).toFixed(0),
            fitted.loadS.toFixed(1),
            `${((100 * answered) / ESTIMATES).toFixed(0)} %`,
            quantile(timesMs, 0.5).toFixed(1),
            judged(p95, 1, p95 <= GOAL_MS(rows)),
            `≤ ${GOAL_MS(rows)}`,
            quantile(cpuMs, 0.95).toFixed(1),
          ])
        }
        await child.stop()
      }
    }
    bench.print(
      table(
        'Import of made-up comparables, CSV.gz',
        ['rows', 'import, s', 'rows/s', 'peak MB resident', 'read again, s'],
        imports,
      ),
    )
    bench.print(
      table(
        'Model and estimates',
        [
          'comparables',
          'fit, s',
          'of processor',
          'peak MB',
          'model, MB',
          'load, s',
          'answered',
          'estimate p50, ms',
          'p95, ms',
          'goal',
          'p95 of processor',
        ],
        fits,
      ),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The command itself; its peak is Linux's own high-water mark, read until it ends. */
async function importFile(
  file: string,
  databaseUrl: string,
): Promise<{ readonly seconds: number; readonly peakMb: number }> {
  const beganMs = performance.now()
  const child = spawn(process.execPath, [ENTRY, 'import', 'comparables', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, DEMO_DATA: 'off' },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  let peakMb = 0
  while (!isOver) {
    peakMb = Math.max(peakMb, residentMb(child.pid ?? 0, 'VmHWM') || 0)
    await sleep(POLL_MS)
  }
  if ((await ended) !== 0) throw new Error(`import of ${file} failed`)
  return { seconds: (performance.now() - beganMs) / 1000, peakMb }
}
