import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../../../src/geometry/plane.ts'
import type { Envelope, StoreyLimit } from '../../../../../src/norms/envelope.ts'
import type { RuleName } from '../../../../../src/norms/rule-set.ts'
import type { LayoutOption } from '../../../../../src/siteplan/layouts/layout.ts'
import { limitingRule } from '../../../../../src/siteplan/layouts/solver/rules/limiting-rule.ts'

const LIMIT: StoreyLimit = {
  storeys: 5,
  maxFootprintM2: 2000,
  maxGfaM2: 10_000,
  bindingRule: 'max_density',
}

const envelopeOf = (siteAreaM2: number, corners = 4, limit = LIMIT): Envelope => ({
  siteAreaM2,
  ground: {
    region: [Array.from({ length: corners }, (_, i): Point => [i, i * i])],
    clearM: 0,
    offM: 0,
  },
  buildable: [],
  buildableAreaM2: siteAreaM2,
  byStoreys: [limit],
  best: limit,
})

/** What is named, and the rules without which a search was made. */
const named = ({
  reached,
  broken = [],
  limits = [],
  envelope = envelopeOf(12_500),
}: {
  /** Share of what the storeys of the best option allow; undefined = no option. */
  readonly reached?: number
  readonly broken?: readonly RuleName[]
  /** Rules without which more is built. */
  readonly limits?: readonly RuleName[]
  readonly envelope?: Envelope
}) => {
  const tried: RuleName[] = []
  const indicators = { max_storeys: 5, gfa_m2: 10_000 * (reached ?? 0) }
  const rule = limitingRule({
    best: reached === undefined ? undefined : ({ indicators } as LayoutOption),
    envelope,
    broken,
    leastFootprintM2: 360,
    isMoreBuiltWithout: (without) => {
      tried.push(without)
      return limits.includes(without)
    },
  })
  return { rule, tried }
}

describe('the rule that limits', () => {
  it('is the envelope’s, without a search, from 0.97 of what the storeys allow', () => {
    assert.deepEqual(named({ reached: 0.97, limits: ['setback_m'] }), {
      rule: 'max_density',
      tried: [],
    })
    assert.equal(named({ reached: 0.969, limits: ['setback_m'] }).rule, 'setback_m')
  })

  it('is else the first without which more is built, of four: those broken, then the usual ones', () => {
    const broken = ['insolation_h', 'max_density', 'min_green'] as const
    assert.deepEqual(named({ reached: 0.95, broken, limits: ['fire_lane_distance_m'] }), {
      rule: 'fire_lane_distance_m',
      tried: ['insolation_h', 'min_green', 'setback_m', 'fire_lane_distance_m'],
    })
    assert.equal(named({ broken, limits: ['parking_per_unit'] }).tried.length, 4)
  })

  it('is else the envelope’s from 0.9 on, and below that the one most often broken', () => {
    const broken = ['insolation_h', 'min_green'] as const
    assert.equal(named({ reached: 0.9, broken }).rule, 'max_density')
    assert.equal(named({ reached: 0.89, broken }).rule, 'insolation_h')
    assert.equal(named({ reached: 0.89 }).rule, 'setback_m')
  })

  it('is, where nothing stands on ground for hardly one house, what leaves no more', () => {
    const floorOf = (floorM2: number) =>
      envelopeOf(12_500, 4, { ...LIMIT, maxGfaM2: floorM2 * 5, bindingRule: 'max_coverage' })
    assert.equal(named({ envelope: floorOf(377) }).rule, 'max_coverage')
    assert.equal(named({ envelope: floorOf(379) }).rule, 'setback_m')
    assert.equal(named({ reached: 0.1, envelope: floorOf(377) }).rule, 'setback_m')
  })

  it('is sought by one search alone above ten hectares, and by none with very many corners', () => {
    assert.equal(named({ reached: 0.5, envelope: envelopeOf(100_000) }).tried.length, 3)
    assert.equal(named({ reached: 0.5, envelope: envelopeOf(100_001) }).tried.length, 1)
    assert.equal(named({ reached: 0.5, envelope: envelopeOf(12_500, 300) }).tried.length, 3)
    assert.equal(named({ reached: 0.5, envelope: envelopeOf(12_500, 301) }).tried.length, 0)
  })
})
