// Which hours of sun an option may claim: where a ray passes an edge, on which solver and checker
// may differ, at just what is demanded, and at which walls.
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
import { assertNear } from '../../../support/near.ts'

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

interface Claim {
  /** Of the darkest section, by the table of checks. */
  readonly claimedH?: number
  readonly points?: LayoutOption['insolation']['points']
  /** Demanded of every section. */
  readonly demandedH?: number
}

/** What the checker finds where an option of these blocks claims that. */
function checked({ claimedH = 4.5, points = [], demandedH = 2 }: Claim) {
  const insolation_h = { value: [{ up_to: null, value: demandedH }], source: 'ПЗЗ' }
  const rule_set = { ...DEFAULT_RULES, rules: { ...DEFAULT_RULES.rules, insolation_h } }
  const layouts = { rule_set, site: { origin: [31.6, LATITUDE] } }
  const option = {
    buildings: BLOCKS,
    insolation: { day: '04-22', latitude: LATITUDE, points },
    checks: [{ rule: 'insolation_h', actual: claimedH }],
  }
  const findings = openFindings()
  const { sunH } = checkSun(
    layouts as unknown as BestLayouts,
    option as unknown as LayoutOption,
    findings,
  )
  return { sunH, findings: findings.list }
}

const sunHoursOf = (claimedH: number) => checked({ claimedH }).sunH

describe('the sun of the darkest section', () => {
  it('may be claimed with a ray on an edge held up or passing', () => {
    assert.equal(sunHoursOf(4.5), 4.5)
    assertNear(sunHoursOf(16 / 3), 16 / 3, 1e-9)
  })

  it('may not be claimed beyond either', () => {
    assertNear(sunHoursOf(4), 4.5, 1e-9)
    assertNear(sunHoursOf(9), 16 / 3, 1e-9)
  })
})

describe('the sun that is demanded', () => {
  it('is reached with just as many hours, and with no fewer', () => {
    const isRefused = (demandedH: number) =>
      checked({ demandedH }).findings.some(({ broken }) => broken === 'insolation_h')
    // The courts' southern facades have sixteen thirds of an hour, all others more.
    assert.ok(!isRefused(16 / 3))
    assert.ok(isRefused(16 / 3 + 0.001))
  })
})

describe('the sun of one facade', () => {
  it('may be claimed with a ray on an edge held up or passing, and not beyond either', () => {
    const isRefused = (hours: number) =>
      checked({
        points: [{ building: 'А', point: [31.512, -48.23], hours }],
      }).findings.some(({ detail }) => detail.startsWith('А: hours at'))
    // The noon sun passes the corner of the other block: half a day, or the whole of it.
    assert.deepEqual([4.5, 7, 9.5].map(isRefused), [false, false, false])
    assert.deepEqual([4.3, 9.7].map(isRefused), [true, true])
  })

  it('is claimed at a wall of the house alone', () => {
    const isRefused = (building: string, point: readonly [number, number]) =>
      checked({ points: [{ building, point: [...point], hours: 5 }] }).findings.some(
        ({ detail }) => detail === `${building}: a point on none of its walls`,
      )
    assert.ok(!isRefused('А', [31.512, -48.23]))
    assert.ok(isRefused('А', [31.512, -48.25]))
    assert.ok(isRefused('Б', [31.512, -48.23]))
    assert.ok(isRefused('В', [31.512, -48.23]))
  })
})
