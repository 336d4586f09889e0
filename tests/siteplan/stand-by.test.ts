// A thread for plans starts while somebody still looks at land, not when the first plan is asked
// for.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { importedSquare } from '../parcels/land.ts'
import { untilTakenUp } from '../support/advancing.ts'
import { fakeChrt } from '../support/fake-chrt.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/waiting.ts'

const NUMBER = '38:06:111215:1'
const VIEW = '/api/v1/parcels/by-bbox?bbox=104.24,52.36,104.27,52.38'

/** A service with a parcel, and how often one of its planning threads has started. */
async function serviceWithLand(t: TestContext) {
  const chrt = fakeChrt(t)
  const service = await startTestService({ settings: { SITEPLAN_PRIORITY: 'idle' } })
  t.after(() => service[Symbol.asyncDispose]())
  await service.addUser('anna')
  const anna = await service.cookieOf('anna')
  await parcelWriter(service.stores.main, service.clock).put([importedSquare(NUMBER, 0, 0, 100)])
  const get = (path: string) => service.get(path, anna)
  return { service, get, started: () => chrt.asked().split('\n').length - 1 }
}

describe('a planning thread', () => {
  it('starts when somebody looks at a parcel', async (t) => {
    const { get, started } = await serviceWithLand(t)
    assert.equal((await get('/api/v1/parcels/38:06:111215:404')).status, 404)
    assert.equal((await get('/api/v1/me')).status, 200)
    assert.equal(started(), 0)
    assert.equal((await get(`/api/v1/parcels/${NUMBER}`)).status, 200)
    await until(() => started() === 1, 'a thread starts')
  })

  it('starts when somebody looks at a map', async (t) => {
    const { service, get, started } = await serviceWithLand(t)
    await untilTakenUp(service.clock, async () => (await get(VIEW)).status === 200)
    await until(() => started() === 1, 'a thread starts')
  })
})
