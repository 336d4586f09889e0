// Answers that are more than JSON: other media types, headers meant for clients, and files to save.
// What an answer says stands beside its route.
import { type TSchema, Type } from 'typebox'

export const JSON_UTF8 = 'application/json; charset=utf-8'
export const PDF = 'application/pdf'

export const FileBytes = Type.String({ format: 'binary' })

/** The headers of a download. */
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

/** What a download is called: in ASCII, which any client understands, and in Russian. */
export interface FileNames {
  readonly plain: string
  readonly russian: string
}

/**
 * `Content-Disposition` with a plain name and the Russian one (RFC 6266, RFC 5987).
 * @param rest the common end of both names, from the hyphen on: ASCII letters and digits
 */
export function attachment({ plain, russian }: FileNames, rest: string): string {
  const encoded = encodeURIComponent(`${russian}${rest}`)
  return `attachment; filename="${plain}${rest}"; filename*=UTF-8''${encoded}`
}
