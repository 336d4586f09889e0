// Suggestions from DaData before the own index, against a stand-in that fails in all the usual
// ways.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSuggestionSource } from '../../src/addresses/suggestion-source.ts'
import type { SuggestionPage } from '../../src/addresses/table/address.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { type Behaviour, refusingUrl, startReceiver } from '../support/receiver.ts'

const OWN: SuggestionPage = {
  query: 'мира 5',
  effective_query: 'мира 5',
  demo: false,
  corrections: [],
  suggestions: [],
}

const HOUSE = {
  value: 'г Иркутск, ул Мира, д 5',
  data: {
    city: 'Иркутск',
    street_with_type: 'ул Мира',
    house: '5',
    block: '2',
    postal_code: '664000',
    fias_id: 'f1a5',
    geo_lat: '52.35',
    geo_lon: '104.15',
    qc_geo: '0',
  },
}

const answering = (suggestions: unknown): Behaviour => ({
  status: 200,
  body: JSON.stringify({ suggestions }),
})

/** A good answer with so many bytes in all. */
function overlong(bytes: number): string {
  const text = JSON.stringify({ suggestions: [HOUSE] })
  return text + ' '.repeat(bytes - Buffer.byteLength(text))
}

/** Real time that a busy machine needs for an answer at most. */
const PATIENCE_MS = 20_000

/** A source over a stand-in, an own index that counts its questions, and a clock. */
function sourceOver(dadataUrl: string, upstreamLimitMs = PATIENCE_MS) {
  const logged = createTestLog()
  const clock = createTestClock()
  let asked = 0
  const source = createSuggestionSource(
    {
      suggest: async () => {
        asked += 1
        return OWN
      },
    },
    { dadataUrl, dadataApiKey: 'k3y', upstreamLimitMs },
    clock,
    logged.log,
  )
  return { source, logged, askedOwn: () => asked, clock }
}

