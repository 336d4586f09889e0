// Measures address suggestions on an address file: found at once, found in five, time and memory.
// Never part of the service; the same seed and file give the same queries.
import { openAddressIndex } from '../../../src/addresses/index/address-index.ts'
import { suggest } from '../../../src/addresses/suggest.ts'
import { type Address, MAX_SUGGESTIONS } from '../../../src/addresses/table/address.ts'
import { readAddressFile } from '../../../src/addresses/table/address-file.ts'
import { buildAddressIndex, transferables } from '../../../tests/addresses/build-index.ts'
import { garbageCollector } from '../../../tests/support/held-memory.ts'
import { refuse, studyOptions } from '../../support/options.ts'
import { type Draws, drawsFrom } from './draws.ts'
import { type Found, isStreet, isTarget, ofSuggestion } from './judging.ts'
import { copyOf, scaled } from './made-up-cities.ts'
import { likeSearcher, trigramSearcher } from './plain-searches.ts'
import { cityOf, QUERY_SETS } from './query-sets.ts'
import { addTimes, newTimes, timed, timesText } from './times.ts'
import { withTypos } from './typing.ts'

const USAGE = `npm run bench -- suggest --file FILE [--city NAME] [--queries 1000] [--seed 1] [--scale N] [--misses N] [--no-baselines]
  --file     an address file, CSV or GeoJSON, plain or .gz
  --city     the city of rows that name none
  --scale    multiplies the file to N addresses in made-up cities; queries then name the city
  --misses   prints up to so many queries of each set whose row was not among the first five`

const options = studyOptions(USAGE, {
  file: { type: 'string' },
  city: { type: 'string', default: 'Москва' },
  queries: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  scale: { type: 'string', default: '0' },
  misses: { type: 'string', default: '0' },
  baselines: { type: 'boolean', default: true },
})
const file = options.file ?? refuse(USAGE, '--file is missing.')

const print = (line: string) => process.stdout.write(`${line}\n`)

const collectGarbage = garbageCollector()

const ofFile: Address[] = []
let refused = 0
for await (const row of readAddressFile(file, { city: options.city })) {
  if ('reason' in row) refused++
  else if (row.row.house !== '' && row.row.street !== '') ofFile.push(row.row)
}
const queryCount = Number(options.queries)
const seed = Number(options.seed)
const scale = Number(options.scale) || null
const total = scale ?? ofFile.length

collectGarbage()
const before = process.memoryUsage()
const startedMs = performance.now()
const data = buildAddressIndex(scale === null ? ofFile : scaled(ofFile, scale, seed))
const buildS = (performance.now() - startedMs) / 1000
const index = openAddressIndex(data)
collectGarbage()
const after = process.memoryUsage()
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
const indexBytes = transferables(data).reduce((sum, buffer) => sum + buffer.byteLength, 0)
const held = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers

print(`file: ${ofFile.length} addresses (${refused} rows refused), index of ${total} rows`)
print(
  `built in ${buildS.toFixed(1)} s; arrays ${megabytes(indexBytes)}, held in memory ${megabytes(held)}, ` +
    `process grew by ${megabytes(after.rss - before.rss)} while building`,
)

const searchers: { name: string; find: (q: string) => Found[] }[] = [
  { name: 'index', find: (q) => suggest(index, { q }).suggestions.map(ofSuggestion) },
]
if (scale === null && options.baselines) {
  searchers.push({ name: 'LIKE', find: likeSearcher(ofFile) })
  searchers.push({ name: 'trigram', find: trigramSearcher(ofFile) })
}

const warmUp = drawsFrom(`${seed}:warm-up`)
for (let i = 0; i < 300; i++)
  suggest(index, { q: QUERY_SETS[i % QUERY_SETS.length]?.make(warmUp.pick(ofFile), warmUp) ?? '' })

