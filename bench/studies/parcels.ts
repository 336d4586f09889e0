// Measures parcels on a file of them: the import, and by-bbox as a whole request, at the file's own
// number and at a million made by tiling its shapes. Never part of the service; nothing is
// asserted.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/clock.ts'
import { importRows, mapRows } from '../../src/datasets/import.ts'
import type { LonLat } from '../../src/geometry/local-plane.ts'
import { createLogger } from '../../src/logging.ts'
import { seededRandom } from '../../src/numbers/random.ts'
import { type FileParcel, readParcelFile } from '../../src/parcels/table/parcel-file.ts'
import { polygonsOf } from '../../src/parcels/table/parcel-place.ts'
import { parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { makeDatabase, type TestDatabase } from '../../tests/support/databases.ts'
import { judged } from '../support/bench.ts'
import { startChild, usageOf } from '../support/children.ts'
import { refuse, studyOptions } from '../support/options.ts'
import { quantile } from '../support/statistics.ts'
import { addUsers, signInAll, usersNamed, WITHOUT_LIMITS } from '../support/users.ts'

const USAGE = `npm run bench -- parcels --file FILE [--count 1000000] [--boxes 1000] [--seed 1]
  --file    GeoJSON of parcels, plain or .gz; foreign ids are replaced by made-up numbers
  --count   parcels of the second run, made by tiling the file's; 0 leaves it out
  --boxes   requests measured in each row of the table`

const options = studyOptions(USAGE, {
  file: { type: 'string' },
  count: { type: 'string', default: '1000000' },
  boxes: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
})
const file = options.file ?? refuse(USAGE, '--file is missing.')

const print = (line: string) => process.stdout.write(`${line}\n`)

const boxes = Number(options.boxes)
const tiledCount = Number(options.count)
const seed = Number(options.seed)

/** p95 of the whole request, ms, by the number of parcels up to which it holds. */
const goalMs = (parcels: number) => (parcels <= 11_000 ? 5 : 20)

/** Widths of the boxes asked for, degrees; 0.2 is the widest there is. */
const WIDTHS = [0.002, 0.01, 0.05, 0.2] as const

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const numberFor = (line: number) => `90:01:0000001:${line}`

const ofFile: FileParcel[] = []
for await (const row of readParcelFile(file, { numberFor })) {
  if ('row' in row) ofFile.push(row.row)
}
if (ofFile.length === 0) {
  print('The file has no parcels.')
  process.exit(1)
}

const step = tileStep()

await measure(file, ofFile.length)
if (tiledCount > 0) {
  const tiled = join(tmpdir(), `parcels-${process.pid}.geojson`)
  try {
    await writeTiled(tiled, tiledCount)
    await measure(tiled, tiledCount)
  } finally {
    await rm(tiled, { force: true })
  }
}

async function measure(file: string, count: number): Promise<void> {
  const database = await makeDatabase('sqlite')
  try {
    await importFile(file, database)
    await askForBoxes(database, count)
  } finally {
    await database.remove()
  }
}

async function importFile(file: string, database: TestDatabase): Promise<void> {
  const settings = readSettings({ DATABASE_URL: database.variable, LOG_LEVEL: 'silent' })
  const log = await createLogger(settings, false)
  const stores = await openStores(settings, { clock: systemClock, log })
  const startedMs = performance.now()
  const startedCpu = process.cpuUsage()
  const rows = mapRows(readParcelFile(file, { numberFor }), (parcel) => ({
    ...parcel,
    source: 'bench',
  }))
  const { accepted, rejected } = await importRows(rows, parcelWriter(stores.main, systemClock), {
    rejectsFile: join(tmpdir(), `parcels-${process.pid}.rejects.csv`),
    dryRun: false,
    onProgress: () => {},
  })
  const tookS = (performance.now() - startedMs) / 1000
  const { user, system } = process.cpuUsage(startedCpu)
  const rssMb = process.resourceUsage().maxRSS / 1024
  await stores.close()
  print(
    `\nimport: ${accepted} parcels (${rejected} rejected) in ${tookS.toFixed(1)} s, ` +
      `${((user + system) / 1e6).toFixed(1)} s of processor time, process at most ${rssMb.toFixed(0)} MB`,
  )
}

async function askForBoxes(database: TestDatabase, count: number): Promise<void> {
  await addUsers(database, usersNamed(1))
  const startedMs = performance.now()
  const service = await startChild('servers/service.ts', {
    ...WITHOUT_LIMITS,
    DATABASE_URL: database.variable,
    DEMO_DATA: 'off',
    LOG_LEVEL: 'error',
  })
  try {
    const [cookie = ''] = await signInAll(service.ready, 1)
    const ask = (query: string) =>
      get(`${service.ready}/api/v1/parcels/by-bbox?${query}`, { cookie })
    while ((await ask('bbox=0,0,0.1,0.1')).status === 503) await systemClock.sleep(0.05)
    const readyS = (performance.now() - startedMs) / 1000
    const rssMb = (await usageOf(service)).rssBytes / 2 ** 20
    print(
      `${count} parcels: index ready ${readyS.toFixed(1)} s after the start, service at ${rssMb.toFixed(0)} MB`,
    )
    print('width °  limit  p50 ms    p95 ms    max ms   cpu ms  kB p50   goal p95')
    const random = seededRandom(seed)
    for (const width of WIDTHS) {
      for (const limit of [200, 1000]) {
        const times: number[] = []
        const sizes: number[] = []
        let usedUs = 0
        // The first tenth warms up.
        for (let at = -Math.floor(boxes / 10); at < boxes; at += 1) {
          const [lon, lat] = placeOf(Math.floor(random() * count), count)
          const box = [lon - width / 2, lat - width / 2, lon + width / 2, lat + width / 2]
          const bbox = box.map((side) => side.toFixed(7)).join(',')
          if (at === 0) usedUs = (await usageOf(service)).cpuUs
          const askedMs = performance.now()
          const { status, bytes } = await ask(`bbox=${bbox}&limit=${limit}`)
          if (status !== 200) throw new Error(`by-bbox answered ${status} for ${bbox}`)
          if (at < 0) continue
          times.push(performance.now() - askedMs)
          sizes.push(bytes / 1000)
        }
        usedUs = (await usageOf(service)).cpuUs - usedUs
        const p95 = quantile(times, 0.95)
        // The goal is the default limit's.
        const goal = limit === 200 ? `≤ ${goalMs(count)}` : ''
        print(
          [
            String(width).padEnd(7),
            String(limit).padStart(6),
            quantile(times, 0.5).toFixed(2).padStart(7),
            (limit === 200 ? judged(p95, 2, p95 <= goalMs(count)) : p95.toFixed(2)).padStart(9),
            Math.max(...times)
              .toFixed(2)
              .padStart(9),
            (usedUs / 1000 / boxes).toFixed(2).padStart(8),
            quantile(sizes, 0.5).toFixed(0).padStart(7),
            goal.padStart(10),
          ].join(' '),
        )
      }
    }
    const metrics = await (await fetch(`${service.ready}/metrics`)).text()
    const lag = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]
    print(`event loop lag p99 of the service: ${(Number(lag) * 1000).toFixed(1)} ms`)
  } finally {
    agent.destroy()
    await service.stop()
  }
}

