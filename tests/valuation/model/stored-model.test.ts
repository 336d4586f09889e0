// A stored model is loaded at the next start; one that this version cannot read is fitted anew.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { StoredModel } from '../../../src/valuation/model/model-store.ts'
import { createCurrentModel } from '../../../src/valuation/serving/current-model.ts'
import { createTestLog } from '../../support/log.ts'
import { openMarket } from '../market-database.ts'
import { town } from '../synthetic-market.ts'

describe('a stored model', () => {
  let market: Awaited<ReturnType<typeof openMarket>>
  before(async () => {
    market = await openMarket(60, 300)
  })
  after(() => market.close())

  /** One start: the resulting model, the log, and whether it answers. */
  const start = async () => {
    const { engine, lines } = market.startEngine()
    await engine.look()
    const [flat] = town({ rows: 1 })
    assert.ok(flat)
    const answer = await engine.estimate(flat, { valuationDate: '2026-01-15' })
    await engine.close()
    assert.equal(answer.kind, 'estimate')
    const stored = await market.models.loadNewest()
    assert.ok(stored)
    return { stored, told: lines.map(({ msg }) => msg), fittedAtMs: engine.fittedAtMs }
  }

  it('answers after a restart without another fit', async () => {
    const first = await start()
    assert.deepEqual(first.told, ['valuation model fitted'])
    assert.equal(first.fittedAtMs, market.clock.wallMs())
    market.clock.advance(3600)
    const second = await start()
    assert.deepEqual(second.told, ['valuation model loaded'])
    assert.equal(second.stored.version, first.stored.version)
    assert.equal(second.fittedAtMs, first.fittedAtMs)
  })

  it('answers whom it was asked by, though another takes its place meanwhile', async () => {
    const { stored } = await start()
    const [flat] = town({ rows: 1 })
    assert.ok(flat)
    let inPlace = 0
    const current = createCurrentModel(
      {
        settings: { valuationWorkers: 1 },
        database: { engine: 'sqlite', file: 'none' },
        models: {
          load: async (dataVersion) => ({ ...stored, dataVersion }),
          loadNewest: async () => ({ ...stored, dataVersion: 1 }),
          save: () => assert.fail(),
        },
        clock: market.clock,
        log: createTestLog().log,
      },
      () => {
        inPlace += 1
      },
    )
    await current.renew({ version: 1, isDemo: false })
    const first = current.running
    assert.ok(first)
    const task = { dwellings: [flat], options: { valuationDate: '2026-01-15' } }
    const ask = async () => {
      const answer = await first.run('estimates', task)
      assert.equal(answer?.estimates.length, 1)
    }
    const askers = Array.from({ length: 8 }, async () => {
      do await ask()
      while (inPlace === 1)
    })
    await current.renew({ version: 2, isDemo: false })
    assert.notEqual(current.running, first)
    await Promise.all(askers)
    await current.running?.close()
    await current.endRenewals()
  })

  it('answers though it cannot be stored, and the next start is told to fit anew', async () => {
    const { engine, lines } = market.startEngine({
      loadNewest: async () => undefined,
      save: () => Promise.reject(new Error('no room')),
    })
    const [flat] = town({ rows: 1 })
    assert.ok(flat)
    await engine.look()
    const answer = await engine.estimate(flat, { valuationDate: '2026-01-15' })
    await engine.close()
    assert.deepEqual([answer.kind, engine.failure], ['estimate', undefined])
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      [
        'valuation model fitted',
        'valuation model answers but was not stored, the next start fits anew',
      ],
    )
  })

  it('answers no more once the last of its data has been taken out', async () => {
    const emptied = await openMarket(60, 300)
    const [flat] = town({ rows: 1 })
    assert.ok(flat)
    const { engine } = emptied.startEngine()
    const answered = async () => (await engine.estimate(flat, { valuationDate: '2026-01-15' })).kind
    try {
      await engine.look()
      assert.deepEqual([await answered(), engine.fittedAtMs], ['estimate', emptied.clock.wallMs()])
      await emptied.removeTown()
      // A change is taken up once two looks have seen it.
      await engine.look()
      await engine.look()
      assert.deepEqual([await answered(), engine.fittedAtMs], ['no_data', undefined])
    } finally {
      await engine.close()
      await emptied.close()
    }
  })

  const changed = (bytes: Buffer, change: (stored: { meanings: string }) => object): Buffer => {
    const stored = deserialize(zstdDecompressSync(bytes))
    return zstdCompressSync(serialize({ ...stored, ...change(stored) }))
  }
  const ofAnotherFormat = (bytes: Buffer) => changed(bytes, () => ({ format: 0 }))
  const fittedByAnotherMethod = (bytes: Buffer) => changed(bytes, () => ({ method: 0 }))
  const ofOtherPositions = (bytes: Buffer) =>
    changed(bytes, ({ meanings }) => {
      const { FLAT, FIXED, FEATURE } = JSON.parse(meanings)
      for (const positions of [FLAT, FIXED, FEATURE]) assert.ok(positions.size > 10)
      return { meanings: meanings.replace('"lnArea"', '"area"') }
    })
  const ofOtherMaterials = (bytes: Buffer) =>
    changed(bytes, ({ meanings }) => {
      assert.match(meanings, /"panel","block","brick"/)
      return { meanings: meanings.replace('"panel",', '') }
    })

  it('says that it is of the demonstration town also once the data is another', async () => {
    const ofTown = await openMarket(0, 300)
    const [flat] = town({ rows: 1 })
    assert.ok(flat)
    /** After a look at the data, or a try at it. */
    const started = async () => {
      const { engine } = ofTown.startEngine()
      await engine.look()
      const answer = await engine.estimate(flat, { valuationDate: '2026-01-15' })
      await engine.close()
      assert.equal(answer.kind, 'estimate')
      return [answer.estimate.model.version, answer.isDemo]
    }
    try {
      await ofTown.putDemo(60)
      const [version, isDemo] = await started()
      assert.equal(isDemo, true)
      await ofTown.putTown(90)
      await ofTown.endDemo()
      const showComparables = await ofTown.hideComparables()
      assert.deepEqual(await started(), [version, true])
      await showComparables()
      assert.equal((await started())[1], false)
    } finally {
      await ofTown.close()
    }
  })

  for (const [why, spoil] of [
    ['it cannot be read', () => Buffer.from('of another version')],
    ['it is of another format', ofAnotherFormat],
    ['another method has fitted it', fittedByAnotherMethod],
    ['it knows other words, whose codes mean something else here', ofOtherMaterials],
    ['a position means something else here', ofOtherPositions],
  ] as const) {
    it(`is fitted again, with a line in the log, when ${why}`, async () => {
      const { stored } = await start()
      const spoilt: StoredModel = { ...stored, bytes: spoil(Buffer.from(stored.bytes)) }
      await market.models.save(spoilt)
      const { told, stored: renewed } = await start()
      assert.deepEqual(told, [
        'stored valuation model is not read, fitting anew',
        'valuation model fitted',
      ])
      assert.notDeepEqual(renewed.bytes, spoilt.bytes)
      assert.deepEqual((await start()).told, ['valuation model loaded'])
    })
  }
})
