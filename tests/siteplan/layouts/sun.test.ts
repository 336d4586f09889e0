import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { declinationDeg, halfDayHours, sunAt, sunPath } from '../../../src/siteplan/layouts/sun.ts'

const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected} ± ${within}`)

describe('the sun', () => {
  it('stands over the tropics at the solstices and over the equator at the equinoxes', () => {
    near(declinationDeg('06-21'), 23.44, 0.05)
    near(declinationDeg('12-21'), -23.44, 0.05)
    near(declinationDeg('03-21'), 0, 0.5)
    near(declinationDeg('09-23'), 0, 0.5)
    near(declinationDeg('04-22'), 12.1, 0.3)
  })

  it('moves as far overnight between two months as within them', () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    const two = (count: number) => `${count}`.padStart(2, '0')
    const days = lengths.flatMap((length, month) =>
      Array.from({ length }, (_, day) => `${two(month + 1)}-${two(day + 1)}`),
    )
    assert.equal(days.length, 365)
    const moves = days.map((day, i) => {
      const next = days[(i + 1) % days.length] ?? day
      return declinationDeg(next) - declinationDeg(day)
    })
    for (const [i, move] of moves.entries()) near(move, moves.at(i - 1) ?? 0, 0.02)
  })

  it('is at noon in the south, as high as 90° less the latitude plus the declination', () => {
    for (const latitude of [45, 52.3, 55.75, 60]) {
      const noon = sunAt(latitude, '04-22', 12)
      near(noon.altitudeDeg, 90 - latitude + declinationDeg('04-22'), 1e-9)
      near(noon.east, 0, 1e-9)
      near(noon.north, -1, 1e-9)
    }
  })

  it('rises at 4:48 solar time in Moscow on 22 April, north of east, and sets as long after noon', () => {
    const half = halfDayHours(55.75, '04-22')
    near(12 - half, 4.79, 0.05)
    near(sunAt(55.75, '04-22', 12 - half).altitudeDeg, 0, 1e-6)
    near(sunAt(55.75, '04-22', 12 + half).altitudeDeg, 0, 1e-6)
    const rise = sunAt(55.75, '04-22', 12 - half)
    assert.ok(rise.east > 0.9 && rise.north > 0.3, JSON.stringify(rise))
  })

  it('is in the east before noon and in the west after it', () => {
    assert.ok(sunAt(55.75, '04-22', 9).east > 0)
    assert.ok(sunAt(55.75, '04-22', 15).east < 0)
  })

  it('is followed from an hour after sunrise until an hour before sunset, every ten minutes', () => {
    const path = sunPath(55.75, '04-22')
    const half = halfDayHours(55.75, '04-22')
    near(path[0]?.hour ?? 0, 12 - half + 1, 1e-9)
    const last = path.at(-1)?.hour ?? 0
    assert.ok(last <= 12 + half - 1 + 1e-6 && last > 12 + half - 1 - 1 / 6)
    for (const [i, { hour }] of path.entries()) near(hour, (path[0]?.hour ?? 0) + i / 6, 1e-9)
  })

  it('never rises in polar night and is followed all round in polar day', () => {
    assert.deepEqual(sunPath(75, '12-21'), [])
    assert.equal(halfDayHours(75, '06-21'), 12)
  })
})
