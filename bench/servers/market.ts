// Reads, fits and values in a process of its own, by the code of the service's threads, so that
// time and memory are those of that work alone.
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { seededRandom } from '../../src/numbers/random.ts'
import { readSettings } from '../../src/settings.ts'
import { estimate } from '../../src/valuation/answer/estimate.ts'
import { readComparables } from '../../src/valuation/comparables/comparable-store.ts'
import fitFromDatabase from '../../src/valuation/model/fit-task.ts'
import type { Model } from '../../src/valuation/model/model.ts'
import { deserialiseModel } from '../../src/valuation/model/model-file.ts'
import { serveParent } from '../support/child-side.ts'

export interface Timed {
  readonly seconds: number
  /** Processor time of all threads, the collector's too. */
  readonly cpuS: number
}
export interface Fitted extends Timed {
  readonly comparables: number
  readonly modelBytes: number
  readonly loadS: number
}
export interface Valued {
  /** Milliseconds each. */
  readonly timesMs: readonly number[]
  /** The same in processor time. */
  readonly cpuMs: readonly number[]
  readonly answered: number
}

const { databaseUrl } = readSettings(process.env)
let model: Model | undefined

serveParent('ready', { read, fit, value })

async function timed<T>(work: () => Promise<T>): Promise<Timed & { readonly result: T }> {
  const beganMs = performance.now()
  const began = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(began)
  return { result, seconds: (performance.now() - beganMs) / 1000, cpuS: (user + system) / 1e6 }
}

async function read({ until }: { until: string }): Promise<Timed & { readonly rows: number }> {
  const { seconds, cpuS, result } = await timed(async () => {
    const database = await openDatabase<MainTables>(databaseUrl, { poolSize: 1 })
    let rows = 0
    for await (const _row of readComparables(database, until)) rows += 1
    await database.close()
    return rows
  })
  return { seconds, cpuS, rows: result }
}

/**
 * From the database's rows to a model's bytes, as the fitting thread does it, and the loading of
 * those bytes.
 */
async function fit({ until }: { until: string }): Promise<Fitted> {
  const { seconds, cpuS, result } = await timed(() =>
    fitFromDatabase({ database: databaseUrl, until }),
  )
  const { fitted } = result
  if (!fitted) throw new Error('nothing to fit on')
  const beganMs = performance.now()
  model = deserialiseModel(Buffer.from(fitted.bytes))
  return {
    seconds,
    cpuS,
    comparables: fitted.comparables,
    modelBytes: fitted.bytes.byteLength,
    loadS: (performance.now() - beganMs) / 1000,
  }
}

/**
 * Flats like the market's own, none of them an advert of its: seven square metres are no rounding.
 */
async function value({ count, until }: { count: number; until: string }): Promise<Valued> {
  if (!model) throw new Error('fit first')
  const random = seededRandom(7)
  const timesMs: number[] = []
  const cpuMs: number[] = []
  let answered = 0
  for (let k = 0; k < count; k += 1) {
    const one = model.comparables[Math.floor(random() * model.comparables.length)]
    if (!one) continue
    const began = process.cpuUsage()
    const beganMs = performance.now()
    const answer = estimate(model, { ...one, areaM2: one.areaM2 + 7 }, { valuationDate: until })
    timesMs.push(performance.now() - beganMs)
    const { user, system } = process.cpuUsage(began)
    cpuMs.push((user + system) / 1000)
    if (answer.status === 'ok') answered += 1
  }
  return { timesMs, cpuMs, answered }
}
