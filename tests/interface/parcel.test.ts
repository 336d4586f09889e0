// GET /api/v1/parcels/{cadastral_number}: one parcel with its norms, found by any form of its
// number.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DETAIL } from '../../src/errors.ts'
import type { ParcelProperties } from '../../src/parcels/parcel-schema.ts'
import { parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { importedSquare } from '../parcels/land.ts'
import { createTestClock } from '../support/clock.ts'
import { ENGINES } from '../support/databases.ts'
import { startTestService, type TestService } from '../support/service.ts'

interface Detail {
  readonly properties: ParcelProperties & {
    readonly rule_set: { readonly id: string; readonly title: string }
    readonly constraints: readonly {
      readonly rule: string
      readonly value: number
      readonly binding: boolean
    }[]
  }
}

for (const engine of ENGINES) {
  describe(`a parcel on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    let rules: string
    let anna: string

    before(async () => {
      rules = mkdtempSync(join(tmpdir(), 'tradein-rules-'))
      writeFileSync(
        join(rules, 'karluk.json'),
        JSON.stringify({
          id: 'karluk',
          title: 'ПЗЗ Карлука',
          territory: { cadastral_prefixes: ['38:06:111215'] },
          rules: { setback_m: { value: 40, source: 'ПЗЗ Карлука, ст. 3' } },
        }),
      )
      service = await startTestService({ engine, settings: { RULE_SETS_DIR: rules } })
      await service.addUser('anna')
      anna = await service.cookieOf('anna')
      await parcelWriter(service.stores.main, service.clock).put([
        importedSquare('38:06:111215:1', 0, 0, 100),
        importedSquare('38:06:111215:2', 150, 0, 50),
        importedSquare('38:37:111215:3', 400, 0, 50),
      ])
    })
    after(async () => {
      await service[Symbol.asyncDispose]()
      rmSync(rules, { recursive: true })
    })

    it('comes with the rule set of its place and the rule that binds', async () => {
      const detailOf = async (cadastralNumber: string) => {
        const response = await service.get(`/api/v1/parcels/${cadastralNumber}`, anna)
        assert.equal(response.status, 200, response.body)
        return (response.json() as Detail).properties
      }
      const here = await detailOf('38:06:111215:1')
      assert.deepEqual(here.rule_set, { id: 'karluk', title: 'ПЗЗ Карлука' })
      assert.equal(here.constraints.find(({ rule }) => rule === 'setback_m')?.value, 40)
      assert.equal(here.constraints.filter(({ binding }) => binding).length, 1)
      const elsewhere = await detailOf('38:37:111215:3')
      assert.equal(elsewhere.rule_set.id, 'ru-default')
      const narrow = await detailOf('38:06:111215:2')
      assert.equal(narrow.constraints.find(({ binding }) => binding)?.rule, 'setback_m')
    })

    it('comes with its norms, however intricate its shape, for one caller eight at a time', async () => {
      const { main } = service.stores
      // Its teeth take a tenth of a second: longer than nine requests take to come that far.
      const ring = Array.from({ length: 3_001 }, (_, at): readonly [number, number] => {
        const angle = ((at % 3_000) * Math.PI) / 1_500
        const r = at % 2 === 0 ? 1 : 1.02
        return [104.3 + 0.002 * r * Math.cos(angle), 52.4 + 0.0012 * r * Math.sin(angle)]
      })
      const intricate = importedSquare('38:37:111215:600', 0, 0, 50)
      await parcelWriter(main, service.clock).put([
        {
          ...intricate,
          centroid: [104.3, 52.4],
          geometry: { type: 'Polygon', coordinates: [ring] },
        },
      ])
      const ofAnna = () => service.get('/api/v1/parcels/38:37:111215:600', anna)
      const response = await ofAnna()
      assert.equal(response.status, 200, response.body)
      const { constraints } = (response.json() as Detail).properties
      assert.equal(constraints.find(({ binding }) => binding)?.rule, 'max_density')
      const asked = await Promise.all(Array.from({ length: 9 }, ofAnna))
      // On a busy machine some of the eight wait too long for the thread.
      const refused = asked.filter(({ body }) => body.includes(DETAIL.ownWorkUnderWay))
      assert.deepEqual(
        refused.map(({ status }) => status),
        [503],
      )
    })

    it('is 404 where unknown and 422 where malformed', async () => {
      for (const [cadastralNumber, status] of [
        ['38:06:111215:999', 404],
        ['38:06:11121:1', 422],
        ['91216000AB0037', 422],
        [`38:06:111215:${'1'.repeat(60)}`, 422],
        ['38%3A06%3A111215%3A1', 200],
        ['38:06:111215:0001', 200],
        ['38:06:111215:10', 404],
      ] as const) {
        const response = await service.get(`/api/v1/parcels/${cadastralNumber}`, anna)
        assert.equal(response.status, status, cadastralNumber)
      }
    })

    it('is found and remembered by the register’s number, asked for with the zeros of old papers', async () => {
      const response = await service.get('/api/v1/parcels/38:06:111215:0001', anna)
      assert.equal((response.json() as Detail).properties.cadastral_number, '38:06:111215:1')
      const recent = await service.get('/api/v1/users/me/recent-parcels', anna)
      const { items } = recent.json() as { items: { cadastral_number: string }[] }
      assert.equal(items[0]?.cadastral_number, '38:06:111215:1')
    })

    it('is found by a number without the zeros that the table has, each by its own number first', async () => {
      const asked = async (cadastralNumber: string) => {
        const response = await service.get(`/api/v1/parcels/${cadastralNumber}`, anna)
        const found = response.status === 200
        return found ? (response.json() as Detail).properties.cadastral_number : response.status
      }
      const { main } = service.stores
      const put = async (cadastralNumber: string) =>
        parcelWriter(main, service.clock).put([importedSquare(cadastralNumber, 9_000, 0, 50)])
      await put('38:06:111216:0070')
      for (const number of ['38:06:111216:70', '38:06:111216:0070', '38:06:111216:000000070']) {
        assert.equal(await asked(number), '38:06:111216:0070')
      }
      assert.deepEqual(
        await Promise.all(['38:06:111216:7', '38:06:111216:700'].map(asked)),
        [404, 404],
      )
      await put('38:06:111216:70')
      for (const number of ['38:06:111216:70', '38:06:111216:0070']) {
        assert.equal(await asked(number), number)
      }
      assert.equal(await asked('38:06:111216:070'), '38:06:111216:70')
    })
  })
}

describe('a parcel of the demonstration town', () => {
  it('is there at first start and names its source', async () => {
    // By a clock of its own, so that the start does not wait for the town's model.
    await using service = await startTestService({
      settings: { DEMO_DATA: 'on' },
      clock: createTestClock(),
    })
    await service.addUser('anna')
    const cookie = await service.cookieOf('anna')
    const response = await service.get('/api/v1/parcels/99:01:0000001:5', cookie)
    assert.equal(response.status, 200)
    assert.equal((response.json() as Detail).properties.source, 'demo')
  })
})
