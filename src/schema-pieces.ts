// Pieces that schemas of all parts share. Never a whole body or answer.
import { type TSchema, Type } from 'typebox'

/** @param options what JSON Schema says beside the type, such as a description */
export const OrNull = <T extends TSchema>(type: T, options?: { readonly description: string }) =>
  Type.Union([type, Type.Null()], options)

export const Roubles = Type.Integer({ description: 'Whole roubles' })
