// A file to hand over, as its headers name it.

/**
 * `Content-Disposition` of a file about a parcel: a plain name for any client, and the Russian one
 * (RFC 6266, RFC 5987).
 * @param ending without the dot
 */
export function parcelFile(
  names: { readonly plain: string; readonly russian: string },
  cadastralNumber: string,
  ending: string,
): string {
  const rest = `-${cadastralNumber.replaceAll(':', '-')}.${ending}`
  const russian = encodeURIComponent(`${names.russian}${rest}`)
  return `attachment; filename="${names.plain}${rest}"; filename*=UTF-8''${russian}`
}