/** By Node's own client: `fetch` takes milliseconds of its own for a long body. */
function get(
  url: string,
  headers: OutgoingHttpHeaders,
): Promise<{ readonly status: number; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, bytes }))
    })
    asked.once('error', reject)
    asked.end()
  })
}

/** How far one tile is from the next. */
function tileStep(): readonly [lon: number, lat: number] {
  const places = ofFile.flatMap(({ geometry }) => polygonsOf(geometry).flat(2))
  const extent = (axis: 0 | 1) => {
    let [least, most] = [Infinity, -Infinity]
    for (const place of places) {
      least = Math.min(least, place[axis])
      most = Math.max(most, place[axis])
    }
    return most - least
  }
  return [extent(0), extent(1)]
}

/** Where tile `tile` of a square of them is moved to. */
function shiftOf(tile: number, tiles: number): readonly [lon: number, lat: number] {
  const side = Math.ceil(Math.sqrt(tiles))
  const [stepLon, stepLat] = step
  return [(tile % side) * stepLon, Math.floor(tile / side) * stepLat]
}

function placeOf(position: number, count: number): LonLat {
  const parcel = ofFile[position % ofFile.length] as FileParcel
  const tile = Math.floor(position / ofFile.length)
  const [lon, lat] = shiftOf(tile, Math.ceil(count / ofFile.length))
  return [parcel.centroid[0] + lon, parcel.centroid[1] + lat]
}

async function writeTiled(path: string, count: number): Promise<void> {
  const file = createWriteStream(path)
  file.write('{"type":"FeatureCollection","features":[')
  const tiles = Math.ceil(count / ofFile.length)
  for (let position = 0; position < count; position += 1) {
    const { geometry } = ofFile[position % ofFile.length] as FileParcel
    const [lon, lat] = shiftOf(Math.floor(position / ofFile.length), tiles)
    const coordinates = polygonsOf(geometry).map((rings) =>
      rings.map((ring) =>
        ring.map((place) => [
          Number((place[0] + lon).toFixed(7)),
          Number((place[1] + lat).toFixed(7)),
        ]),
      ),
    )
    const text = JSON.stringify({
      type: 'Feature',
      properties: { cad_num: numberFor(position + 1) },
      geometry: { type: 'MultiPolygon', coordinates },
    })
    if (!file.write(`${position === 0 ? '' : ','}${text}`)) await once(file, 'drain')
  }
  file.end(']}')
  await once(file, 'close')
}
