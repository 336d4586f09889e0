// Pieces that schemas of all parts share. Never a whole body or answer.
import { type TSchema, Type } from 'typebox'

/** @param options what JSON Schema says beside the type, such as a description */
export const OrNull = <T extends TSchema>(type: T, options?: { readonly description: string }) =>
  Type.Union([type, Type.Null()], options)

/**
 * For a parameter that has a default: a caller may leave it out, and a handler finds it all the
 * same, because the default is filled in before.
 */
export const Defaulted = <T extends TSchema>(type: T): T => Type.Optional(type) as unknown as T

export const Roubles = Type.Integer({ description: 'Whole roubles' })
