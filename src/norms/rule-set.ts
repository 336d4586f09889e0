// What a place allows to be built: norms as data, each with its source. Shapes only; look-ups are
// rule-look-ups.ts's, choosing a set rule-sets.ts's, applying it envelope.ts's, the solver's and
// the checker's.
import { type Static, type TSchema, Type } from 'typebox'
import { OrNull, type Wire } from '../http/schema-pieces.ts'
import { MONTH_DAY } from '../http/validation-formats.ts'

const source = Type.String({ minLength: 1, maxLength: 300 })

const norm = <Value extends TSchema>(value: Value) => Type.Object({ value, source })

const upTo = (maximum: number) => (description?: string) =>
  Type.Number({ minimum: 0, maximum, ...(description ? { description } : {}) })

const metres = upTo(500)
const normShare = upTo(1)

/** A share that a norm sets. */
export const NormShare = normShare()

/** Steps of a table. Each holds up to and including its bound; the last has none, null. */
const steps = <Value extends TSchema>(value: Value, description: string) =>
  Type.Array(
    Type.Object({
      up_to: OrNull(Type.Number({ minimum: 0 }), {
        description: 'The step holds below this and at it; null in the last one',
      }),
      value,
    }),
    { minItems: 1, maxItems: 40, description },
  )

export const Rules = Type.Object({
  setback_m: norm(metres('From the parcel’s boundary to any building')),
  max_coverage: norm(steps(NormShare, 'Share of the site under buildings, by storeys')),
  max_density: norm(
    steps(
      Type.Number({ minimum: 0, maximum: 20 }),
      'Floor area of all storeys over the site’s area, by storeys',
    ),
  ),
  min_storeys: norm(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Of any house; 1 asks for nothing' }),
  ),
  max_storeys: norm(Type.Integer({ minimum: 1, maximum: 100 })),
  max_height_m: norm(metres()),
  storey_height_m: norm(Type.Number({ minimum: 2.5, maximum: 6 })),
  daylight_gap_long_m: norm(
    steps(metres(), 'Between long sides of two buildings, by the storeys of the higher'),
  ),
  daylight_gap_end_m: norm(metres('Between a long side and an end with windows of dwellings')),
  fire_gap_m: norm(metres('Between any two buildings')),
  /** An engine itself is 2.5 m wide. */
  fire_lane_width_m: norm(
    steps(
      Type.Number({ minimum: 2.5, maximum: 20 }),
      'Width of the way for fire engines, by height in m',
    ),
  ),
  fire_lane_distance_m: norm(
    steps(
      Type.Object({ least: metres(), most: metres() }),
      'From wall to the near edge of that way, by height in m',
    ),
  ),
  insolation_h: norm(
    steps(
      Type.Number({ minimum: 0, maximum: 12 }),
      'Hours of sun without a break, by degrees of latitude north',
    ),
  ),
  insolation_day: norm(
    steps(
      Type.String({ pattern: MONTH_DAY }),
      'Day for which the sun is computed, MM-DD, by degrees of latitude north',
    ),
  ),
  parking_per_unit: norm(Type.Number({ minimum: 0, maximum: 5, description: 'Spaces per flat' })),
  parking_space_m2: norm(
    Type.Number({
      minimum: 10,
      maximum: 60,
      description: 'A space with its share of the way to it',
    }),
  ),
  playground_m2_per_unit: norm(Type.Number({ minimum: 0, maximum: 50 })),
  min_green: norm(normShare('Share of the site under green')),
})
export type Rules = Wire<typeof Rules>
export type RuleName = keyof Rules
export const RULE_NAMES = Object.keys(Rules.properties) as readonly RuleName[]

/**
 * The unit of a rule's value. A share is of a whole and never above one; a ratio is of two areas.
 */
export const RuleUnit = Type.Enum(['m', 'm2', 'share', 'ratio', 'h', 'count'])
export type RuleUnit = Static<typeof RuleUnit>

/** What a permitted use of land sets for the houses on it; what is not there it does not limit. */
const PermittedUse = Type.Object(
  {
    min_storeys: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    max_storeys: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    max_density: Type.Optional(Type.Number({ minimum: 0, maximum: 20 })),
    source,
  },
  { additionalProperties: false },
)

/** By the code of the classifier of permitted uses. */
const PermittedUses = Type.Object({
  '2.1': PermittedUse,
  '2.1.1': PermittedUse,
  '2.2': PermittedUse,
  '2.3': PermittedUse,
  '2.5': PermittedUse,
  '2.6': PermittedUse,
})
export type PermittedUses = Static<typeof PermittedUses>
export type UseCode = keyof PermittedUses

const Territory = Type.Object({
  /** Beginnings of cadastral numbers, such as `38:36`; six or seven digits are a whole quarter. */
  cadastral_prefixes: Type.Array(Type.String({ pattern: '^\\d{2}(:\\d{2}(:\\d{1,7})?)?$' }), {
    minItems: 1,
  }),
})

export const RuleSetFile = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9-]{1,60}$' }),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    /** Absent in the default set alone. */
    territory: Type.Optional(Territory),
    /** An override names only what differs from the default, here as well as among the uses. */
    rules: Type.Partial(Rules),
    permitted_uses: Type.Optional(Type.Partial(PermittedUses, { additionalProperties: false })),
  },
  { additionalProperties: false },
)
export type RuleSetFile = Static<typeof RuleSetFile>

/** A set as it applies to a place: every rule present. */
export interface RuleSet {
  readonly id: string
  readonly title: string
  /** Whether it is the service's own: nobody has said what the place itself asks for. */
  readonly isDefault: boolean
  readonly rules: Rules
}
