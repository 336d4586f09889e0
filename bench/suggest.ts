// Measures address suggestions on an address file: found at once, found in five, time and memory.
// Never part of the service; the same seed and file give the same queries.
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Address, MOST_SUGGESTIONS, type Suggestion } from '../src/addresses/address.ts'
import { readAddressFile } from '../src/addresses/address-file.ts'
import { openAddressIndex } from '../src/addresses/address-index.ts'
import { canonicalHouse } from '../src/addresses/house-form.ts'
import { canonicalStreet, fold, streetWords } from '../src/addresses/normalise.ts'
import { suggest } from '../src/addresses/suggest.ts'
import { buildAddressIndex, transferables } from '../tests/addresses/build-index.ts'
import { likeSearcher, trigramSearcher } from './suggest-baselines.ts'
import { type Random, seededRandom } from './suggest-random.ts'
import { keyedLatin, romanised, withTypos } from './suggest-typing.ts'

const USAGE = `node bench/suggest.ts --file FILE [--city NAME] [--queries 1000] [--seed 1] [--scale N] [--misses N] [--no-baselines]
  --file     an address file, CSV or GeoJSON, plain or .gz
  --city     the city of rows that name none
  --scale    multiplies the file to N addresses in made-up cities; queries then name the city
  --misses   prints up to so many queries of each set whose row was not among the first five`

interface QuerySet {
  name: string
  goal: number | null
  make: (address: Address, random: Random) => string
}

const { values: options } = parseArgs({
  options: {
    file: { type: 'string' },
    city: { type: 'string', default: 'Москва' },
    queries: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string' },
    misses: { type: 'string', default: '0' },
    baselines: { type: 'boolean', default: true },
  },
  allowNegative: true,
})

const print = (line: string) => process.stdout.write(`${line}\n`)