print('')
print('p50, p95, max: milliseconds on the clock; cpu: mean milliseconds of processor time')
print('set                goal   searcher  top-1  top-5      p50      p95      max      cpu')
const everyTime = newTimes()
for (const set of QUERY_SETS) {
  const draws = drawsFrom(`${seed}:${set.name}`)
  const targets = Array.from({ length: queryCount }, () => draws.pick(source(draws)))
  const queries = targets.map((target) => ({
    target,
    q: (scale === null ? '' : cityOf(set, target, draws)) + set.make(target, draws),
  }))
  for (const { name, find } of searchers) {
    const few = name === 'index' ? queries : queries.slice(0, 300)
    const ofSet = newTimes()
    let first = 0
    let five = 0
    let misses = Number(options.misses)
    for (const { target, q } of few) {
      const found = timed(ofSet, () => find(q))
      const place = found.findIndex((row) => isTarget(row, target))
      if (place === 0) first++
      if (place >= 0 && place < 5) five++
      else if (name === 'index' && misses-- > 0) {
        const shown = found.slice(0, 2).map((row) => `${row.street} ${row.house}`)
        print(`  miss: ${q}  [${target.street}, ${target.house}]  got ${shown.join(' | ')}`)
      }
    }
    if (name === 'index') addTimes(everyTime, ofSet)
    const goal = set.goal === null ? '   -' : set.goal.toFixed(2)
    const missed =
      name === 'index' && set.goal !== null && five / few.length < set.goal ? '  BELOW' : ''
    print(
      `${set.name.padEnd(18)} ${goal}   ${name.padEnd(8)} ${share(first, few.length)}  ${share(five, few.length)}  ${timesText(ofSet)}${missed}`,
    )
  }
}
replay()
hostile()
print('')
print(`all index queries: p50, p95, max, cpu: ${timesText(everyTime)}`)

/** Text made to be slow: pieces of many street names in one query of 200 characters. */
function hostile(): void {
  const draws = drawsFrom(`${seed}:hostile`)
  const ofSet = newTimes()
  for (let i = 0; i < 100; i++) {
    let q = ''
    while (q.length < 200) {
      const street = draws.pick(ofFile).street
      const length = 1 + draws.below(i % 3 === 0 ? 3 : 9)
      q += `${withTypos(street.slice(0, length + 5).slice(-length), i % 2, draws)} ${draws.below(4) === 0 ? draws.below(30) : ''}`
    }
    timed(ofSet, () => suggest(index, { q: q.slice(0, 200), limit: MAX_SUGGESTIONS }))
  }
  print(`hostile text           index                         ${timesText(ofSet)}`)
}

/** Types addresses letter by letter: a row that once came first must stay on the page. */
function replay(): void {
  const draws = drawsFrom(`${seed}:replay`)
  const ofSet = newTimes()
  const kinds = ['house', 'street'] as const
  const kept = { house: 0, street: 0 }
  const wereFirst = { house: 0, street: 0 }
  const count = Math.max(50, Math.round(queryCount / 4))
  let misses = Number(options.misses)
  for (let i = 0; i < count; i++) {
    const target = draws.pick(source(draws))
    const beginning = scale === null ? '' : `${target.city}, `
    const whole = `${beginning}${target.street}, ${target.house}`
    const streetEnd = beginning.length + target.street.length
    const wasFirst = { house: false, street: false }
    const isLost = { house: false, street: false }
    for (let length = 2; length <= whole.length; length++) {
      const q = whole.slice(0, length)
      const page = timed(ofSet, () => suggest(index, { q }).suggestions)
      const places = {
        house: page.findIndex((row) => row.kind === 'house' && isTarget(ofSuggestion(row), target)),
        street: page.findIndex((row) => row.kind === 'street' && isStreet(row, target)),
      }
      for (const kind of kinds) {
        if (kind === 'street' && length > streetEnd) continue
        if (wasFirst[kind] && places[kind] < 0 && !isLost[kind]) {
          isLost[kind] = true
          if (misses-- > 0) print(`  lost ${kind}: ${q} [${whole}]`)
        }
        if (places[kind] === 0) wasFirst[kind] = true
      }
    }
    for (const kind of kinds) {
      if (wasFirst[kind]) wereFirst[kind]++
      if (wasFirst[kind] && !isLost[kind]) kept[kind]++
    }
  }
  addTimes(everyTime, ofSet)
  print(
    `keystroke replay   0.98   index    houses kept ${share(kept.house, wereFirst.house)} of ${wereFirst.house}, streets kept ${share(kept.street, wereFirst.street)} of ${wereFirst.street}   ${timesText(ofSet)}`,
  )
}

/** The addresses to draw a target from: the file's, or one made-up city's at a time. */
function source(draws: Draws): readonly Address[] {
  if (scale === null) return ofFile
  const copies = Math.ceil(scale / ofFile.length)
  const copy = draws.below(copies)
  return copyOf(ofFile, copy, seed).slice(0, Math.min(ofFile.length, scale - copy * ofFile.length))
}

function share(part: number, whole: number): string {
  return whole === 0 ? '    -' : (part / whole).toFixed(3)
}
