// Pieces that schemas of all parts share, and the type that code takes from a schema. Never a whole
// body or answer.
import { type Static, type TSchema, Type } from 'typebox'

/** The type of what a schema describes, readonly throughout. */
export type Wire<Schema extends TSchema> = Frozen<Static<Schema>>

type Frozen<T> = { readonly [Key in keyof T]: Frozen<T[Key]> }

/** @param options what JSON Schema says beside the type, such as a description */
export const OrNull = <T extends TSchema>(type: T, options?: { readonly description: string }) =>
  Type.Union([type, Type.Null()], options)

/**
 * For a parameter that has a default: a caller may leave it out, and a handler finds it all the
 * same, because the default is filled in before.
 */
export const Defaulted = <T extends TSchema>(type: T): T => Type.Optional(type) as unknown as T

/** A share of anything, without bounds; those of a norm's share are in norms/rule-set.ts. */
export const Share = Type.Number({ description: 'A share: 0.05 is 5 %' })

export const Roubles = Type.Integer({ description: 'Whole roubles' })

export const IsoDay = Type.String({ format: 'date', description: 'Such as 2024-05-20' })

export const Instant = Type.String({ format: 'date-time', description: 'ISO 8601 UTC' })

export const Uuid = Type.String({ format: 'uuid' })

/** RFC 5321 lets no address be longer. */
export const Email = Type.String({ maxLength: 254, format: 'idn-email' })

/** Without a type: a value of another one is refused by the same rule, and not told of `false`. */
export const Consent = (description: string) => Type.Unsafe<true>({ const: true, description })

/** The parameters of a path that ends in an id. */
export const IdParams = Type.Object({ id: Type.String() })

export const Ok = Type.Object({ ok: Type.Literal(true) })
