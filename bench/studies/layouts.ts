// Measures best layouts: what share of the upper bound they reach, whether the checker finds a rule
// broken, and how long they take. On rectangles made here, and on parcels of a file of one's own.
// Never part of the service; the same file gives the same layouts.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { localPlaneAt } from '../../src/geometry/local-plane.ts'
import type { Ring } from '../../src/geometry/plane.ts'
import { TYPOLOGIES } from '../../src/norms/house-sizes.ts'
import { seededRandom } from '../../src/numbers/random.ts'
import type { Parcel, ParcelGeometry } from '../../src/parcels/table/parcel.ts'
import { checkLayouts } from '../../src/siteplan/layouts/check-layouts.ts'
import { makeLayouts } from '../../src/siteplan/layouts/make-layouts.ts'
import { OBJECTIVES } from '../../src/siteplan/layouts/schema.ts'
import { DEFAULT_RULES } from '../../tests/norms/rules.ts'
import { measuredParcel } from '../../tests/parcels/land.ts'
import { judged } from '../support/bench.ts'
import { refuse, studyOptions } from '../support/options.ts'
import { quantile } from '../support/statistics.ts'

const USAGE = `npm run bench -- layouts [--file FILE]… [--storeys 3-9,3-17] [--min-area 0] [--most 1000] [--parking 0.6] [--options 3] [--objective gfa] [--seed 1]
  --file      GeoJSON of polygons in degrees, plain or .gz; may be given several times
  --storeys   ranges of storeys to ask for, each measured by itself
  --min-area  leaves out smaller parcels, m²
  --most      so many of a file's parcels, drawn by the seed
  --parking   spaces a flat
  --options   layouts a parcel, 1 to 5
  --objective gfa, revenue, margin or balanced; without prices all but the last mean floor area`

const options = studyOptions(USAGE, {
  file: { type: 'string', multiple: true, default: [] },
  storeys: { type: 'string', default: '3-9,3-17' },
  'min-area': { type: 'string', default: '0' },
  most: { type: 'string', default: '1000' },
  parking: { type: 'string', default: '0.6' },
  options: { type: 'string', default: '3' },
  objective: { type: 'string', default: 'gfa' },
  seed: { type: 'string', default: '1' },
})

const print = (line: string) => process.stdout.write(`${line}\n`)

const MOST_MS = 2_000

interface ParcelSet {
  readonly name: string
  readonly parcels: readonly Parcel[]
  /** What the median share of the bound should reach. */
  readonly goal: number
}

const seed = Number(options.seed)
const sets: readonly ParcelSet[] = [
  { name: 'rectangles', parcels: rectangles(), goal: 0.95 },
  ...options.file.map((file) => ({
    name: file.split('/').at(-1) ?? file,
    parcels: ofFile(file),
    goal: 0.85,
  })),
]
const objective =
  OBJECTIVES.find((one) => one === options.objective) ??
  refuse(USAGE, `--objective ${options.objective} is not ${OBJECTIVES.join(', ')}.`)
const ranges = options.storeys.split(',').map((range) => {
  const [, min, max] = /^([1-9]\d?)-([1-9]\d?)$/.exec(range) ?? []
  if (Number(min) <= Number(max)) return { min: Number(min), max: Number(max) }
  return refuse(USAGE, `--storeys ${range} is no range such as 3-9.`)
})

print('share: floor area of the best option over the upper bound, min(density, coverage × storeys)')
print('within reach: the same, less storeys at which even the smallest building passes the bound')
print(
  'p50, p95, max: milliseconds of processor time a parcel, its checks included; refused: options of the solver that its checker would not let through',
)
for (const storeys of ranges) {
  for (const set of sets) {
    print('')
    measure(set, storeys)
  }
}

