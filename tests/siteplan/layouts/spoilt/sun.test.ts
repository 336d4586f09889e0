// What the checker finds of sun and shadow.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkLayouts } from '../../../../src/siteplan/layouts/check-layouts.ts'
import { brokenIn, centre, first, good, withBuilding, withOption } from './spoilt-layouts.ts'

describe('the checker of sun', () => {
  it('finds a shadow on a neighbour', () => {
    // A wall of a house to the south of all others, 200 m high.
    const south = first().buildings.reduce((a, b) => (centre(b)[1] < centre(a)[1] ? b : a))
    const which = first().buildings.indexOf(south)
    const broken = brokenIn(
      withBuilding((building) => ({ ...building, storeys: 70, height_m: 210 }), which),
    )
    assert.ok(broken.has('insolation_h') || broken.has('insolation'))
  })

  it('finds sun that is not there', () => {
    const dark = withOption((option) => ({
      ...option,
      insolation: {
        ...option.insolation,
        points: option.insolation.points.map((point) => ({ ...point, hours: 11 })),
      },
    }))
    assert.ok(brokenIn(dark).has('insolation'))
  })

  it('finds the sun of another day', () => {
    const july = withOption((option) => ({
      ...option,
      insolation: { ...option.insolation, day: '07-22' },
    }))
    assert.deepEqual(
      checkLayouts(july).map(({ broken, detail }) => [broken, detail]),
      [['insolation', 'the day is 07-22, not 04-22']],
    )
  })

  it('finds the sun of another latitude, by a ten-thousandth of a degree', () => {
    const northwards = (deg: number) =>
      withOption(({ insolation, ...option }) => ({
        ...option,
        insolation: { ...insolation, latitude: good.site.origin[1] + deg },
      }))
    assert.ok(!brokenIn(northwards(1e-6)).has('insolation'))
    assert.ok(brokenIn(northwards(1e-4)).has('insolation'))
  })

  it('finds a facade of which something is said in another house’s name, or at another place', () => {
    const [, second] = first().buildings
    const [point] = first().insolation.points
    assert.ok(second && point && point.building !== second.name)
    const says = (change: Partial<typeof point>) => {
      const [, ...others] = first().insolation.points
      const points = [{ ...point, ...change }, ...others]
      const layouts = withOption((o) => ({ ...o, insolation: { ...o.insolation, points } }))
      return checkLayouts(layouts).some(({ detail }) => /nothing is said/.test(detail))
    }
    const [x, y] = point.point
    assert.deepEqual([says({}), says({ point: [x + 0.3, y] })], [false, false])
    assert.ok(says({ building: second.name }))
    assert.ok(says({ point: [x + 1, y] }) && says({ point: [x, y + 1] }))
  })

  it('finds facades without their hours of sun', () => {
    const silent = withOption((option) => ({
      ...option,
      insolation: { ...option.insolation, points: [] },
    }))
    assert.ok(brokenIn(silent).has('insolation'))
    const [, ...others] = first().insolation.points
    const one = withOption((option) => ({
      ...option,
      insolation: { ...option.insolation, points: others },
    }))
    assert.ok(brokenIn(one).has('insolation'))
  })
})
