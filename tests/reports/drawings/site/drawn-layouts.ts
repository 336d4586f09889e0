// Sites and layouts to draw: the samples, and any that a layout could be asked for.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { areaOf, boxOf, contains, type Point, type Region } from '../../../../src/geometry/plane.ts'
import { inset, regionOf } from '../../../../src/geometry/region.ts'
import type { LayoutOption, Site } from '../../../../src/siteplan/layouts/layout.ts'
import { building, rectangle, sampleLayouts } from '../../../siteplan/layouts/sample-layouts.ts'

export const { site: SAMPLE_SITE, options: SAMPLES } = sampleLayouts()

export function siteOf(boundary: Region): Site {
  const buildable = inset(boundary, 3)
  return { origin: [104, 52], boundary, buildable, buildable_area_m2: areaOf(buildable) }
}

/** The first sample with these houses alone, and points of sun at their corners. */
export function optionWith(buildings: LayoutOption['buildings']): LayoutOption {
  const [sample] = SAMPLES
  assert.ok(sample)
  const points = buildings.flatMap(({ name, footprint }) =>
    footprint.map((point, index) => ({ building: name, point, hours: index })),
  )
  const grounds = { fire_lanes: [], drives: [], parking: [], playgrounds: [] }
  return { ...sample, ...grounds, buildings, insolation: { ...sample.insolation, points } }
}

/** Sites of 3 to 9 corners around a centre, from gardens to quarters, and some long and thin. */
export const sites = fc
  .record({
    radii: fc.array(fc.double({ min: 0.35, max: 1, noNaN: true }), { minLength: 3, maxLength: 9 }),
    sizeM: fc.double({ min: 12, max: 900, noNaN: true }),
    stretch: fc.double({ min: 0.05, max: 1, noNaN: true }),
  })
  .map(({ radii, sizeM, stretch }) =>
    siteOf(
      regionOf([
        radii.map((radius, index): Point => {
          const angle = (2 * Math.PI * index) / radii.length
          return [radius * sizeM * Math.cos(angle), radius * sizeM * stretch * Math.sin(angle)]
        }),
      ]),
    ),
  )
  .filter(({ boundary }) => areaOf(boundary) > 50)

/** Up to three houses somewhere on the site, whether or not a rule would let them stand there. */
export const layouts = fc
  .record({
    site: sites,
    places: fc.array(
      fc.record({
        x: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
        y: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
        angle: fc.double({ min: 0, max: 180, noNaN: true }),
        storeys: fc.integer({ min: 1, max: 25 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ site, places }) => {
    const { minX, minY, maxX, maxY } = boxOf(site.boundary)
    const buildings = places.map(({ x, y, angle, storeys }, index) => {
      const centre: Point = [minX + (maxX - minX) * x, minY + (maxY - minY) * y]
      return building('АБВ'[index] ?? 'Г', 'slab', rectangle(centre, 30, 12, angle), storeys)
    })
    const isOnSite = ({ footprint }: (typeof buildings)[number]) =>
      footprint.every((corner) => contains(site.boundary, corner))
    return { site, option: optionWith(buildings.filter(isOnSite)) }
  })