function measure(
  { name, parcels, goal }: ParcelSet,
  storeys: { readonly min: number; readonly max: number },
): void {
  const cpuMs: number[] = []
  const clockMs: number[] = []
  const shares: number[] = []
  const reachable: number[] = []
  const without = new Map<string, number>()
  let broken = 0
  let refused = 0
  let found = 0
  for (const parcel of parcels) {
    const beganMs = performance.now()
    const before = process.threadCpuUsage()
    const layouts = solve(parcel, storeys)
    const violations = checkLayouts(layouts)
    const spent = process.threadCpuUsage(before)
    cpuMs.push((spent.user + spent.system) / 1000)
    clockMs.push(performance.now() - beganMs)
    for (const violation of violations) {
      broken += 1
      if (broken <= 10) print(`  ${parcel.cadastralNumber}: ${JSON.stringify(violation)}`)
    }
    refused += new Set(violations.flatMap(({ option }) => option ?? [])).size
    found += layouts.options.length
    const first = layouts.options[0]
    if (first) {
      shares.push(first.indicators.share_of_bound)
      reachable.push(first.indicators.gfa_m2 / layouts.reachable_gfa_m2)
    } else {
      without.set(layouts.binding_rule, (without.get(layouts.binding_rule) ?? 0) + 1)
    }
  }
  const reasons = [...without].map(([rule, count]) => `${rule} ${count}`).join(', ')
  const title = `${name}, ${storeys.min}–${storeys.max} storeys`
  print(`${title}: ${parcels.length} parcels, ${shares.length} with a layout, ${found} options`)
  print(`  no feasible layout: ${parcels.length - shares.length}${reasons ? ` (${reasons})` : ''}`)
  print(
    `  refused            ${judged(refused, 0, refused === 0)} (rules broken or figures not true: ${broken}; goal 0)`,
  )
  print(
    `  share              ${spreadOf(shares, [0, 0.1, 0.5, 0.9], 3)}   (least, p10, p50, p90; ${goalOf(shares, 0.5, '≥', goal)})`,
  )
  print(`  within reach       ${spreadOf(reachable, [0, 0.1, 0.5, 0.9], 3)}   (likewise)`)
  print(`  cpu ms             ${spreadOf(cpuMs, [0.5, 0.95, 1], 0)}   (p50, p95, max)`)
  print(
    `  clock ms           ${spreadOf(clockMs, [0.5, 0.95, 1], 0)}   (likewise; ${goalOf(clockMs, 1, '≤', MOST_MS)})`,
  )
}

function solve(parcel: Parcel, storeys: { readonly min: number; readonly max: number }) {
  return makeLayouts({
    parcel,
    isDemo: false,
    request: {
      typologies: TYPOLOGIES,
      storeys,
      unit_mix: { studio: 0.2, '1': 0.35, '2': 0.3, '3': 0.15 },
      parking_ratio: Number(options.parking),
      objective,
      options: Number(options.options),
      seed,
    },
    ruleSet: DEFAULT_RULES,
    prices: null,
    costRubPerM2: 80_000,
    saleableShare: 0.7,
    generatedAt: '2026-01-01T00:00:00.000Z',
  })
}

/** `p50 0.667 ✗, goal ≥ 0.85`, or nothing but the goal where nothing was measured. */
function goalOf(
  values: readonly number[],
  share: number,
  relation: '≥' | '≤',
  goal: number,
): string {
  const told = `goal ${relation} ${goal}`
  if (values.length === 0) return told
  const reached = quantile(values, share)
  const meets = relation === '≥' ? reached >= goal : reached <= goal
  const name = share === 1 ? 'max' : `p${share * 100}`
  return `${name} ${judged(reached, goal < 1 ? 3 : 0, meets)}, ${told}`
}

function spreadOf(values: readonly number[], shares: readonly number[], places: number): string {
  if (values.length === 0) return '      –'
  return shares.map((share) => quantile(values, share).toFixed(places).padStart(7)).join('')
}

/** Plain rectangles of many sizes and directions, near 55.75° N. */
function rectangles(): Parcel[] {
  const sizes: readonly (readonly [number, number])[] = [
    [60, 80],
    [70, 70],
    [60, 120],
    [80, 100],
    [100, 100],
    [80, 160],
    [100, 150],
    [120, 120],
    [100, 250],
    [150, 150],
    [120, 200],
    [150, 200],
    [200, 200],
    [150, 300],
    [200, 300],
  ]
  return sizes.flatMap(([width, depth], i) =>
    [0, 0.35, 1.1].map((turn, j) => {
      const plane = localPlaneAt([37.6, 55.75])
      const corners: Ring = [
        [0, 0],
        [width, 0],
        [width, depth],
        [0, depth],
        [0, 0],
      ]
      const ring = corners.map(([x, y]) =>
        plane.toLonLat([
          x * Math.cos(turn) - y * Math.sin(turn),
          x * Math.sin(turn) + y * Math.cos(turn),
        ]),
      )
      return parcelOf({ type: 'Polygon', coordinates: [ring] }, i * 10 + j)
    }),
  )
}

function ofFile(file: string): Parcel[] {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const { features } = JSON.parse(text) as { features: { geometry: ParcelGeometry }[] }
  const large = features
    .map(({ geometry }, i) => parcelOf(geometry, i))
    .filter(({ areaM2 }) => areaM2 >= Number(options['min-area']))
  const random = seededRandom(seed)
  return large
    .map((parcel) => ({ parcel, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, Number(options.most))
    .map(({ parcel }) => parcel)
}

/** With a made-up cadastral number: a file's own may be of another country. */
function parcelOf(geometry: ParcelGeometry, number: number): Parcel {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return measuredParcel(`00:00:000000:${number}`, geometry, polygons[0]?.[0]?.[0] ?? [0, 0])
}