if (options.file === undefined) {
  print(USAGE)
  process.exit(2)
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const ofFile: Address[] = []
let refused = 0
for await (const row of readAddressFile(options.file, { city: options.city })) {
  if ('reason' in row) refused++
  else if (row.address.house !== '' && row.address.street !== '') ofFile.push(row.address)
}
const queryCount = Number(options.queries)
const seed = Number(options.seed)
const scale = options.scale === undefined ? null : Number(options.scale)
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

const sets: QuerySet[] = [
  { name: 'exact', goal: 0.99, make: (a) => `${a.street}, ${a.house}` },
  { name: 'house first', goal: 0.99, make: (a) => `${a.house} ${a.street}` },
  { name: 'one typo', goal: 0.99, make: (a, r) => `${withTypos(a.street, 1, r)} ${a.house}` },
  { name: 'two typos', goal: 0.98, make: (a, r) => `${withTypos(a.street, 2, r)} ${a.house}` },
  { name: 'wrong layout', goal: 0.98, make: (a, r) => keyedLatin(joined(a, r), r) },
  { name: 'prefix + house', goal: 0.98, make: (a) => `${fiveLetters(a.street)} ${a.house}` },
  {
    name: 'layout + typo',
    goal: 0.93,
    make: (a, r) => keyedLatin(`${withTypos(a.street, 1, r)} ${a.house}`, r),
  },
  { name: 'transliteration', goal: 0.9, make: (a, r) => romanised(joined(a, r), r) },
  { name: 'no type word', goal: null, make: (a) => `${nameOnly(a.street)} ${a.house}` },
  { name: 'house spelled out', goal: null, make: (a) => `${a.street} дом ${spelledOut(a.house)}` },
  { name: 'lower, no ё', goal: null, make: (a) => fold(`${a.street} ${a.house}`) },
]

const searchers: { name: string; find: (q: string, city: string) => Found[] }[] = [
  { name: 'index', find: (q) => suggest(index, { q }).suggestions.map(ofSuggestion) },
]
if (scale === null && options.baselines) {
  searchers.push({ name: 'LIKE', find: likeSearcher(ofFile) })
  searchers.push({ name: 'trigram', find: trigramSearcher(ofFile) })
}

const warmUp = seededRandom(`${seed}:warm-up`)
for (let i = 0; i < 300; i++)
  suggest(index, { q: sets[i % sets.length]?.make(warmUp.pick(ofFile), warmUp) ?? '' })

type Found = Pick<Address, 'city' | 'street' | 'house' | 'lat' | 'lon'>

print('')
print('p50, p95, max: milliseconds on the clock; cpu: mean milliseconds of processor time')
print('set                goal   searcher  top-1  top-5      p50      p95      max      cpu')
interface Times {
  clockMs: number[]
  cpuMs: number[]
}

const newTimes = (): Times => ({ clockMs: [], cpuMs: [] })

function timed<T>(into: Times, work: () => T): T {
  const start = performance.now()
  const cpu = process.threadCpuUsage()
  const result = work()
  const spent = process.threadCpuUsage(cpu)
  into.clockMs.push(performance.now() - start)
  into.cpuMs.push((spent.user + spent.system) / 1000)
  return result
}

const everyTime = newTimes()
for (const set of sets) {
  const random = seededRandom(`${seed}:${set.name}`)
  const targets = Array.from({ length: queryCount }, () => random.pick(source(random)))
  const queries = targets.map((target) => ({
    target,
    q: (scale === null ? '' : cityOf(set, target, random)) + set.make(target, random),
  }))
  for (const { name, find } of searchers) {
    const few = name === 'index' ? queries : queries.slice(0, 300)
    const ofSet = newTimes()
    let first = 0
    let five = 0
    let misses = Number(options.misses)
    for (const { target, q } of few) {
      const found = timed(ofSet, () => find(q, target.city))
      const place = found.findIndex((row) => isTarget(row, target))
      if (place === 0) first++
      if (place >= 0 && place < 5) five++
      else if (name === 'index' && misses-- > 0) {
        const shown = found.slice(0, 2).map((row) => `${row.street} ${row.house}`)
        print(`  miss: ${q}  [${target.street}, ${target.house}]  got ${shown.join(' | ')}`)
      }
    }
    if (name === 'index') addTimes(ofSet)
    const goal = set.goal === null ? '   -' : set.goal.toFixed(2)
    const missed =
      name === 'index' && set.goal !== null && five / few.length < set.goal ? '  BELOW' : ''
    print(
      `${set.name.padEnd(18)} ${goal}   ${name.padEnd(8)} ${share(first, few.length)}  ${share(five, few.length)}  ${times(ofSet)}${missed}`,
    )
  }
}
replay()
hostile()
print('')
print(`all index queries: p50, p95, max, cpu: ${times(everyTime)}`)

/** Text made to be slow: beginnings and torn words of many streets in one query of 200 characters. */
function hostile(): void {
  const random = seededRandom(`${seed}:hostile`)
  const ofSet = newTimes()
  for (let i = 0; i < 100; i++) {
    let q = ''
    while (q.length < 200) {
      const street = random.pick(ofFile).street
      const length = 1 + random.below(i % 3 === 0 ? 3 : 9)
      q += `${withTypos(street.slice(0, length + 5).slice(-length), i % 2, random)} ${random.below(4) === 0 ? random.below(30) : ''}`
    }
    timed(ofSet, () => suggest(index, { q: q.slice(0, 200), limit: MOST_SUGGESTIONS }))
  }
  print(`hostile text           index                         ${times(ofSet)}`)
}

/** Types addresses letter by letter: a row that came first must stay on the page while it is typed on. */
function replay(): void {
  const random = seededRandom(`${seed}:replay`)
  const ofSet = newTimes()
  const kept = { house: 0, houses: 0, street: 0, streets: 0 }
  const count = Math.max(50, Math.round(queryCount / 4))
  let misses = Number(options.misses)
  for (let i = 0; i < count; i++) {
    const target = random.pick(source(random))
    const beginning = scale === null ? '' : `${target.city}, `
    const whole = `${beginning}${target.street}, ${target.house}`
    const streetEnd = beginning.length + target.street.length
    let houseWasFirst = false
    let streetWasFirst = false
    let houseLost = false
    let streetLost = false
    for (let length = 2; length <= whole.length; length++) {
      const q = whole.slice(0, length)
      const page = timed(ofSet, () => suggest(index, { q }).suggestions)
      const housePlace = page.findIndex(
        (row) => row.kind === 'house' && isTarget(ofSuggestion(row), target),
      )
      const streetPlace = page.findIndex((row) => row.kind === 'street' && isStreet(row, target))
      if (houseWasFirst && housePlace < 0 && !houseLost) {
        houseLost = true
        if (misses-- > 0) print(`  lost house: ${q} [${whole}]`)
      }
      if (housePlace === 0) houseWasFirst = true
      if (length <= streetEnd) {
        if (streetWasFirst && streetPlace < 0 && !streetLost) {
          streetLost = true
          if (misses-- > 0) print(`  lost street: ${q} [${whole}]`)
        }
        if (streetPlace === 0) streetWasFirst = true
      }
    }
    if (houseWasFirst) kept.houses++
    if (houseWasFirst && !houseLost) kept.house++
    if (streetWasFirst) kept.streets++
    if (streetWasFirst && !streetLost) kept.street++
  }
  addTimes(ofSet)
  print(
    `keystroke replay   0.98   index    houses kept ${share(kept.house, kept.houses)} of ${kept.houses}, streets kept ${share(kept.street, kept.streets)} of ${kept.streets}   ${times(ofSet)}`,
  )
}

function share(part: number, whole: number): string {
  return whole === 0 ? '    -' : (part / whole).toFixed(3)
}

function addTimes({ clockMs, cpuMs }: Times): void {
  everyTime.clockMs.push(...clockMs)
  everyTime.cpuMs.push(...cpuMs)
}

function times({ clockMs, cpuMs }: Times): string {
  const clock = [...clockMs].sort((a, b) => a - b)
  const cpu = cpuMs.reduce((sum, ms) => sum + ms, 0) / cpuMs.length
  const at = (sorted: number[], part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  return [at(clock, 0.5), at(clock, 0.95), clock.at(-1), cpu]
    .map((ms) => (ms ?? 0).toFixed(2).padStart(7))
    .join('  ')
}

function ofSuggestion(row: Suggestion): Found {
  return {
    city: row.city,
    street: row.street ?? '',
    house: row.house ?? '',
    lat: row.lat,
    lon: row.lon,
  }
}

function isTarget(row: Found, target: Address): boolean {
  return (
    row.city === target.city &&
    canonicalHouse(row.house) === canonicalHouse(target.house) &&
    canonicalStreet(row.street) === canonicalStreet(target.street) &&
    (row.lat === null ||
      target.lat === null ||
      Math.hypot(row.lat - target.lat, (row.lon ?? 0) - (target.lon ?? 0)) < 0.03)
  )
}

function isStreet(row: Suggestion, target: Address): boolean {
  return (
    row.city === target.city && canonicalStreet(row.street ?? '') === canonicalStreet(target.street)
  )
}

/** The addresses to draw a target from: the file's, or one made-up city's at a time. */
function source(random: Random): readonly Address[] {
  if (scale === null) return ofFile
  const copies = Math.ceil(scale / ofFile.length)
  const copy = random.below(copies)
  return copyOf(ofFile, copy, seed).slice(0, Math.min(ofFile.length, scale - copy * ofFile.length))
}

function cityOf(set: QuerySet, target: Address, random: Random): string {
  const named = `${target.city}, `
  if (set.name.includes('layout')) return keyedLatin(named, random)
  return set.name === 'transliteration' ? romanised(named, random) : named
}

function* scaled(addresses: readonly Address[], count: number, from: number): Generator<Address> {
  for (let made = 0, copy = 0; made < count; copy++) {
    for (const address of copyOf(addresses, copy, from)) {
      if (made++ >= count) return
      yield address
    }
  }
}

/** The file once more, in a made-up city, with a fifth of its streets under made-up names. */
function copyOf(addresses: readonly Address[], copy: number, from: number): Address[] {
  if (copy === 0) return [...addresses]
  const random = seededRandom(`${from}:copy:${copy}`)
  const city = `${madeUp(random, 3)}ск`
  const renamed = new Map<string, string>()
  return addresses.map((address) => {
    let street = renamed.get(address.street)
    if (street === undefined) {
      street = random.below(5) === 0 ? `улица ${madeUp(random, 3)}ова` : address.street
      renamed.set(address.street, street)
    }
    return {
      ...address,
      city,
      street,
      lat: (address.lat ?? 0) - ((copy * 7) % 15),
      lon: (address.lon ?? 0) + ((copy * 11) % 90),
    }
  })
}

function madeUp(random: Random, syllables: number): string {
  let word = ''
  for (let i = 0; i < syllables; i++) {
    word += random.pick('бвгдзклмнпрст'.split('')) + random.pick('аеиоу'.split(''))
    if (random.below(3) === 0) word += random.pick('йлмнрс'.split(''))
  }
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function joined(address: Address, random: Random): string {
  return `${address.street}${random.pick([', ', ' '])}${address.house}`
}

function nameOnly(street: string): string {
  return streetWords(street)
    .tokens.map(({ start, end }) => street.slice(start, end))
    .join(' ')
}

/** The first five letters of the street's longest own word; a shorter name as it is. */
function fiveLetters(street: string): string {
  const { tokens } = streetWords(street)
  const longest = tokens.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a))
  const word = street.slice(longest.start, longest.end)
  return word.length < 5 ? nameOnly(street) : word.slice(0, 5)
}

function spelledOut(house: string): string {
  return house
    .replace(/(?<=\d)[кК](?=\d)/gu, ' корп. ')
    .replace(/(?<=\d)[сС](?=\d)/gu, ' строение ')
    .replace(/\//gu, ' дробь ')
}
