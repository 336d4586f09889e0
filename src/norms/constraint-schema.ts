// The schema of a rule in the list for a reader. Apart from what makes the list: that is done in
// threads too, which need not load the library of schemas.
import { Type } from 'typebox'
import { OrNull, type Wire } from '../http/schema-pieces.ts'
import { RULE_NAMES, RuleUnit } from './rule-set.ts'

/** As answers show it. */
export const Constraint = Type.Object(
  {
    rule: Type.Enum(RULE_NAMES),
    value: Type.Number(),
    most: OrNull(Type.Number(), {
      description: 'Of a norm with two bounds the upper one: `value` is the lower',
    }),
    unit: RuleUnit,
    source: Type.String(),
    binding: Type.Boolean({ description: 'Whether this rule limits the floor area' }),
  },
  { additionalProperties: false },
)
export type Constraint = Wire<typeof Constraint>
