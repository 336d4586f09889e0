// The hours of the darkest section where a ray passes an edge, on which solver and checker may
// differ.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkSun } from '../../../../src/siteplan/layouts/checker/check-sun.ts'
import { openFindings } from '../../../../src/siteplan/layouts/checker/violation.ts'
import type {
  BestLayouts,
  Building,
  LayoutOption,
} from '../../../../src/siteplan/layouts/layout.ts'
import { DEFAULT_RULES } from '../../../norms/rules.ts'

type Ring = Building['footprint']

const block = (name: string, footprint: Ring, court: Ring): Building => ({
  name,
  typology: 'perimeter',
  footprint,
  courts: [court],
  storeys: 9,
  height_m: 27,
  footprint_m2: 4858.05,
  gfa_m2: 43_722.45,
})

const LATITUDE = 61.0530307

/** Two closed blocks, one north of the other: about noon a ray passes the corner of a court. */
const BLOCKS = [
  block(
    'А',
    [
      [95.26, -47.743],
      [94.52, 49.19],
      [-0.477, 48.464],
      [0.263, -48.469],
    ],
    [
      [80.146, -32.858],
      [79.635, 34.076],
      [14.637, 33.579],
      [15.148, -33.355],
    ],
  ),
  block(
    'Б',
    [
      [96.226, -174.156],
      [95.485, -77.223],
      [0.488, -77.949],
      [1.229, -174.881],
    ],
    [
      [81.112, -159.271],
      [80.6, -92.337],
      [15.602, -92.834],
      [16.114, -159.767],
    ],
  ),
]

/** What the checker takes for the hours of the darkest section where an option claims these. */
function sunHoursOf(claimedH: number): number {
  const layouts = { rule_set: DEFAULT_RULES, site: { origin: [31.6, LATITUDE] } }
  const option = {
    buildings: BLOCKS,
    insolation: { day: '04-22', latitude: LATITUDE, points: [] },
    checks: [{ rule: 'insolation_h', actual: claimedH }],
  }
  const findings = openFindings()
  return checkSun(layouts as unknown as BestLayouts, option as unknown as LayoutOption, findings)
    .sunH
}

describe('the sun of the darkest section', () => {
  it('may be claimed with a ray on an edge held up or passing', () => {
    assert.equal(sunHoursOf(4.5), 4.5)
    assert.ok(Math.abs(sunHoursOf(16 / 3) - 16 / 3) < 1e-9)
  })

  it('may not be claimed beyond either', () => {
    assert.ok(Math.abs(sunHoursOf(4) - 4.5) < 1e-9)
    assert.ok(Math.abs(sunHoursOf(9) - 16 / 3) < 1e-9)
  })
})
