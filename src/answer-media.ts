// Answers that are more than JSON, as the schema of a route describes them: other media types, and
// headers meant for clients. What an answer says stands beside its route.
import { type TSchema, Type } from 'typebox'

export const FileBytes = Type.String({ format: 'binary' })

/** Of a file to save. */
export const NAMED_FILE = {
  'Content-Disposition': Type.String({ description: 'Names the file' }),
} as const

/** @param schemas of the body by media type, without a charset */
export function inMedia(
  schemas: Readonly<Record<string, TSchema>>,
  headers: Readonly<Record<string, TSchema>> = {},
) {
  const content = Object.entries(schemas).map(([type, schema]) => [type, { schema }] as const)
  return { headers, content: Object.fromEntries(content) }
}
