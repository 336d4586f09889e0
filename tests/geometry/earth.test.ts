import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { degreesEast, directionTo, distanceKm } from '../../src/geometry/earth.ts'
import { assertNear } from '../support/near.ts'

describe('the way east', () => {
  it('is the short one, also over the 180th meridian', () => {
    assert.equal(degreesEast(30, 31.5), 1.5)
    assert.equal(degreesEast(31.5, 30), -1.5)
    assert.equal(degreesEast(179.5, -179.5), 1)
    assert.equal(degreesEast(-179.5, 179.5), -1)
    assert.equal(degreesEast(0, 180), 180)
    assert.equal(degreesEast(180, 0), -180)
    assert.equal(degreesEast(-170, 15), -175)
    assert.equal(degreesEast(170, -15), 175)
    assert.ok(Number.isNaN(degreesEast(0, Number.NaN)))
  })
})

describe('the distance between near places', () => {
  it('is that of a great circle to a tenth of a per cent, and the same both ways', () => {
    for (const [lat, lon] of [
      [0, 30],
      [55, 37],
      [-69, 179.95],
    ] as const) {
      const [otherLat, otherLon] = [lat + 0.1, lon + 0.1]
      const km = distanceKm(lat, lon, otherLat, otherLon)
      const { distanceM } = directionTo({ lat, lon }, { lat: otherLat, lon: otherLon })
      assertNear(km / (distanceM / 1000), 1, 0.001)
      assert.equal(distanceKm(otherLat, otherLon, lat, lon), km)
    }
  })
})

describe('directions on the ground', () => {
  const irkutsk = { lat: 52.2645, lon: 104.3312 }

  it('knows north, east, south and west', () => {
    const bearing = (lat: number, lon: number) =>
      Math.round(directionTo(irkutsk, { lat: 52.2645 + lat, lon: 104.3312 + lon }).bearingDeg)
    assert.deepEqual(
      [bearing(0.01, 0), bearing(0, 0.01), bearing(-0.01, 0), bearing(0, -0.01)],
      [0, 90, 180, 270],
    )
    // atan2(sin 55° cos 50°, cos 35° sin 50° − sin 35° cos 50° cos 55°)
    const far = directionTo({ lat: 35, lon: 45 }, { lat: 50, lon: 100 })
    assert.equal(far.bearingDeg.toFixed(1), '51.7')
  })

  it('measures a degree of latitude as 111.2 km, also across the date line', () => {
    assert.equal(Math.round(directionTo({ lat: 0, lon: 0 }, { lat: 1, lon: 0 }).distanceM), 111_195)
    const across = directionTo({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })
    assert.equal(Math.round(across.distanceM), 111_195)
    assert.equal(Math.round(across.bearingDeg), 90)
  })
})