describe('suggestions with DaData before the own index', () => {
  it('are asked for with the key, and come back in our form', async () => {
    await using dadata = await startReceiver(answering([HOUSE]))
    const { source, askedOwn } = sourceOver(`${dadata.url}/proxy`)
    const page = await source.suggest({ q: 'мира 5', limit: 3, city: 'Иркутск' })
    const { score, ...house } = page.suggestions[0] ?? { score: 0 }
    assert.deepEqual(house, {
      id: 'f1a5',
      kind: 'house',
      value: 'г Иркутск, ул Мира, д 5',
      city: 'Иркутск',
      street: 'ул Мира',
      house: '5 к2',
      postal_code: '664000',
      fias_id: 'f1a5',
      lat: 52.35,
      lon: 104.15,
      geo_precision: 'house',
      highlights: [
        [14, 18],
        [22, 23],
      ],
    })
    assert.ok(score > 0 && score <= 1)
    assert.equal(askedOwn(), 0)
    const [request] = dadata.requests
    assert.equal(request?.path, '/proxy/suggestions/api/4_1/rs/suggest/address')
    assert.equal(request?.headers.authorization, 'Token k3y')
    assert.deepEqual(JSON.parse(request?.body ?? ''), {
      query: 'мира 5',
      count: 3,
      locations: [{ city: 'Иркутск' }],
    })
  })

  it('come from the own index where DaData is down, slow, refuses or talks nonsense', async () => {
    await using dadata = await startReceiver()
    for (const behaviour of [
      { status: 500 },
      { status: 403, body: '{}' },
      { status: 200, body: 'not JSON' },
      { status: 200, body: '{"suggestions":"many"}' },
      { status: 200, body: overlong(262_145) },
      { status: 302, headers: { location: `${dadata.url}/elsewhere` } },
      'close',
      'close mid-answer',
      'hang',
    ] satisfies Behaviour[]) {
      dadata.behave(behaviour)
      const { source, askedOwn } = sourceOver(dadata.url, behaviour === 'hang' ? 100 : PATIENCE_MS)
      assert.equal(await source.suggest({ q: 'мира 5' }), OWN)
      assert.equal(askedOwn(), 1)
    }
    dadata.dropConnections()
    const { source } = sourceOver(await refusingUrl())
    assert.equal(await source.suggest({ q: 'мира 5' }), OWN)
  })

  it('come from DaData where its answer has 256 KiB and no more', async () => {
    await using dadata = await startReceiver({ status: 200, body: overlong(262_144) })
    const { source, askedOwn } = sourceOver(dadata.url)
    assert.equal((await source.suggest({ q: 'мира 5' })).suggestions.length, 1)
    assert.equal(askedOwn(), 0)
  })

  it('are waited for at DaData for 0.4 s and no longer', async (t) => {
    const limits = t.mock.method(AbortSignal, 'timeout')
    await using dadata = await startReceiver(answering([HOUSE]))
    const settings = { dadataUrl: dadata.url, dadataApiKey: 'k3y' }
    const own = { suggest: async () => OWN }
    const source = createSuggestionSource(own, settings, createTestClock(), createTestLog().log)
    await source.suggest({ q: 'мира 5' })
    assert.deepEqual(limits.mock.calls[0]?.arguments, [400])
  })

  it('never go where DaData sends them: the key is for it alone', async () => {
    await using elsewhere = await startReceiver(answering([HOUSE]))
    await using dadata = await startReceiver({
      status: 307,
      headers: { location: elsewhere.url },
    })
    assert.equal(await sourceOver(dadata.url).source.suggest({ q: 'мира 5' }), OWN)
    assert.equal(elsewhere.requests.length, 0)
  })

  it('tell the log why DaData did not answer, and never the key', async () => {
    await using dadata = await startReceiver({ status: 403, body: '{}' })
    for (const [url, reason] of [
      [dadata.url, 'status 403'],
      [await refusingUrl(), 'ECONNREFUSED'],
    ] as const) {
      const { source, logged } = sourceOver(url)
      await source.suggest({ q: 'мира 5' })
      assert.deepEqual(
        logged.lines.map((line) => line.reason),
        [reason],
      )
      assert.ok(!logged.text().includes('k3y'))
    }
  })

  it('come from the own index where DaData knows nothing', async () => {
    await using dadata = await startReceiver(answering([]))
    const { source, askedOwn } = sourceOver(dadata.url)
    assert.equal(await source.suggest({ q: 'мира 5' }), OWN)
    assert.equal(askedOwn(), 1)
  })

  it('are never asked for with less than two letters or digits', async () => {
    await using dadata = await startReceiver(answering([HOUSE]))
    const { source, askedOwn } = sourceOver(dadata.url)
    assert.equal(await source.suggest({ q: ' ж! ' }), OWN)
    assert.equal(askedOwn(), 1)
    assert.equal(dadata.requests.length, 0)
  })

  it('are of the kind that was asked for, whatever comes', async () => {
    await using dadata = await startReceiver(answering([HOUSE, { value: 'г Иркутск', data: {} }]))
    const { source, askedOwn } = sourceOver(dadata.url)
    const page = await source.suggest({ q: 'иркутск', kind: 'city' })
    assert.deepEqual(
      page.suggestions.map(({ value }) => value),
      ['г Иркутск'],
    )
    const { from_bound, to_bound } = JSON.parse(dadata.requests[0]?.body ?? '')
    assert.deepEqual([from_bound, to_bound], [{ value: 'city' }, { value: 'settlement' }])
    assert.equal(await source.suggest({ q: 'иркутск', kind: 'street' }), OWN)
    assert.equal(askedOwn(), 1)
  })

  it('are looked for near the caller first, and everywhere where nothing is near', async () => {
    await using dadata = await startReceiver(answering([]))
    const { source } = sourceOver(dadata.url)
    await source.suggest({ q: 'мира 5', lat: 52, lon: 104 })
    const bodies = dadata.requests.map(({ body }) => JSON.parse(body))
    assert.deepEqual(
      bodies.map(({ locations_geo }) => locations_geo),
      [[{ lat: 52, lon: 104, radius_meters: 50_000 }], undefined],
    )
    dadata.behave(answering([HOUSE]))
    await source.suggest({ q: 'мира 5', lat: 52, lon: 104 })
    assert.equal(dadata.requests.length, 3)
  })

  it('are asked for again after nothing near was found and the second answer failed', async () => {
    await using dadata = await startReceiver(answering([]))
    const { source, logged, askedOwn } = sourceOver(dadata.url)
    dadata.behave(answering([]), { status: 500 }, answering([HOUSE]))
    assert.equal(await source.suggest({ q: 'мира 5', lat: 52, lon: 104 }), OWN)
    assert.equal(askedOwn(), 1)
    assert.equal((await source.suggest({ q: 'мира 5' })).suggestions.length, 1)
    assert.deepEqual(logged.lines, [])
  })

  it('name a part of a building by its type', async () => {
    for (const [type, house] of [
      ['к', '5 к2'],
      [null, '5 к2'],
      ['стр', '5 стр 2'],
      ['литера', '5 литера 2'],
    ] as const) {
      const data = { ...HOUSE.data, block_type: type }
      await using dadata = await startReceiver(answering([{ ...HOUSE, data }]))
      const { suggestions } = await sourceOver(dadata.url).source.suggest({ q: 'мира 5' })
      assert.equal(suggestions[0]?.house, house)
    }
  })

  it('leave an upstream that failed alone for five seconds', async () => {
    await using dadata = await startReceiver({ status: 500 })
    const { source, clock } = sourceOver(dadata.url)
    await source.suggest({ q: 'мира' })
    clock.advance(4.9)
    await source.suggest({ q: 'мира 5' })
    assert.equal(dadata.requests.length, 1)
    clock.advance(0.1)
    dadata.behave(answering([HOUSE]))
    assert.equal((await source.suggest({ q: 'мира 5' })).suggestions.length, 1)
    assert.equal(dadata.requests.length, 2)
  })

  it('take nothing of an answer on trust', async () => {
    const strange = [
      null,
      5,
      { data: {} },
      { value: 7 },
      { value: 'x'.repeat(1000), data: { geo_lat: '91', geo_lon: '31', city: 3 } },
      { value: 'г Иркутск', data: { geo_lat: '52', geo_lon: 'east' } },
    ]
    await using dadata = await startReceiver(answering([...strange, ...strange]))
    const { source } = sourceOver(dadata.url)
    const { suggestions } = await source.suggest({ q: 'мира', limit: 3 })
    assert.equal(suggestions.length, 3, 'never more than were asked for')
    const [long, short] = suggestions
    assert.equal(long?.value.length, 300)
    assert.deepEqual([long?.lat, long?.lon, long?.city], [null, null, ''])
    assert.deepEqual(
      [short?.value, short?.kind, short?.geo_precision],
      ['г Иркутск', 'city', 'city'],
    )
    assert.deepEqual([short?.lat, short?.lon], [null, null])
  })
})
