import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crsDeclaredIn, crsOfGeometry, lonLatIn } from '../../src/geometry/crs.ts'
import { assertNear } from '../support/near.ts'

const named = (name: unknown) => ({ crs: { type: 'name', properties: { name } } })

describe('the coordinates of a file', () => {
  for (const [name, crs] of [
    ['EPSG:4326', 4326],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326],
    ['urn:ogc:def:crs:EPSG::4979', 4326],
    ['EPSG:3857', 3857],
    ['urn:ogc:def:crs:EPSG::900913', 3857],
    ['EPSG:102100', 3857],
    ['EPSG:3785', 3857],
    ['WGS 84 / Pseudo-Mercator', 3857],
    ['WGS 84', 4326],
    ['WGS 84 / UTM zone 48N', 'WGS 84 / UTM zone 48N'],
    ['EPSG:28404', 'EPSG:28404'],
    ['EPSG:13857', 'EPSG:13857'],
    ['EPSG:43260', 'EPSG:43260'],
    [`МСК-${'38'.repeat(40)}`, `МСК-${'38'.repeat(28)}`],
  ] as const) {
    it(`are read by name, of the file and of a geometry: ${name.slice(0, 40)}`, () => {
      assert.equal(crsDeclaredIn(JSON.stringify({ ...named(name), features: [] })), crs)
      assert.equal(crsOfGeometry(named(name), 4326), crs)
    })
  }

  it('are degrees where nothing is said, or what is said is no name', () => {
    assert.equal(crsDeclaredIn('{"type":"FeatureCollection","features":['), 4326)
    assert.equal(crsOfGeometry(named(3857), 3857), 4326)
  })

  it('are read by code too, as drafts of the format had it', () => {
    for (const [code, crs] of [
      [3857, 3857],
      ['4326', 4326],
      [4284, 'EPSG:4284'],
    ] as const) {
      const coded = { crs: { type: 'EPSG', properties: { code } } }
      const named = { ...coded, name: 'quarter', features: [] }
      assert.equal(crsDeclaredIn(JSON.stringify(named, null, 1)), crs)
      assert.equal(crsOfGeometry(coded, 3857), crs)
    }
  })

  it('are not named by what stands behind a declaration without a name', () => {
    const linked = { crs: { type: 'link', properties: { href: 'crs.wkt' } } }
    assert.equal(crsDeclaredIn(JSON.stringify({ ...linked, name: 'quarter', features: [] })), 4326)
  })

  it('are what stands before the features, not in one of them', () => {
    const inside = { features: [{ geometry: named('EPSG:3857') }] }
    assert.equal(crsDeclaredIn(JSON.stringify(inside)), 4326)
  })

  it('of a geometry that says nothing are those of its file', () => {
    for (const geometry of [null, undefined, {}, { crs: null }, { crs: {} }]) {
      assert.equal(crsOfGeometry(geometry, 3857), 3857)
      assert.equal(crsOfGeometry(geometry, 'EPSG:28404'), 'EPSG:28404')
    }
  })

  it('have a place up to the edges of their map, and none beyond', () => {
    assert.deepEqual(lonLatIn(4326, 180, -90), [180, -90])
    assert.deepEqual(lonLatIn(4326, 104.3, 52.3), [104.3, 52.3])
    for (const [x, y] of [
      [180.001, 0],
      [-180.001, 0],
      [0, 90.001],
      [Number.NaN, 0],
      [0, Number.NaN],
    ] as const) {
      assert.equal(lonLatIn(4326, x, y), undefined)
    }
    // The equator of the web map is as long as that of a sphere of 6,378,137 m.
    const edgeM = Math.PI * 6_378_137
    const [lon = 0, lat = 0] = lonLatIn(3857, edgeM / 2, 0) ?? []
    assertNear(lon, 90, 1e-9)
    assertNear(lat, 0, 1e-9)
    const [, top = 0] = lonLatIn(3857, 0, edgeM) ?? []
    assert.ok(Math.abs(top - 85.0511287798) < 1e-6, `${top}`)
    assert.equal(lonLatIn(3857, edgeM + 1, 0), undefined)
    assert.equal(lonLatIn(3857, 0, -edgeM - 1), undefined)
  })
})
