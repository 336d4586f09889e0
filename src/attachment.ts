// A file to hand over, as its headers name it.

/** What the file is, for any client and in Russian. */
export interface FileNames {
  readonly plain: string
  readonly russian: string
}

/**
 * `Content-Disposition` with a plain name and the Russian one (RFC 6266, RFC 5987).
 * @param rest of both names, from the hyphen to the ending: of plain letters and digits
 */
export function attachment({ plain, russian }: FileNames, rest: string): string {
  const encoded = encodeURIComponent(`${russian}${rest}`)
  return `attachment; filename="${plain}${rest}"; filename*=UTF-8''${encoded}`
}
