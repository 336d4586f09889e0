// Which norms the service assumes: in the default rule set their sources begin with «Принято: »,
// and no others do.

/** Whether the service assumes the value: no code and no place has set it. Its source says so. */
export function isAssumed({ source }: { readonly source: string }): boolean {
  return source.startsWith('Принято: ')
}
