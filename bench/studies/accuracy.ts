// Prints the ratio study of the method beside simple baselines on the same flats, as markdown.
// Never here: the method; a file of comparables is always named by whoever runs it.
import { readEvidence, studyOf } from '../../src/valuation/study/ratio-study.ts'
import type { RatioStudy } from '../../src/valuation/study/study-figures.ts'
import { partsOf, type Split } from '../../src/valuation/study/study-parts.ts'
import { type RatioMetrics, ratioMetrics } from '../../src/valuation/tuning/ratio-metrics.ts'
import { refuse, studyOptions } from '../support/options.ts'
import { BASELINES } from './baselines.ts'

const USAGE = `usage: npm run bench -- accuracy --file CSV[.gz]
  [--protocol random | building | walk-forward]...  default: what the file's dates allow
  [--test-from DATE]   walk-forward from this date (default: the first day of the last 14 months)
  [--share 0.15] [--seed 1] [--no-baselines] [--json]`

const PROTOCOLS = ['random', 'building', 'walk-forward']

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const options = studyOptions(USAGE, {
  file: { type: 'string' },
  protocol: { type: 'string', multiple: true },
  'test-from': { type: 'string' },
  share: { type: 'string', default: '0.15' },
  seed: { type: 'string', default: '1' },
  baselines: { type: 'boolean', default: true },
  json: { type: 'boolean', default: false },
})
const file = options.file ?? refuse(USAGE, '--file is missing.')
for (const protocol of options.protocol ?? []) {
  if (!PROTOCOLS.includes(protocol)) {
    refuse(USAGE, `--protocol ${protocol} is not ${PROTOCOLS.join(', ')}.`)
  }
}
const { evidence, ...rows } = await readEvidence(file)
const months = [...new Set(evidence.map(({ comparable }) => comparable.date.slice(0, 7)))].sort()
const seed = Number(options.seed)
const share = Number(options.share)
const walkFrom = options['test-from'] ?? `${months[Math.max(0, months.length - 14)]}-01`

const protocols =
  options.protocol ?? (months.length >= 20 ? ['walk-forward'] : ['random', 'building'])

function splitOf(protocol: string): Split {
  switch (protocol) {
    case 'random':
      return { kind: 'holdout', share, by: 'row' }
    case 'building':
      return { kind: 'holdout', share, by: 'building' }
    default:
      return { kind: 'time', testFrom: walkFrom, walkForward: true }
  }
}

const percent = (value: number | null): string => (value === null ? '' : (100 * value).toFixed(2))
const one = (value: number | null): string => (value === null ? '' : (100 * value).toFixed(1))
const plain = (value: number | null): string => (value === null ? '' : value.toFixed(3))

function line(name: string, metrics: RatioMetrics, tested: number, rest = ''): string {
  return `| ${[
    name,
    metrics.n,
    one(metrics.n / tested),
    percent(metrics.mdape),
    one(metrics.pe5),
    one(metrics.pe10),
    one(metrics.pe20),
    metrics.cod?.toFixed(2) ?? '',
    plain(metrics.prd),
    plain(metrics.prb),
    plain(metrics.medianRatio),
  ].join(' | ')} |${rest}`
}

const asMetrics = (study: RatioStudy): RatioMetrics => ({
  ...study,
  medianRatio: study.median_ratio,
})

for (const protocol of protocols) {
  const split = splitOf(protocol)
  const studied = await studyOf(evidence, { split, seed, rows }, (progress) => {
    if (progress.step === 'fit')
      process.stderr.write(
        `${protocol}: fit ${progress.part}/${progress.parts} on ${progress.trained} rows in ${progress.seconds.toFixed(1)} s\n`,
      )
  })
  if (options.json) print(JSON.stringify({ protocol, ...studied }))
  else {
    print(`\n${protocol}: ${studied.rows.tested} flats under test, ${rows.read} rows read\n`)
    print('| method | n | hit % | MdAPE % | PE5 % | PE10 % | PE20 % | COD | PRD | PRB | median |')
    print('|---|---|---|---|---|---|---|---|---|---|---|')
  }
  if (options.baselines && !options.json) {
    const parts = partsOf(evidence, split, seed)
    for (const [name, baseline] of Object.entries(BASELINES)) {
      const estimates: number[] = []
      const prices: number[] = []
      for (const { train, test } of parts) {
        const valued = baseline(train, test)
        test.forEach((comparable, i) => {
          const value = valued[i]
          if (value === null || value === undefined) return
          estimates.push(value)
          prices.push(comparable.priceRub)
        })
      }
      print(line(name, ratioMetrics(estimates, prices), studied.rows.tested))
    }
  }
  if (!options.json) {
    print(line('this method', asMetrics(studied), studied.rows.tested))
    const { coverage } = studied
    print(
      `\ncoverage of 50/80/90 % intervals: ${one(coverage['0.5'])} / ${one(coverage['0.8'])} / ${one(coverage['0.9'])} %; ` +
        `ms per estimate p50 ${plain(studied.ms_per_estimate.p50)}, p95 ${plain(studied.ms_per_estimate.p95)}; ` +
        `fit ${studied.fit_s.toFixed(1)} s (mean of ${studied.fits})`,
    )
    print(
      `by level: ${studied.by_level
        .map(({ level, n, mdape }) => `${level}: ${n} flats, ${percent(mdape)} %`)
        .join('; ')}`,
    )
  }
}
