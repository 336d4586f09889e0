// Pieces that the schemas of norms, parcels and site plans share, and the type that code takes from
// a schema. Never a whole body or answer.
import { type Static, type TSchema, Type } from 'typebox'

/** The type of what a schema describes, readonly throughout. */
export type Wire<Schema extends TSchema> = Frozen<Static<Schema>>

type Frozen<T> = { readonly [Key in keyof T]: Frozen<T[Key]> }

/** Of a rule's value. */
export const RuleUnit = Type.Enum(['m', 'm2', 'share', 'h', 'count'])
export type RuleUnit = Static<typeof RuleUnit>

/** Of anything, as a description; a norm's share has its own bounds in rule-set.ts. */
export const Share = Type.Number({ description: 'A share: 0.05 is 5 %' })
