import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sunlightOf } from '../../../../../src/siteplan/layouts/checker/sunlight.ts'
import type { Building } from '../../../../../src/siteplan/layouts/layout.ts'
import { frameAt } from '../../../../../src/siteplan/layouts/solver/frame/frame.ts'
import type { Rect } from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { sectionsOf } from '../../../../../src/siteplan/layouts/solver/massing/facade-points.ts'
import { type Mass, outlineOf } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import { raysIn, sunHoursOf } from '../../../../../src/siteplan/layouts/solver/rules/insolation.ts'
import { halfDayHours, sunAt, sunPath } from '../../../../../src/siteplan/layouts/sun.ts'

const LATITUDE = 55.75
const DAY = '04-22'
const STOREY_M = 3
const north = frameAt(0)
const rays = raysIn(north, sunPath(LATITUDE, DAY))

const slab = (outer: Rect, storeys: number): Mass => ({
  typology: 'slab',
  outer,
  wingM: null,
  open: null,
  storeys,
})

const drawn = (mass: Mass, name: string): Building => ({
  name,
  typology: mass.typology,
  footprint: outlineOf(mass),
  courts: [],
  storeys: mass.storeys,
  height_m: mass.storeys * STOREY_M,
  footprint_m2: 0,
  gfa_m2: 0,
})

/** A slab of one section, its long sides to the north and south. */
const house = slab({ x0: 0, x1: 27, y0: 0, y1: 15 }, 5)
const southPoint = [13.5, 0] as const

const southHours = (others: readonly Mass[]) => {
  const { points } = sunHoursOf([house, ...others], rays, STOREY_M)
  const found = points.find(({ building, point }) => building === 0 && point.out[1] === -1)
  return found?.hours ?? Number.NaN
}

describe('insolation', () => {
  it('of a free south side lasts as long as the sun is 10° before it', () => {
    // Worked out by bisection: when the sun is 10° before a wall that looks south.
    const half = halfDayHours(LATITUDE, DAY)
    let [low, high] = [12 - half, 12]
    for (let i = 0; i < 40; i += 1) {
      const middle = (low + high) / 2
      if (-sunAt(LATITUDE, DAY, middle).north > Math.sin(Math.PI / 18)) high = middle
      else low = middle
    }
    const expected = 2 * (12 - high)
    assert.ok(southHours([]) <= expected && southHours([]) > expected - 0.4)
  })

  it('is lost at noon behind a house nearer than its height over the tangent of the altitude', () => {
    const noon = Math.tan((sunAt(LATITUDE, DAY, 12).altitudeDeg * Math.PI) / 180)
    const heightM = 20 * STOREY_M
    const shadowM = (heightM - 1.5) / noon
    const wallFrom = (distanceM: number) =>
      slab({ x0: -2000, x1: 2000, y0: -distanceM - 15, y1: -distanceM }, 20)
    // A wall without end to the east and west: what is lit at noon is lit around noon.
    assert.ok(southHours([wallFrom(shadowM - 1)]) < southHours([wallFrom(shadowM + 8)]))
    assert.ok(southHours([wallFrom(shadowM + 8)]) > 0)
    assert.equal(southHours([wallFrom(5)]), 0)
  })

  it('counts the longest time without a break, not the sum', () => {
    // A mast of a house straight to the south cuts the day in two.
    const mast = slab({ x0: 7.5, x1: 19.5, y0: -40, y1: -25 }, 25)
    const whole = southHours([])
    const longer = southHours([mast])
    assert.ok(longer < whole / 2 + 0.34, `${longer} of ${whole}`)
    assert.ok(longer > 1)
  })

  it('is not taken by a house to the north', () => {
    const behind = slab({ x0: -100, x1: 100, y0: 20, y1: 40 }, 25)
    assert.equal(southHours([behind]), southHours([]))
  })

  it('comes out the same from the checker, which works on walls of any shape', () => {
    const others = [
      slab({ x0: -30, x1: 10, y0: -55, y1: -40 }, 12),
      slab({ x0: 45, x1: 60, y0: -30, y1: 40 }, 17),
    ]
    const masses = [house, ...others]
    const light = sunlightOf(
      masses.map((mass, i) => drawn(mass, `${i}`)),
      LATITUDE,
      DAY,
    )
    const { points } = sunHoursOf(masses, rays, STOREY_M)
    assert.equal(points.length, masses.flatMap(sectionsOf).flat().length)
    for (const { building, point, hours } of points) {
      const found = light.hoursAt(`${building}`, point.at)
      assert.ok(found && hours >= found.least - 1e-9 && hours <= found.most + 1e-9)
    }
    assert.equal(light.hoursAt('0', [13.5, 7]), null)
    assert.ok((light.hoursAt('0', southPoint)?.least ?? 0) > 0)
  })

  it('is taken as cut in two by a roof that the sun just passes, in a drawing as well', () => {
    // A mast so narrow that one position of the sun alone stands behind it, on the edge of its
    // roof.
    const at = sunPath(LATITUDE, DAY).find(({ hour }) => hour > 10) ?? assert.fail('no such hour')
    const distanceM = 60
    const edge = {
      x: southPoint[0] + at.east * distanceM,
      y: southPoint[1] - 0.01 + at.north * distanceM,
    }
    const heightM = 1.5 + distanceM * Math.tan((at.altitudeDeg * Math.PI) / 180)
    const storeyM = heightM / 10
    const roof = slab({ x0: edge.x - 0.4, x1: edge.x + 0.4, y0: edge.y - 0.4, y1: edge.y }, 10)
    const hours = sunHoursOf([house, roof], rays, storeyM).points.find(
      ({ building, point }) => building === 0 && point.at[1] === southPoint[1],
    )?.hours
    const light = sunlightOf(
      [
        { ...drawn(house, '0'), height_m: house.storeys * storeyM },
        { ...drawn(roof, '1'), height_m: heightM },
      ],
      LATITUDE,
      DAY,
    )
    const found = light.hoursAt('0', southPoint) ?? assert.fail('no wall')
    assert.ok(found.most - found.least > 0.5, `${found.least} to ${found.most}`)
    assert.ok(hours !== undefined && Math.abs(hours - found.least) < 1e-9)
  })

  it('looks at a court from inside and at its wings from both sides', () => {
    const block: Mass = {
      typology: 'perimeter',
      outer: { x0: 0, x1: 60, y0: 0, y1: 60 },
      wingM: 15,
      open: 'n',
      storeys: 6,
    }
    // Three wings, one section each on 30–45 m of court.
    assert.equal(sectionsOf(block).length, 1 + 2 + 2)
    for (const section of sectionsOf(block)) assert.equal(section.length, 2)
  })
})
